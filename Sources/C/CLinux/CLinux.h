// What the Glibc module lacks. Not with _GNU_SOURCE: it changes fd_set, so that the compiler rejects files which also import Glibc.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/vfs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
int pthread_setname_np(pthread_t, const char *);
int accept4(int, struct sockaddr *, socklen_t *, int);
int pipe2(int *, int);
int prlimit(pid_t, int, const struct rlimit *, struct rlimit *);
int setns(int, int);

// The result of SO_PEERCRED, by unix(7).
struct ucred {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

// environ(7), which Swift 6 rejects as shared mutable state.
static inline char **weatherd_environment(void) {
    extern char **environ;
    return environ;
}

// pidfd_open(2), which glibc has since 2.36.
static inline int weatherd_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

// pidfd_send_signal(2), which glibc has since 2.36.
static inline int weatherd_pidfd_send_signal(int process, int number) {
    return (int)syscall(SYS_pidfd_send_signal, process, number, NULL, 0);
}

// prctl(2) is variadic, which Swift cannot call.
static inline int weatherd_set_dumpable(int dumpable) {
    return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0);
}
