#include "CResources.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
#include "Migrations.h"
#include "Demo.h"
#include "Web.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

const moa_resource *moa_migration_at(size_t index) {
  return index < COUNT(migrations) ? &migrations[index] : NULL;
}

const moa_resource *moa_web_file_at(size_t index) {
  return index < COUNT(web) ? &web[index] : NULL;
}

const moa_resource *moa_demo_file_at(size_t index) {
  return index < COUNT(demo) ? &demo[index] : NULL;
}
