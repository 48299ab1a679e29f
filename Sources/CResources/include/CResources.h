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

// The commit that the program was built from, padded with spaces; zeros if it was not recorded. One
// character at a time, because the bytes are written into the linked program.
size_t moa_commit_count(void);
signed char moa_commit_byte(size_t index);
