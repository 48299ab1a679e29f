// Written by db/embed; do not edit.
static const unsigned char migrations_1[] = {
#embed "../../db/migrations/0001_schema_history.sql"
};
static const unsigned char migrations_2[] = {
#embed "../../db/migrations/0002_event_categories.sql"
};
static const unsigned char migrations_3[] = {
#embed "../../db/migrations/0003_shop_window.sql"
};
static const unsigned char migrations_4[] = {
#embed "../../db/migrations/0004_images.sql"
};
static const unsigned char migrations_5[] = {
#embed "../../db/migrations/0005_access_tokens.sql"
};
static const unsigned char migrations_6[] = {
#embed "../../db/migrations/0006_demo_shop.sql"
};
static const moa_resource migrations[] = {
  {"0001_schema_history.sql", migrations_1, sizeof migrations_1},
  {"0002_event_categories.sql", migrations_2, sizeof migrations_2},
  {"0003_shop_window.sql", migrations_3, sizeof migrations_3},
  {"0004_images.sql", migrations_4, sizeof migrations_4},
  {"0005_access_tokens.sql", migrations_5, sizeof migrations_5},
  {"0006_demo_shop.sql", migrations_6, sizeof migrations_6},
};
