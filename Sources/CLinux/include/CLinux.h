// For Swift on Linux, which cannot call macros, unions and variadic functions.
// Empty on other systems, where the portable poller is used instead.
#pragma once

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

static inline unsigned int moa_epoll_edge_triggered(void) { return EPOLLET; }

/// Accepts a connection that is non-blocking and closed on exec from its first moment.
int moa_accept4(int listener, struct sockaddr *address, socklen_t *length);

/// Gives freed memory back to the system. May take milliseconds.
void moa_trim_memory(void);

/// From now on freed blocks of 1 MiB and more go back to the system at once. Call it before there are threads.
void moa_return_large_blocks(void);

/// An empty file in memory, without a name and closed on exec, or -1.
int moa_memory_file(void);

/// Processors that this process may run on, or -1.
int moa_usable_processors(void);

/// Makes the system drop new handshakes with a listener, while those that are under way go on. Holds for all processes that share the socket. Returns 0, or -1 with errno.
int moa_refuse_handshakes(int listener);

/// Bytes that were written but not acknowledged by the peer, or -1.
int moa_unacknowledged(int descriptor);
#endif
