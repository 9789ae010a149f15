// Functions that Swift's standard library expects from a runtime that Embedded Swift lacks. Weak, since the system's C library
// may define them.
#include <stdlib.h>
#include <sys/random.h>

// Seeds hash tables.
__attribute__((weak)) void arc4random_buf(void *bytes, size_t count) { (void)!getrandom(bytes, count, 0); }

// For Double(_: String). No program sets a locale, so strtod(3) uses the C locale.
__attribute__((weak)) const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
    char *end;
    *number = strtod(text, &end);
    return end;
}
