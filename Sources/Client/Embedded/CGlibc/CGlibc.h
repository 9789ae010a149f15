// The C library headers that weatherctl and its modules use, for musl and glibc.
#define _GNU_SOURCE 1
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// glibc declares these as an enumeration, whose raw values the Swift code uses.
#ifndef __GLIBC__
enum { cglibc_stream = SOCK_STREAM, cglibc_nonblock = SOCK_NONBLOCK, cglibc_cloexec = SOCK_CLOEXEC };
#undef SOCK_STREAM
#undef SOCK_NONBLOCK
#undef SOCK_CLOEXEC
enum __socket_type { SOCK_STREAM = cglibc_stream, SOCK_NONBLOCK = cglibc_nonblock, SOCK_CLOEXEC = cglibc_cloexec };
#endif

// Swift cannot call variadic functions.
static inline int cglibc_open(const char *path, int flags) { return open(path, flags); }
static inline int cglibc_fcntl(int descriptor, int command) { return fcntl(descriptor, command); }
static inline int cglibc_fcntl_value(int descriptor, int command, int value) { return fcntl(descriptor, command, value); }
static inline int cglibc_ioctl(int descriptor, unsigned long request, void *value) { return ioctl(descriptor, request, value); }

// Swift cannot import these macros.
static inline int cglibc_errno(void) { return errno; }
static inline void (*cglibc_ignore(void))(int) { return SIG_IGN; }
