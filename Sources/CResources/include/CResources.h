// Files of the repository that travel inside the binary.
#pragma once
#include <stddef.h>

typedef struct {
  // The path below db/migrations, db/demo or Sources/CResources/web.
  const char *name;
  const unsigned char *bytes;
  size_t count;
} moa_resource;

// Functions, because Swift cannot read a C array of unknown length.
// Each returns NULL behind the last one.
const moa_resource *moa_migration_at(size_t index);
const moa_resource *moa_demo_file_at(size_t index);
const moa_resource *moa_web_file_at(size_t index);
