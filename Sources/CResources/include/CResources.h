// Files of the repository that travel inside the binary.
#pragma once
#include <stddef.h>

typedef struct {
  const char *name;
  const unsigned char *octets;
  size_t count;
} moa_resource;

extern const moa_resource moa_resources[];
extern const size_t moa_resource_count;
