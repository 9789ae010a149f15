// Preloaded into weatherd by the tests: time(2), its only wall clock, returns the time in the file named by WALL_CLOCK.
// All waits use the real clocks.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const volatile time_t *wall;

__attribute__((constructor)) static void hang_up(void) {
    const char *path = getenv("WALL_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *page = mmap(NULL, sizeof *wall, PROT_READ, MAP_SHARED, file, 0);
    // A test with the wrong time would be worse than none.
    if (page == MAP_FAILED) abort();
    close(file);
    wall = page;
}

time_t time(time_t *result) {
    if (!wall) hang_up();
    time_t now = *wall;
    if (result) *result = now;
    return now;
}
