#define _GNU_SOURCE
#include "Confine.h"
#include "CSandbox.h"

#if !defined(__linux__)

// On other systems developers try their apps; they only get resource limits.
void moa_prepare_confinement(void) {}
int moa_confine(const char *program, const char *const *readable, pid_t parent) {
  (void)program, (void)readable, (void)parent;
  return 0;
}
int moa_try_confinements(void) { return 0; }

#else

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void volunteer_for_killing(void) {
  // The files under /proc belong to root for a process that is not dumpable, and we need them.
  // Until the exec its memory is a copy of our parent's, so it is dumpable only for the moment that
  // this takes.
  if (geteuid() != 0) prctl(PR_SET_DUMPABLE, 1);
  int descriptor = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  prctl(PR_SET_DUMPABLE, 0);
  if (descriptor < 0) return;
  ssize_t written = write(descriptor, "1000", 4);
  (void)written;
  close(descriptor);
}

// Accounts other than root need a user namespace for it, which some systems forbid.
static int leave_network(void) {
  if (unshare(CLONE_NEWNET) == 0) return 0;
  return geteuid() == 0 ? -1 : unshare(CLONE_NEWUSER | CLONE_NEWNET);
}

// Uses the system calls directly: the library's functions would tell all threads, and only one is
// left.
static int become_nobody(void) {
  if (geteuid() != 0) return 0;
  if (syscall(SYS_setgroups, 0, 0) != 0) return -1;
  if (syscall(SYS_setresgid, MOA_NOBODY, MOA_NOBODY, MOA_NOBODY) != 0) return -1;
  return (int)syscall(SYS_setresuid, MOA_NOBODY, MOA_NOBODY, MOA_NOBODY);
}

void moa_prepare_confinement(void) {
  volunteer_for_killing();
  (void)leave_network();
  (void)become_nobody();
}

// Landlock is declared here because the headers of older systems lack parts of it. Source: Linux,
// include/uapi/linux/landlock.h.

#if !defined(SYS_landlock_create_ruleset)
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

struct landlock_rules {
  uint64_t files;
  uint64_t network;
  uint64_t scopes;
};

struct landlock_path {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

enum {
  MAY_EXECUTE = 1 << 0,
  MAY_READ_FILE = 1 << 2,
  MAY_READ_DIRECTORY = 1 << 3,
};

// Everything that a version of Landlock can forbid.
static size_t landlock_all(long version, struct landlock_rules *rules) {
  rules->files = (1 << 13) - 1;
  if (version >= 2) rules->files |= 1 << 13;  // moving between directories
  if (version >= 3) rules->files |= 1 << 14;  // truncating
  if (version >= 5) rules->files |= 1 << 15;  // commands to devices
  rules->network = version >= 4 ? 3 : 0;      // binding and connecting
  rules->scopes = version >= 6 ? 3 : 0;       // abstract sockets, signals
  return version >= 6 ? 24 : version >= 4 ? 16 : 8;
}

static void allow(int rules, const char *path, uint64_t rights) {
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status;
  if (fstat(descriptor, &status) == 0) {
    if (!S_ISDIR(status.st_mode)) rights &= ~(uint64_t)MAY_READ_DIRECTORY;
    struct landlock_path rule = {rights, descriptor};
    syscall(SYS_landlock_add_rule, rules, 1, &rule, 0);
  }
  close(descriptor);
}

// The loaders of dynamically linked programs.
static const char *const loaders[] = {
    "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",   0,
};

static int hide_files(const char *program, const char *const *readable) {
  long version = syscall(SYS_landlock_create_ruleset, 0, 0, 1);
  if (version < 1) return -1;
  struct landlock_rules all = {0, 0, 0};
  size_t size = landlock_all(version, &all);
  int rules = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
  if (rules < 0) return -1;
  if (program) allow(rules, program, MAY_EXECUTE | MAY_READ_FILE);
  for (int index = 0; loaders[index]; index++) {
    allow(rules, loaders[index], MAY_EXECUTE | MAY_READ_FILE);
  }
  for (; readable && *readable; readable++) {
    allow(rules, *readable, MAY_READ_FILE | MAY_READ_DIRECTORY);
  }
  int outcome = (int)syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return outcome;
}

int moa_confine(const char *program, const char *const *readable, pid_t parent) {
  // After the change of the account, which would reset it.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  // Systems before 5.13 have no Landlock; the filter of system calls is the part that must work.
  (void)hide_files(program, readable);
  return moa_filter_calls(program);
}

int moa_try_confinements(void) {
  int found = 0;
  int was_root = geteuid() == 0;
  if (leave_network() == 0) found |= MOA_CONFINES_NETWORK;
  if (!was_root || become_nobody() == 0) found |= MOA_CONFINES_ACCOUNT;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return found;
  if (hide_files(0, 0) == 0) found |= MOA_CONFINES_FILES;
  if (moa_filter_calls(0) == 0) found |= MOA_CONFINES_CALLS;
  return found;
}

#endif
