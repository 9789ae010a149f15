// Preloaded into weatherd by the soak: a month passes in minutes. The test sets the wall clock, advances the clock of
// the deadlines, and makes the disk fail. All else is real.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// The layout of FastClock.swift.
struct page {
    int64_t wall;      // seconds since 1970
    int64_t ahead;     // offset of CLOCK_BOOTTIME, nanoseconds
    int64_t deadline;  // the earliest pending one, by the advanced clock; INT64_MAX for none
    int64_t failure;   // the errno of every write to the disk; 0 for none
    int64_t jumps;     // how often the wall clock was set
    int64_t heap;      // bytes allocated and not freed, at the last advance
};

enum { timers = 1 << 14 };
static volatile struct page *page;
static int moves, moved;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
// By descriptor: 0 for none, -1 for one that reports clock jumps, otherwise the deadline.
static int64_t deadlines[timers];

static const int64_t second = 1000000000;

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

static int settime(int timer, int flags, const struct itimerspec *time, struct itimerspec *old) {
    static int (*real)(int, int, const struct itimerspec *, struct itimerspec *);
    if (!real) real = next("timerfd_settime");
    return real(timer, flags, time, old);
}

// The kernel's deadline is earlier by the clock's offset.
static void arm(int timer) {
    int64_t left = deadlines[timer] - page->ahead;
    if (left < 1) left = 1;
    struct itimerspec time = {.it_value = {left / second, left % second}};
    settime(timer, TFD_TIMER_ABSTIME, &time, NULL);
}

static void publish(void) {
    int64_t earliest = INT64_MAX;
    for (int timer = 0; timer < timers; timer++)
        if (deadlines[timer] > 0 && deadlines[timer] < earliest) earliest = deadlines[timer];
    page->deadline = earliest;
}

static void *follow(void *unused) {
    (void)unused;
    int64_t jumps = page->jumps;
    char byte;
    while (read(moves, &byte, 1) == 1) {
        pthread_mutex_lock(&lock);
        for (int timer = 0; timer < timers; timer++) {
            struct itimerspec soon = {.it_value = {0, 1}};
            if (deadlines[timer] > 0) arm(timer);
            // Like the kernel with TFD_TIMER_CANCEL_ON_SET, makes the descriptor readable too.
            if (deadlines[timer] < 0 && page->jumps != jumps) settime(timer, 0, &soon, NULL);
        }
        jumps = page->jumps;
        pthread_mutex_unlock(&lock);
        struct mallinfo2 heap = mallinfo2();
        page->heap = (int64_t)(heap.uordblks + heap.hblkhd);
        if (write(moved, &byte, 1) != 1) abort();
    }
    return NULL;
}

__attribute__((constructor)) static void hang_up(void) {
    if (page) return;
    const char *path = getenv("FAST_CLOCK");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *map = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    moves = open(getenv("FAST_CLOCK_MOVES"), O_RDWR | O_CLOEXEC);
    moved = open(getenv("FAST_CLOCK_MOVED"), O_RDWR | O_CLOEXEC);
    // A test with the wrong time would be worse than none.
    if (map == MAP_FAILED || moves < 0 || moved < 0) abort();
    close(file);
    page = map;
    page->deadline = INT64_MAX;
    pthread_t thread;
    if (pthread_create(&thread, NULL, follow, NULL)) abort();
}

time_t time(time_t *result) {
    if (!page) hang_up();
    time_t now = page->wall;
    if (result) *result = now;
    return now;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = next("clock_gettime");
    int result = real(clock, time);
    if (clock == CLOCK_BOOTTIME && page && result == 0) {
        int64_t now = time->tv_sec * second + time->tv_nsec + page->ahead;
        *time = (struct timespec){now / second, now % second};
    }
    return result;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *time, struct itimerspec *old) {
    if (timer < 0 || timer >= timers || !(flags & TFD_TIMER_ABSTIME)) return settime(timer, flags, time, old);
    pthread_mutex_lock(&lock);
    int result = 0;
    if (flags & TFD_TIMER_CANCEL_ON_SET) {
        deadlines[timer] = -1;
        result = settime(timer, flags, time, old);
    } else if (deadlines[timer]) {
        deadlines[timer] = time->it_value.tv_sec * second + time->it_value.tv_nsec;
        arm(timer);
        publish();
    } else {
        result = settime(timer, flags, time, old);
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int timerfd_create(int clock, int flags) {
    static int (*real)(int, int);
    if (!real) real = next("timerfd_create");
    int timer = real(clock, flags);
    if (clock == CLOCK_BOOTTIME && timer >= 0 && timer < timers) {
        pthread_mutex_lock(&lock);
        deadlines[timer] = INT64_MAX;
        pthread_mutex_unlock(&lock);
    }
    return timer;
}

int close(int descriptor) {
    static int (*real)(int);
    if (!real) real = next("close");
    if (descriptor < 0 || descriptor >= timers || !deadlines[descriptor]) return real(descriptor);
    pthread_mutex_lock(&lock);
    deadlines[descriptor] = 0;
    publish();
    int result = real(descriptor);
    pthread_mutex_unlock(&lock);
    return result;
}

// A full or broken disk accepts the bytes and fails when they must be durable; a read-only one rejects the file.
int fsync(int file) {
    static int (*real)(int);
    if (!real) real = next("fsync");
    if (!page || (page->failure != ENOSPC && page->failure != EIO)) return real(file);
    errno = (int)page->failure;
    return -1;
}

// Only stored files are opened relative to their directory.
int openat(int directory, const char *path, int flags, ...) {
    int (*real)(int, const char *, int, ...) = next("openat");
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (page && (flags & O_CREAT) && (page->failure == EROFS || page->failure == EACCES)) {
        errno = (int)page->failure;
        return -1;
    }
    return real(directory, path, flags, mode);
}
