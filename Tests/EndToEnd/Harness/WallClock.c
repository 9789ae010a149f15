// Preloaded into weatherd by the tests: time(2), its only wall clock, returns the time in the file named by WALL_CLOCK,
// and the boot clock that weatherd reads together with it stands still too. All waits use the real clocks.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// The layout of WallClock.swift.
static volatile struct {
    int64_t wall;    // seconds since 1970
    int64_t passed;  // seconds of the boot clock, besides those before the test
    int64_t armed;   // how often a timer was set that reports a change of the wall clock
} *page;

// weatherd reads the wall clock before and after the boot clock: 1 after the first, 2 after the boot clock, 0 after both.
static __thread int reading;

__attribute__((constructor)) static void hang_up(void) {
    if (page) return;
    const char *path = getenv("WALL_CLOCK");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *map = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    // A test with the wrong time would be worse than none.
    if (map == MAP_FAILED) abort();
    close(file);
    page = map;
}

time_t time(time_t *result) {
    if (!page) hang_up();
    time_t now = page->wall;
    if (result) *result = now;
    reading = reading == 2 ? 0 : 1;
    return now;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    if (!real) abort();
    if (clock == CLOCK_BOOTTIME && reading == 1) {
        reading = 2;
        *time = (struct timespec){1000000 + page->passed, 0};
        return 0;
    }
    return real(clock, time);
}

// Like the kernel, ends a wait for a time of the wall clock that has passed.
int timerfd_settime(int timer, int flags, const struct itimerspec *time, struct itimerspec *old) {
    static int (*real)(int, int, const struct itimerspec *, struct itimerspec *);
    if (!real) real = (int (*)(int, int, const struct itimerspec *, struct itimerspec *))dlsym(RTLD_NEXT, "timerfd_settime");
    if (!real) abort();
    if (!(flags & TFD_TIMER_CANCEL_ON_SET)) return real(timer, flags, time, old);
    if (!page) hang_up();
    __atomic_fetch_add(&page->armed, 1, __ATOMIC_SEQ_CST);
    struct itimerspec soon = {.it_value = {0, 1}};
    return time->it_value.tv_sec > page->wall ? real(timer, flags, time, old) : real(timer, 0, &soon, old);
}
