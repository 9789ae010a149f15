// What the Glibc module leaves out.
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <malloc.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
int pthread_setname_np(pthread_t, const char *);

// environ(7), a variable that Swift takes for one of several threads.
static inline char **weatherd_environment(void) {
    extern char **environ;
    return environ;
}

// pidfd_open(2), which the C library has from 2.36 on.
static inline int weatherd_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

// prctl(2) takes any number of arguments, which Swift cannot give.
static inline int weatherd_set_dumpable(int dumpable) {
    return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0);
}
