// A program that reads what strangers sent: started with as little power as the system can take
// from it. What Swift cannot do itself, because it happens between fork and exec.
#pragma once

#include <stdint.h>
#include <sys/types.h>

/// What a confined program may use up and see.
struct moa_confinement {
  /// Bytes of address space.
  uint64_t memory;
  /// Bytes that a file may have to which it writes: descriptor 1, when that is one. 0 for none.
  uint64_t output;
  /// Seconds of a processor.
  uint64_t seconds;
  /// Paths that it may read, and all below them; ends with a null pointer. Others do not exist for
  /// it, where the system has Landlock.
  const char *const *readable;
};

/// What the system can take from a program.
enum {
  /// Other files and, on newer systems, signals to others.
  MOA_CONFINES_FILES = 1,
  /// System calls.
  MOA_CONFINES_CALLS = 2,
  /// The network, whole.
  MOA_CONFINES_NETWORK = 4,
  /// The rights of root.
  MOA_CONFINES_ACCOUNT = 8,
};

/// How a new process ends that could not become the program; shells use 126 and 127 themselves.
enum {
  /// The confinement that must be there is not.
  MOA_NOT_CONFINED = 240,
  /// There is no such program, or it may not be started.
  MOA_NOT_STARTED = 241,
};

/// Starts `program`, an absolute path, with `descriptors` as 0, 1 and 2 and with no other, in a
/// process group of its own, in `/`, with the signals at their defaults. It dies with the calling
/// thread, which must therefore wait for it.
///
/// -1 with errno when there is no new process. Otherwise a new process that could not become the
/// program ends with one of the statuses below.
pid_t moa_spawn_confined(const char *program, char *const arguments[], char *const environment[],
                         const int descriptors[3], const struct moa_confinement *confinement);

/// Which of the above this process could take from a program now. Starts a process to find out.
int moa_confinements(void);

/// An empty file without a name in `directory`, closed on exec, or -1 with errno. Whatever becomes
/// of us, nothing is left of it.
int moa_scratch_file(const char *directory);

/// The same file, open for reading only and at its beginning, or -1 with errno.
int moa_reopen_for_reading(int descriptor);
