// accept4 and memfd_create are declared only under _GNU_SOURCE, which the module of the C library does not set.
#define _GNU_SOURCE
#include "CLinux.h"

#if defined(__linux__)
#include <linux/sockios.h>
#include <malloc.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

int moa_accept4(int listener, struct sockaddr *address, socklen_t *length) {
  return accept4(listener, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void moa_trim_memory(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}

int moa_memory_file(void) { return memfd_create("moa", MFD_CLOEXEC); }

int moa_unacknowledged(int descriptor) {
  int count = 0;
  return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : -1;
}
#endif
