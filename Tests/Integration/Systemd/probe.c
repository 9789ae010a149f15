// probe ATTEMPT...: makes each attempt, which a sandbox may forbid, in a separate process, and prints its name with
// "done" or the reason for its failure. The command "plant" creates what other attempts look for.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/keyctl.h>
#include <netdb.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

// Attempts return 0 on success, and otherwise set errno.

static int nonzero(int is_done) {
    return is_done ? 0 : (errno = 0, -1);
}

static int open_and_close(const char *path, int flags) {
    int file = open(path, flags | O_CLOEXEC, 0666);
    return file < 0 ? -1 : close(file);
}

static int run(const char *program, const char *attempt) {
    execl(program, program, attempt, (char *)NULL);
    return -1;
}

// MARK: - More privileges

static int become_root(void) { return run("/srv/probe-setuid", "is-root"); }
static int is_root(void) { return nonzero(geteuid() == 0); }
static int become_capable(void) { return run("/srv/probe-capable", "chroot"); }
static int change_root(void) { return chroot("/"); }
static int make_setuid(void) {
    const char *path = "/var/tmp/setuid";
    return open_and_close(path, O_CREAT | O_WRONLY) < 0 ? -1 : chmod(path, 04700);
}
static int make_namespace(void) { return unshare(CLONE_NEWUSER); }

// MARK: - The kernel

static int change_personality(void) { return personality(ADDR_NO_RANDOMIZE) < 0 ? -1 : 0; }
static int trace(void) { return ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0 ? -1 : 0; }
static int die_of_a_call(void) {
    pid_t child = fork();
    if (child == 0) _exit(trace() < 0);
    int status;
    return waitpid(child, &status, 0) < 0 ? -1 : nonzero(WIFSIGNALED(status));
}
static int call_as_32_bit(void) {
#ifdef __x86_64__
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    return nonzero(result == getpid());
#else
    return (errno = ENOSYS, -1);
#endif
}
// Without permission, the error is EPERM; with it, that there is no such process.
static int ask_for_realtime(void) {
    struct sched_param parameters = {.sched_priority = 1};
    return sched_setscheduler(INT_MAX, SCHED_FIFO, &parameters) == 0 || errno == ESRCH ? 0 : -1;
}
static int execute_data(void) {
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page == MAP_FAILED ? -1 : mprotect(page, 4096, PROT_READ | PROT_EXEC);
}
static int read_clock_adjustment(void) {
    struct timex timex = {.modes = 0};
    return adjtimex(&timex) < 0 ? -1 : 0;
}
static int list_modules(void) {
    DIR *directory = opendir("/usr/lib/modules");
    return directory ? closedir(directory) : -1;
}
static int read_symbols(void) { return open_and_close("/proc/kallsyms", O_RDONLY); }
static int write_kernel_log(void) { return open_and_close("/dev/kmsg", O_WRONLY); }
static int watch_camera(void) { return open_and_close("/dev/video0", O_RDONLY); }
static int make_control_group(void) {
    char line[PATH_MAX], path[2 * PATH_MAX];
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "0::", 3) != 0) continue;
        snprintf(path, sizeof path, "/sys/fs/cgroup%.*s/probe", (int)strcspn(line + 3, "\n"), line + 3);
        return mkdir(path, 0700) < 0 ? -1 : rmdir(path);
    }
    return -1;
}

// MARK: - The network

// In its own network namespace any process may, unless the kernel is configured otherwise.
static int sniff_packets(void) {
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) < 0) return -1;
    return socket(AF_PACKET, SOCK_RAW, 0) < 0 ? -1 : 0;
}

// MARK: - Other users' property

static int read_other_home(void) { return open_and_close("/home/bob/letter", O_RDONLY); }
static int read_own_home(void) { return open_and_close("/home/alice/letter", O_RDONLY); }
static int change_home(void) { return open_and_close("/home/alice/letter", O_WRONLY); }
static int read_temporary(void) { return open_and_close("/var/tmp/letter", O_RDONLY); }
static int write_outside(void) { return open_and_close("/srv/open/file", O_CREAT | O_WRONLY); }
static int reach(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strcpy(address.sun_path, path);
    int socket_ = socket(AF_UNIX, SOCK_STREAM, 0);
    return connect(socket_, (struct sockaddr *)&address, sizeof address);
}
static int reach_bus(void) { return reach("/run/user/4711/bus"); }
static int reach_manager(void) { return reach("/run/user/4711/systemd/private"); }
static int read_environment(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/environ", getenv("MANAGER"));
    return open_and_close(path, O_RDONLY);
}
static int let_others_read(void) {
    struct stat status;
    int file = open("/var/tmp/for-all", O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0 || fstat(file, &status) < 0) return -1;
    unlink("/var/tmp/for-all");
    return nonzero(status.st_mode & 0077);
}
static int dump_core(void) {
    struct rlimit limit = {1 << 20, 1 << 20};
    return setrlimit(RLIMIT_CORE, &limit);
}
static int open_many_files(void) {
    struct rlimit limit = {8192, 8192};
    return setrlimit(RLIMIT_NOFILE, &limit);
}
static int find_key(void) {
    return syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_SESSION_KEYRING, "user", "probe", 0) < 0 ? -1 : 0;
}
static int plant(void) {
    long key = syscall(SYS_add_key, "user", "probe", "secret", 6, KEY_SPEC_USER_KEYRING);
    // The keys of this user outlive the test.
    return key < 0 || syscall(SYS_keyctl, KEYCTL_SET_TIMEOUT, key, 300) < 0 ? -1 : 0;
}

// MARK: - What commands need

static int run_program(void) { return run("/bin/true", ""); }
static int run_own_program(void) { return run("/home/alice/bin/probe", "resolve-names"); }
static int be_nice(void) { return setpriority(PRIO_PROCESS, 0, 5); }
static int resolve_names(void) {
    struct addrinfo *addresses;
    return nonzero(getaddrinfo("localhost", "80", NULL, &addresses) == 0);
}

static const struct {
    const char *name;
    int (*make)(void);
} attempts[] = {
    {"become-root", become_root},
    {"is-root", is_root},
    {"become-capable", become_capable},
    {"chroot", change_root},
    {"make-setuid", make_setuid},
    {"make-namespace", make_namespace},
    {"change-personality", change_personality},
    {"trace", trace},
    {"die-of-a-call", die_of_a_call},
    {"call-as-32-bit", call_as_32_bit},
    {"ask-for-realtime", ask_for_realtime},
    {"execute-data", execute_data},
    {"read-clock-adjustment", read_clock_adjustment},
    {"list-modules", list_modules},
    {"read-symbols", read_symbols},
    {"write-kernel-log", write_kernel_log},
    {"watch-camera", watch_camera},
    {"make-control-group", make_control_group},
    {"sniff-packets", sniff_packets},
    {"read-other-home", read_other_home},
    {"read-own-home", read_own_home},
    {"change-home", change_home},
    {"read-temporary", read_temporary},
    {"write-outside", write_outside},
    {"reach-bus", reach_bus},
    {"reach-manager", reach_manager},
    {"read-environment", read_environment},
    {"let-others-read", let_others_read},
    {"dump-core", dump_core},
    {"open-many-files", open_many_files},
    {"find-key", find_key},
    {"run-program", run_program},
    {"run-own-program", run_own_program},
    {"be-nice", be_nice},
    {"resolve-names", resolve_names},
    {"plant", plant},
};

static int make(const char *name) {
    for (size_t index = 0; index < sizeof attempts / sizeof *attempts; index++) {
        if (strcmp(attempts[index].name, name) == 0) {
            errno = 0;
            return attempts[index].make() == 0 ? 0 : errno ? errno : 255;
        }
    }
    return 254;
}

int main(int count, char **words) {
    // The user manager's, if it has started this process.
    char manager[16];
    snprintf(manager, sizeof manager, "%d", getppid());
    setenv("MANAGER", manager, 0);
    // Under another name it is one of its own attempts, which only checks the exit status.
    if (strcmp(words[0], "/srv/probe") != 0) return count == 2 ? make(words[1]) : 254;
    for (int index = 1; index < count; index++) {
        pid_t child = fork();
        if (child == 0) _exit(make(words[index]));
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) {
            printf("%s: %s\n", words[index], strsignal(WTERMSIG(status)));
        } else {
            int code = WEXITSTATUS(status);
            printf("%s: %s\n", words[index], code == 0 ? "done" : code == 255 ? "without effect" : strerror(code));
        }
    }
    return 0;
}
