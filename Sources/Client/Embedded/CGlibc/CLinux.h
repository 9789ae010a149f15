// The part of Sources/C/CLinux that weatherctl uses.
#define _GNU_SOURCE 1
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int weatherd_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

static inline char **weatherd_environment(void) {
    extern char **environ;
    return environ;
}
