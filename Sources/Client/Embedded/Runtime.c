// What Swift's standard library takes from a runtime that Embedded Swift does not have. It is weak, since the system's C library may
// have it.
#include <stdlib.h>
#include <sys/random.h>

// The seed of hash tables.
__attribute__((weak)) void arc4random_buf(void *bytes, size_t count) { (void)!getrandom(bytes, count, 0); }

// Double(_: String). No program sets a locale, so it is the C locale.
__attribute__((weak)) const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end;
}
