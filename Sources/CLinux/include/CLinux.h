// What Swift cannot call by itself on Linux: macros, unions and variadic functions.
// Empty on other systems, where the portable poller is used instead.
#pragma once

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>

static inline unsigned int moa_epoll_exclusive(void) { return EPOLLEXCLUSIVE; }
static inline unsigned int moa_epoll_edge_triggered(void) { return EPOLLET; }
#endif
