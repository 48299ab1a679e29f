// Calls that Swift cannot make by itself, or not without a gap: fork, and descriptors that are
// closed on exec from their first moment.
//
// A program with this module that is started as process 1 on Linux, as in a container, splits before
// main: process 1 only reaps orphans and passes signals on, and its child is the program.
#pragma once

#include <sys/types.h>

/// Makes two connected stream sockets that are closed on exec. 0, or -1 with errno.
int moa_channel(int ends[2]);

/// The environment variables of this process, up to a null pointer.
char **moa_environment(void);

/// Names the calling thread, in at most 15 bytes.
void moa_name_thread(const char *name);

/// Protects the memory of this process: no core file, also of programs that it starts, and no
/// backtrace unless SWIFT_BACKTRACE asks for one; on Linux no other process of the same account may
/// read it. Lasts until an exec.
void moa_forbid_core_dumps(void);

/// Starts `program` with `descriptors` as 3, 4, ..., with 0, 1 and 2 as they are, and with no
/// other: signals at their defaults, none blocked. `LISTEN_PID=` in `environment`, which must have
/// room for ten digits, becomes the number of the new process. -1 with errno when there is no new
/// process; an exec that fails is the new process' exit status 127.
///
/// posix_spawn cannot do it: only the child knows its own number, and only before it is the
/// program.
pid_t moa_spawn(const char *program, char *const arguments[], char *const environment[],
                const int *descriptors, int count);
