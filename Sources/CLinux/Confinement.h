// System calls and macros for sandboxing that Swift cannot import.
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
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

static inline int weatherd_seccomp_install(const struct sock_filter *program, unsigned short length) {
    struct sock_fprog whole = {.len = length, .filter = (struct sock_filter *)program};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole, 0, 0);
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

// The numbers of the system calls that are always denied, by index; -1 after the last.
static inline int weatherd_denied_call(size_t index) {
    static const int calls[] = {
        // Running programs and accessing other processes.
        SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, SYS_kill, SYS_tkill,
        SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_pidfd_open, SYS_pidfd_send_signal, SYS_pidfd_getfd,
        SYS_process_madvise, SYS_process_mrelease,
        // Namespaces and mounts.
        SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_move_mount, SYS_open_tree,
        SYS_fsopen, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_swapon, SYS_swapoff,
        // The kernel, and rarely used interfaces with a large attack surface.
        SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
        SYS_io_setup, SYS_io_submit, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_init_module, SYS_finit_module,
        SYS_delete_module, SYS_kexec_load, SYS_kexec_file_load, SYS_reboot, SYS_syslog, SYS_acct, SYS_quotactl,
        SYS_quotactl_fd, SYS_personality, SYS_vhangup, SYS_memfd_create, SYS_memfd_secret,
        SYS_remap_file_pages, SYS_vmsplice, SYS_migrate_pages, SYS_move_pages, SYS_mbind,
        // The clock and the machine's names.
        SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_sethostname, SYS_setdomainname,
        // Changing files.
        SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat, SYS_mkdirat, SYS_mknodat, SYS_fchmod, SYS_fchmodat,
        SYS_fchown, SYS_fchownat, SYS_truncate, SYS_ftruncate, SYS_fallocate, SYS_utimensat, SYS_setxattr, SYS_lsetxattr,
        SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, SYS_name_to_handle_at,
        SYS_open_by_handle_at, SYS_fanotify_init, SYS_inotify_init1, SYS_chdir, SYS_fchdir,
        // Accepting connections, and shared memory.
        SYS_listen, SYS_accept, SYS_accept4, SYS_shmget, SYS_shmat, SYS_msgget, SYS_semget, SYS_mq_open,
#ifdef SYS_renameat
        SYS_renameat,
#endif
#ifdef __x86_64__
        SYS_fork, SYS_vfork, SYS_creat, SYS_unlink, SYS_rename, SYS_link, SYS_symlink, SYS_mkdir, SYS_rmdir, SYS_mknod,
        SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat, SYS_inotify_init, SYS_iopl, SYS_ioperm,
        SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs,
#endif
    };
    return index < sizeof calls / sizeof *calls ? calls[index] : -1;
}

// syscall(2) is variadic, which Swift cannot call.
static inline long weatherd_syscall(long number, unsigned long first, unsigned long second) {
    return syscall(number, first, second, 0, 0, 0, 0);
}
