#define _GNU_SOURCE
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#endif

int moa_channel(int ends[2]) {
#if defined(SOCK_CLOEXEC)
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

char **moa_environment(void) { return environ; }

void moa_name_thread(const char *name) {
#if defined(__APPLE__)
  pthread_setname_np(name);
#else
  pthread_setname_np(pthread_self(), name);
#endif
}

static void write_number(char *place, pid_t number) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0 && count < 10);
  while (count > 0) *place++ = digits[--count];
  *place = 0;
}

static void close_from(int first) {
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  long end = sysconf(_SC_OPEN_MAX);
  for (int descriptor = first; descriptor < (end > 0 ? end : 65536); descriptor++) {
    close(descriptor);
  }
}

// MARK: Process 1

#if defined(__linux__)

// The kernel sends a signal of a key such as Ctrl-C to the whole process group, so the child has it
// already, and a second SIGINT would mean impatience.
static int is_of_a_key(int number, const siginfo_t *signal) {
  return (number == SIGINT || number == SIGQUIT || number == SIGTSTP) && signal->si_code > 0;
}

// Reaps orphans, passes signals on to `child`, and ends with its status.
static _Noreturn void reap(pid_t child, const sigset_t *all) {
  for (;;) {
    siginfo_t signal;
    int number = sigwaitinfo(all, &signal);
    if (number > 0 && number != SIGCHLD && !is_of_a_key(number, &signal)) kill(child, number);
    int status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended != child) continue;
      _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
  }
}

// A listener that was passed to process 1 is meant for its child.
static void sign_for_child(void) {
  const char *named = getenv("LISTEN_PID");
  if (!named || strcmp(named, "1") != 0) return;
  char text[16];
  write_number(text, getpid());
  setenv("LISTEN_PID", text, 1);
}

// Process 1 needs no secrets, and other processes may read its environment.
static void forget_environment(void) {
  for (char **variable = environ; *variable; variable++) {
    memset(*variable, 0, strlen(*variable));
  }
  prctl(PR_SET_DUMPABLE, 0);
}

// Process 1 of a container inherits every orphan, such as the processes of a PostgreSQL that was
// killed, and must reap them. A program that waits for its own children cannot also do that: it
// would take their statuses. So process 1 only reaps, and its child does the work.
static void step_aside(void) {
  if (getpid() != 1) return;
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  // If no process can be made, this one does the work, and orphans stay zombies.
  if (child <= 0) {
    sigprocmask(SIG_SETMASK, &before, 0);
    if (child == 0) sign_for_child();
    return;
  }
  forget_environment();
  close_from(0);
  reap(child, &all);
}

#else
static void step_aside(void) {}
#endif

// Before main, because there are no other threads yet, and because Dispatch unblocks signals on the
// main thread that were blocked at the exec.
__attribute__((constructor)) static void begin(void) {
  // An ignored SIGCHLD is inherited, and would leave no status to wait for.
  signal(SIGCHLD, SIG_DFL);
  step_aside();
}

void moa_forbid_core_dumps(void) {
  // The hard limit stays, so that an operator who looks for a crash can raise it again.
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) == 0) {
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_CORE, &limit);
  }
  // Swift's own backtrace shows the memory that registers point to, and takes half a minute in
  // which the crashed process is not replaced. If the variable is set, the operator wants it.
  if (!getenv("SWIFT_BACKTRACE")) {
    static const int fatal[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT};
    for (size_t index = 0; index < sizeof(fatal) / sizeof(*fatal); index++) {
      signal(fatal[index], SIG_DFL);
    }
  }
#if defined(__linux__)
  // The limit has no effect when a program collects the core files.
  prctl(PR_SET_DUMPABLE, 0);
#endif
}

// MARK: Children

// From here to the exec, only calls that POSIX allows between fork and exec in a program with
// threads: no allocation, no locks, no printf. Source: POSIX.1-2017 §2.4.3.

static void sign(char *const environment[]) {
  static const char name[] = "LISTEN_PID=";
  for (int index = 0; environment[index]; index++) {
    if (strncmp(environment[index], name, sizeof(name) - 1) == 0) {
      write_number(environment[index] + sizeof(name) - 1, getpid());
    }
  }
}

// Goes through copies at much higher numbers, so that no target overwrites a source that is still
// needed.
static int arrange(const int *descriptors, int count) {
  int copies[8];
  if (count > 8) return -1;
  for (int index = 0; index < count; index++) {
    copies[index] = fcntl(descriptors[index], F_DUPFD, 3 + count);
    if (copies[index] < 0) return -1;
  }
  for (int index = 0; index < count; index++) {
    if (dup2(copies[index], 3 + index) < 0) return -1;
  }
  close_from(3 + count);
  return 0;
}

pid_t moa_spawn(const char *program, char *const arguments[], char *const environment[],
                const int *descriptors, int count) {
  // Our handlers must not run in the child: they would report its signals as ours.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  if (child == 0) {
    struct sigaction action;
    memset(&action, 0, sizeof(action));
    action.sa_handler = SIG_DFL;
    for (int number = 1; number < NSIG; number++) sigaction(number, &action, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    if (arrange(descriptors, count) == 0) {
      sign(environment);
      execve(program, arguments, environment);
    }
    _exit(127);
  }
  int reason = errno;
  pthread_sigmask(SIG_SETMASK, &before, 0);
  errno = reason;
  return child;
}
