// Linked into each program that `make sanitize` builds.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

// Memory comes from the sanitizer and not from the C library, whose malloc_trim would walk through a heap that was never set
// up.
int malloc_trim(size_t padding) {
    (void)padding;
    return 0;
}

// Here and not in the environment, which the tests do not hand on to the programs. A finding ends the program that it is in,
// with a status that no test takes for a good one.
#define OPTIONS "halt_on_error=1:exitcode=66:log_path=" REPORTS "/report"

const char *__asan_default_options(void) { return OPTIONS ":detect_leaks=0"; }

const char *__tsan_default_options(void) { return OPTIONS ":suppressions=" SUPPRESSIONS; }

// The main thread never comes back from here, and what it has on its stack ends without a word to the address sanitizer, as
// Swift's compiler does not say so. libdispatch then waits for signals on that same stack, whose old bounds it would be found
// to break.
void __asan_handle_no_return(void) __attribute__((weak));

void dispatch_main(void) {
    void (*real)(void) = (void (*)(void))dlsym(RTLD_NEXT, "dispatch_main");
    if (__asan_handle_no_return) __asan_handle_no_return();
    real();
}
