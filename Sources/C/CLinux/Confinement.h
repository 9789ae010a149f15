// System calls and macros for sandboxing that Swift cannot import.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int weatherd_prctl(int option, unsigned long value) { return prctl(option, value, 0, 0, 0); }

// landlock(7). linux/landlock.h may be older than the kernel, so the structures are defined here.
struct weatherd_landlock_ruleset {
    uint64_t files, network, scope;
};
struct weatherd_landlock_path {
    uint64_t access;
    int32_t descriptor;
} __attribute__((packed));

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

// The ABI version of Landlock; negative when unavailable.
static inline int weatherd_landlock_version(void) { return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1); }

static inline int weatherd_landlock_create(const struct weatherd_landlock_ruleset *ruleset, size_t size) {
    return (int)syscall(SYS_landlock_create_ruleset, ruleset, size, 0);
}

static inline int weatherd_landlock_allow(int ruleset, uint64_t access, int descriptor) {
    struct weatherd_landlock_path path = {.access = access, .descriptor = descriptor};
    return (int)syscall(SYS_landlock_add_rule, ruleset, 1, &path, 0);
}

static inline int weatherd_landlock_restrict(int ruleset) {
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}

// Whether a filter can be installed in all threads; a service manager's filter may forbid seccomp(2).
static inline bool weatherd_seccomp_reaches_threads(void) {
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, NULL) < 0 && errno == EFAULT;
}

// Installs a filter in all threads of the process, or in this one and those that it will start.
static inline bool weatherd_seccomp_install(const struct sock_filter *program, unsigned short length, bool all_threads) {
    struct sock_fprog whole = {.len = length, .filter = (struct sock_filter *)program};
    if (all_threads) return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &whole) == 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole, 0, 0) == 0;
}

// The AUDIT_ARCH_* constant for seccomp(2); 0 for an architecture without verified system call numbers.
static inline uint32_t weatherd_seccomp_architecture(void) {
#if defined(__x86_64__) && !defined(__ILP32__)
    return AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    return AUDIT_ARCH_AARCH64;
#elif defined(__riscv) && __riscv_xlen == 64
    return AUDIT_ARCH_RISCV64;
#else
    return 0;
#endif
}

// open(2), which newer architectures replace with openat(2); -1 there.
static inline int weatherd_call_open(void) {
#ifdef SYS_open
    return SYS_open;
#else
    return -1;
#endif
}

// Macros of macros on newer architectures, which Swift may not import.
static inline int weatherd_call_openat(void) { return SYS_openat; }
static inline int weatherd_call_fcntl(void) { return SYS_fcntl; }
static inline int weatherd_call_mmap(void) { return SYS_mmap; }

// The numbers of the system calls that are allowed with any arguments, by index; -1 after the last. They act only on this
// process, its descriptors and its memory, or read the attributes of files.
static inline int weatherd_allowed_call(size_t index) {
    static const int calls[] = {
        // Descriptors.
        SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_lseek, SYS_close, SYS_dup, SYS_dup3, SYS_pipe2,
        SYS_eventfd2, SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait,
        // Reading about files.
        SYS_fstat, SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_readlinkat, SYS_getcwd, SYS_getdents64,
        // Connections.
        SYS_connect, SYS_sendto, SYS_sendmsg, SYS_sendmmsg, SYS_recvfrom, SYS_recvmsg, SYS_recvmmsg, SYS_shutdown,
        SYS_getsockname, SYS_getpeername,
        // Memory, threads and signals of this process.
        SYS_brk, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_set_robust_list, SYS_set_tid_address, SYS_rseq,
        SYS_sched_yield, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
        SYS_nanosleep, SYS_exit, SYS_exit_group,
        // What the process and the machine are.
        SYS_getpid, SYS_getppid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getrusage, SYS_sysinfo,
        SYS_uname, SYS_getcpu, SYS_gettimeofday, SYS_getrandom,
#ifdef SYS_getrlimit
        SYS_getrlimit,
#endif
#ifdef SYS_riscv_hwprobe
        SYS_riscv_hwprobe,
#endif
#ifdef __x86_64__
        SYS_dup2, SYS_pipe, SYS_poll, SYS_select, SYS_epoll_wait, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_time,
#endif
    };
    return index < sizeof calls / sizeof *calls ? calls[index] : -1;
}

// syscall(2) is variadic, which Swift cannot call.
static inline long weatherd_syscall(
    long number, unsigned long first, unsigned long second, unsigned long third, unsigned long fourth) {
    return syscall(number, first, second, third, fourth, 0, 0);
}
