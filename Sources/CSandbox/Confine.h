// Functions for Linux only. All of them are called between fork and exec.
#pragma once

#include <sys/types.h>

/// The account without privileges, by convention of Linux and of Debian's /etc/passwd.
enum { MOA_NOBODY = 65534 };

/// Offers this process as the first to be killed when memory runs out, leaves the network, and
/// stops being root, as far as each is possible.
void moa_prepare_confinement(void);

/// Takes the right to everything but reading `readable` and starting `program`, for good. 0, or -1
/// when system calls cannot be filtered although this is Linux.
int moa_confine(const char *program, const char *const *readable, pid_t parent);

/// Confines this process and says how far it got.
int moa_try_confinements(void);

/// Installs the filter of system calls. 0, or -1.
int moa_filter_calls(const char *program);
