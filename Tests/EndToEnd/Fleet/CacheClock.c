// Preloaded into nginx by the tests: its wall clock is ahead by the seconds in the file named by CACHE_CLOCK. Its timers use
// the monotonic clock, and are real.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

static volatile int64_t *ahead;
static int (*real)(struct timeval *, void *);

__attribute__((constructor)) static void hang_up(void) {
    const char *path = getenv("CACHE_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *map = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    // A test with the wrong time would be worse than none.
    if (map == MAP_FAILED || !real) abort();
    close(file);
    ahead = map;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    int result = real(time, zone);
    if (result == 0) time->tv_sec += *ahead;
    return result;
}
