#define _GNU_SOURCE
#include "CSandbox.h"
#include "Confine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

int moa_scratch_file(const char *directory) {
#if defined(O_TMPFILE)
  int unnamed = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (unnamed >= 0) return unnamed;
#endif
  // For file systems without O_TMPFILE: the name exists only for a moment.
  static const char name[] = "/moa-XXXXXX";
  char path[4096];
  size_t length = strlen(directory);
  if (length + sizeof(name) > sizeof(path)) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(path, directory, length);
  memcpy(path + length, name, sizeof(name));
  int descriptor = mkstemp(path);
  if (descriptor < 0) return -1;
  unlink(path);
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}

// The same file with other rights, at its beginning. Without /proc there is none on Linux.
static int reopen(int descriptor, int flags) {
#if defined(__linux__)
  char path[32];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", descriptor);
  return open(path, flags | O_CLOEXEC);
#else
  (void)flags;
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy >= 0) lseek(copy, 0, SEEK_SET);
  return copy;
#endif
}

int moa_reopen_for_reading(int descriptor) { return reopen(descriptor, O_RDONLY); }

int moa_reopen_for_writing(int descriptor) { return reopen(descriptor, O_WRONLY); }

#if defined(__linux__)
// The threads of one process, if it belongs to `account`.
static unsigned long threads(const char *number, uid_t account) {
  char path[64];
  snprintf(path, sizeof(path), "/proc/%.20s/status", number);
  FILE *file = fopen(path, "re");
  if (!file) return 0;
  char line[256];
  unsigned long owner = 0, count = 0;
  while (fgets(line, sizeof(line), file)) {
    if (sscanf(line, "Uid: %lu", &owner) == 1 && owner != account) break;
    if (sscanf(line, "Threads: %lu", &count) == 1) break;
  }
  fclose(file);
  return count;
}

// The system counts the threads of all processes of an account, also in other containers, so the
// limit has to be beyond those that exist. 0 when they cannot be counted: a container sees its own
// alone, and has a limit of its own for them. The number is that of the system's first name space
// of processes (PROC_PID_INIT_INO in Linux).
static unsigned long threads_max(void) {
  char space[32] = {0};
  if (readlink("/proc/self/ns/pid", space, sizeof(space) - 1) < 0) return 0;
  if (strcmp(space, "pid:[4026531836]") != 0) return 0;
  DIR *processes = opendir("/proc");
  if (!processes) return 0;
  uid_t account = geteuid() == 0 ? MOA_NOBODY : getuid();
  unsigned long count = 0;
  for (struct dirent *entry; (entry = readdir(processes));) {
    const char *name = entry->d_name;
    if (name[0] >= '1' && name[0] <= '9') count += threads(name, account);
  }
  closedir(processes);
  return count + 128;
}
#else
static unsigned long threads_max(void) { return 0; }
#endif

// From here to the exec, only calls that POSIX allows between fork and exec in a program with
// threads: no allocation, no locks, no printf. Source: POSIX.1-2017 §2.4.3.

static void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  long end = sysconf(_SC_OPEN_MAX);
  for (int descriptor = first; descriptor < (end > 0 ? end : 65536); descriptor++) {
    close(descriptor);
  }
}

// Goes through copies at higher numbers, so that no target overwrites a source that is still
// needed.
static int arrange(const int descriptors[3]) {
  int copies[3];
  for (int index = 0; index < 3; index++) {
    copies[index] = fcntl(descriptors[index], F_DUPFD, 3);
    if (copies[index] < 0) return -1;
  }
  for (int index = 0; index < 3; index++) {
    if (dup2(copies[index], index) < 0) return -1;
  }
  close_from(3);
  return 0;
}

static void reset_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; number++) sigaction(number, &action, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
}

static int limit(int resource, uint64_t amount) {
  struct rlimit bound = {(rlim_t)amount, (rlim_t)amount};
  return setrlimit(resource, &bound);
}

// The soft limit of CPU time asks the process to end, the hard one kills it. Pipes are no files.
static int limit_all(const struct moa_confinement *confinement, unsigned long threads) {
  struct rlimit time = {(rlim_t)confinement->seconds, (rlim_t)confinement->seconds + 1};
  // A thread's stack is as large as this, and counts as memory.
  limit(RLIMIT_STACK, 1 << 20);
  // Where root stays root, the threads that were counted are not its own.
  if (threads > 0 && geteuid() != 0 && limit(RLIMIT_NPROC, threads) != 0) return -1;
  return limit(RLIMIT_AS, confinement->memory) | setrlimit(RLIMIT_CPU, &time) |
         limit(RLIMIT_FSIZE, confinement->output) | limit(RLIMIT_NOFILE, 32) |
         limit(RLIMIT_CORE, 0);
}

static void run(const char *program, char *const arguments[], char *const environment[],
                const int descriptors[3], const struct moa_confinement *confinement,
                unsigned long threads, pid_t parent) {
  reset_signals();
  setpgid(0, 0);
  umask(077);
  if (chdir("/") != 0 || arrange(descriptors) != 0) _exit(MOA_NOT_CONFINED);
  // Requests that wait for an answer have priority over decoding pictures.
  setpriority(PRIO_PROCESS, 0, 5);
  moa_prepare_confinement();
  if (limit_all(confinement, threads) != 0) _exit(MOA_NOT_CONFINED);
  if (moa_confine(program, confinement->readable, parent) != 0) _exit(MOA_NOT_CONFINED);
  execve(program, arguments, environment);
  _exit(MOA_NOT_STARTED);
}

pid_t moa_spawn_confined(const char *program, char *const arguments[], char *const environment[],
                         const int descriptors[3], const struct moa_confinement *confinement) {
  unsigned long threads = threads_max();
  // Our handlers must not run in the child: they would report its signals as ours.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    run(program, arguments, environment, descriptors, confinement, threads, parent);
  }
  int reason = errno;
  // Parent and child both do it, so that the group exists no matter which of them runs first.
  if (child > 0) setpgid(child, child);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  errno = reason;
  return child;
}

int moa_confinements(void) {
  pid_t child = fork();
  if (child == 0) _exit(moa_try_confinements());
  int status = 0;
  if (child < 0) return 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}
