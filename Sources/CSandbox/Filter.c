#define _GNU_SOURCE
#include "Confine.h"

#if defined(__linux__)

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if !defined(ARCHITECTURE)

// System call numbers differ between architectures; the list has been tried on these two.
int moa_filter_calls(const char *program) {
  (void)program;
  return -1;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Loads a word of the filter's input; both architectures store the lower half of a number first.
#define LOAD(place) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(place))
#define CALL offsetof(struct seccomp_data, nr)
#define MACHINE offsetof(struct seccomp_data, arch)
#define LOWER(index) (offsetof(struct seccomp_data, args) + 8 * (index))
#define UPPER(index) (LOWER(index) + 4)

#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (uint32_t)(value))
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define REFUSE(code) ANSWER(SECCOMP_RET_ERRNO | (code))
// Does nothing and returns 0: success, or descriptor 0.
#define PRETEND ANSWER(SECCOMP_RET_ERRNO)

// Skips `count` steps if the loaded word is `value`, is another, has none of these bits, or is at
// least `value`.
#define IF_IS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), count, 0)
#define UNLESS_IS(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, count)
#define UNLESS_HAS(bits, count) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (uint32_t)(bits), 0, count)
#define IF_FROM(value, count) BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, (uint32_t)(value), count, 0)

#define MAY(name) UNLESS_IS(SYS_##name, 1), ALLOW

// Opening for reading only: these bits stand for everything else.
#define NOT_READING (O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY))
#define MAY_OPEN(name, flags)                                                                     \
  UNLESS_IS(SYS_##name, 4), LOAD(LOWER(flags)), UNLESS_HAS(NOT_READING, 1), REFUSE(EACCES), ALLOW

// The calls of a dynamically linked program that has threads, reads and computes. No sockets, no
// processes, no other program, no access to other processes, only reading of files; no memory that
// is both writable and executable, and none made executable later.
int moa_filter_calls(const char *program) {
  uint64_t name = (uint64_t)(uintptr_t)program;
  uint32_t self = (uint32_t)getpid();
  struct sock_filter filter[] = {
      LOAD(MACHINE),
      UNLESS_IS(ARCHITECTURE, 1),
      BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(CALL),
      // Files.
      MAY(read), MAY(pread64), MAY(readv), MAY(preadv), MAY(write), MAY(writev),
      MAY(lseek), MAY(fstat), MAY(newfstatat), MAY(statx), MAY(fstatfs), MAY(statfs),
      MAY(faccessat), MAY(readlinkat), MAY(getdents64), MAY(getcwd), MAY(fadvise64),
      MAY(pipe2), MAY(eventfd2), MAY(ppoll), MAY(pselect6), MAY(umask),
      MAY_OPEN(openat, 2),
      // Descriptor 0 has a stranger's bytes. It gets no second number and keeps its own, by which
      // memory can tell it from libraries; libvips copies it, and works with 0 as the copy.
      UNLESS_IS(SYS_close, 4), LOAD(LOWER(0)), UNLESS_IS(0, 1), PRETEND, ALLOW,
      UNLESS_IS(SYS_dup, 4), LOAD(LOWER(0)), UNLESS_IS(0, 1), PRETEND, ALLOW,
      UNLESS_IS(SYS_dup3, 4), LOAD(LOWER(0)), UNLESS_IS(0, 1), REFUSE(EPERM), ALLOW,
      // Only the commands about its own descriptors: others could send signals to any process.
      UNLESS_IS(SYS_fcntl, 16), LOAD(LOWER(1)), UNLESS_IS(F_GETFD, 1), ALLOW,
      UNLESS_IS(F_SETFD, 1), ALLOW, UNLESS_IS(F_GETFL, 1), ALLOW, UNLESS_IS(F_SETFL, 1), ALLOW,
      IF_IS(F_DUPFD, 2), IF_IS(F_DUPFD_CLOEXEC, 1), REFUSE(EPERM),
      LOAD(LOWER(0)), UNLESS_IS(0, 1), PRETEND, ALLOW,
#if defined(__x86_64__)
      MAY(stat), MAY(lstat), MAY(access), MAY(readlink), MAY(poll), MAY(select),
      UNLESS_IS(SYS_dup2, 4), LOAD(LOWER(0)), UNLESS_IS(0, 1), REFUSE(EPERM), ALLOW,
      MAY(pipe), MAY(arch_prctl), MAY(time), MAY(getrlimit), MAY_OPEN(open, 1),
#endif
#if defined(SYS_faccessat2)
      MAY(faccessat2),
#endif
      // Memory. Only what was opened is code: 0 is the picture, 1 and 2 are written.
      MAY(brk), MAY(munmap), MAY(mremap), MAY(madvise), MAY(membarrier),
      UNLESS_IS(SYS_mmap, 11), LOAD(LOWER(2)), UNLESS_HAS(PROT_EXEC, 8), UNLESS_HAS(PROT_WRITE, 1),
      REFUSE(EACCES), LOAD(LOWER(3)), UNLESS_HAS(MAP_ANONYMOUS, 1), REFUSE(EACCES),
      LOAD(LOWER(4)), IF_FROM(3, 1), REFUSE(EACCES), ALLOW,
      UNLESS_IS(SYS_mprotect, 4), LOAD(LOWER(2)), UNLESS_HAS(PROT_EXEC, 1), REFUSE(EACCES), ALLOW,
      // Its threads, time, and exit.
      MAY(futex), MAY(set_robust_list), MAY(set_tid_address), MAY(sched_yield),
      MAY(sched_getaffinity), MAY(getcpu), MAY(rt_sigaction), MAY(rt_sigprocmask),
      MAY(rt_sigreturn), MAY(sigaltstack), MAY(restart_syscall), MAY(clock_gettime),
      MAY(clock_getres), MAY(clock_nanosleep), MAY(nanosleep), MAY(gettimeofday),
      MAY(getrusage), MAY(times), MAY(exit), MAY(exit_group),
#if defined(SYS_rseq)
      MAY(rseq),
#endif
      UNLESS_IS(SYS_clone, 4), LOAD(LOWER(0)), UNLESS_HAS(CLONE_THREAD, 1), ALLOW, REFUSE(EPERM),
      // The flags of clone3 are behind a pointer, which a filter cannot follow; refused, libraries
      // use clone instead.
      UNLESS_IS(SYS_clone3, 1), REFUSE(ENOSYS),
      UNLESS_IS(SYS_tgkill, 4), LOAD(LOWER(0)), UNLESS_IS(self, 1), ALLOW, REFUSE(EPERM),
      UNLESS_IS(SYS_prctl, 4), LOAD(LOWER(0)), UNLESS_IS(PR_SET_NAME, 1), ALLOW, REFUSE(EPERM),
      // Its identity.
      MAY(getpid), MAY(gettid), MAY(getppid), MAY(getuid), MAY(geteuid),
      MAY(getgid), MAY(getegid), MAY(uname), MAY(sysinfo), MAY(getrandom),
      UNLESS_IS(SYS_prlimit64, 6), LOAD(LOWER(2)), UNLESS_IS(0, 3), LOAD(UPPER(2)),
      UNLESS_IS(0, 1), ALLOW, REFUSE(EPERM),
      // The program itself: only this process has its name at this address.
      UNLESS_IS(SYS_execve, 6), LOAD(LOWER(0)), UNLESS_IS((uint32_t)name, 3), LOAD(UPPER(0)),
      UNLESS_IS((uint32_t)(name >> 32), 1), ALLOW, REFUSE(EPERM),
      REFUSE(EPERM),
  };
  struct sock_fprog whole = {sizeof(filter) / sizeof(filter[0]), filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole);
}

#endif
#endif
