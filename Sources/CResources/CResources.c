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

// `make release` replaces this section of the linked program: with the commit as a compiler flag,
// each commit would rebuild everything. Volatile, so that the compiler does not use its value.
#ifdef __APPLE__
__attribute__((section("__DATA,__moa_commit")))
#else
__attribute__((section(".moa_commit")))
#endif
static volatile signed char commit[48] = {0};

size_t moa_commit_count(void) { return sizeof commit; }

signed char moa_commit_byte(size_t index) { return index < sizeof commit ? commit[index] : 0; }
