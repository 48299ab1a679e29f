// accept4 and memfd_create are declared only under _GNU_SOURCE, which the module of the C library does not set.
#define _GNU_SOURCE
#include "CLinux.h"

#if defined(__linux__)
#include <linux/filter.h>
#include <linux/sockios.h>
#include <malloc.h>
#include <sched.h>
#include <stdint.h>
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

void moa_return_large_blocks(void) {
#if defined(__GLIBC__)
  // By default the first large block that is freed raises both limits to its size: then each thread that hashes a
  // secret by scrypt keeps two tables of 16 MiB for ever.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

int moa_memory_file(void) { return memfd_create("moa", MFD_CLOEXEC); }

int moa_usable_processors(void) {
  // The kernel refuses a set that is smaller than its own.
  for (int most = 1024; most <= 1 << 20; most *= 2) {
    cpu_set_t *set = CPU_ALLOC(most);
    if (!set) return -1;
    size_t size = CPU_ALLOC_SIZE(most);
    int count = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : -1;
    CPU_FREE(set);
    if (count > 0) return count;
  }
  return -1;
}

int moa_refuse_handshakes(int listener) {
  // For a filter on a TCP socket a packet begins with the TCP header, whose byte 13 are the flags.
  enum { flags = 13, syn = 0x02, ack = 0x10, drop = 0 };
  struct sock_filter program[] = {
    BPF_STMT(BPF_LD | BPF_B | BPF_ABS, flags),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, syn | ack),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, syn, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, drop),
    BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  return setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
}

int moa_unacknowledged(int descriptor) {
  int count = 0;
  return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : -1;
}
#endif
