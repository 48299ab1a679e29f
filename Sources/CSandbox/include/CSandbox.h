// Starts a program that reads untrusted data, with as few rights as the system allows. It is in C
// because it happens between fork and exec.
#pragma once

#include <stdint.h>
#include <sys/types.h>

/// The limits of a confined program.
struct moa_confinement {
  /// Bytes of address space.
  uint64_t memory;
  /// Bytes that it may write to descriptor 1 if that is a file. 0 for none.
  uint64_t output;
  /// Processor seconds.
  uint64_t seconds;
  /// Paths that it may read, with everything below them; ends with a null pointer. On systems with
  /// Landlock other files do not exist for it.
  const char *const *readable;
};

/// Rights that the system can take from a program.
enum {
  /// Access to other files and, on newer systems, signals to other processes.
  MOA_CONFINES_FILES = 1,
  /// System calls outside of a list.
  MOA_CONFINES_CALLS = 2,
  /// The network.
  MOA_CONFINES_NETWORK = 4,
  /// Root's rights.
  MOA_CONFINES_ACCOUNT = 8,
};

/// Exit statuses of a new process that could not become the program; shells use 126 and 127
/// themselves.
enum {
  /// The required confinement is not available.
  MOA_NOT_CONFINED = 240,
  /// The program does not exist, or may not be started.
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

/// Returns the rights that this process could take from a program now. Starts a process to find
/// out.
int moa_confinements(void);

/// Opens an empty file without a name in `directory`, closed on exec; -1 with errno on failure. It
/// disappears with this process.
int moa_scratch_file(const char *directory);

/// The same file, open for reading only and at its beginning, or -1 with errno.
int moa_reopen_for_reading(int descriptor);

/// The same file, open for writing only and at its beginning, or -1 with errno: memory cannot be
/// made of it.
int moa_reopen_for_writing(int descriptor);
