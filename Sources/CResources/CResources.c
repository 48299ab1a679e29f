#include "CResources.h"
static const unsigned char m1[] = {
#embed "../../db/migrations/0001_schema_history.sql"
};
const moa_resource moa_resources[] = { {"migrations/0001_schema_history.sql", m1, sizeof m1} };
const size_t moa_resource_count = sizeof moa_resources / sizeof moa_resources[0];
