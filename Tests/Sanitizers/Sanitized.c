// Linked into each program that `make sanitize` builds.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Memory comes from the sanitizer instead of the C library, whose malloc_trim would walk through an uninitialized heap.
int malloc_trim(size_t padding) {
    (void)padding;
    return 0;
}

// Set here instead of in the environment, which the tests do not pass to the programs. A finding ends the program with
// a status that no test accepts as success.
#define OPTIONS "halt_on_error=1:exitcode=66:log_path=" REPORTS "/report"

const char *__asan_default_options(void) { return OPTIONS ":detect_leaks=0"; }

// The thread sanitizer waits a second at the end of each program, and the tests start hundreds of them.
const char *__tsan_default_options(void) { return OPTIONS ":atexit_sleep_ms=20"; }

void __sanitizer_set_report_fd(void *) __attribute__((weak));

// The worker's sandbox forbids to open a report later.
__attribute__((constructor)) static void open_report(void) {
    char path[sizeof REPORTS + 40];
    if (!strstr(program_invocation_short_name, "worker") || !__sanitizer_set_report_fd) return;
    snprintf(path, sizeof path, REPORTS "/worker.%d", getpid());
    int report = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (report >= 0) __sanitizer_set_report_fd((void *)(intptr_t)report);
}

// A copy of a locked state is read without the lock, and the state is changed in place when no copy shares it any more; the
// reference count that orders both is in Swift's runtime, which is not instrumented. The pattern names the closures that a
// Mutex calls with its state (`inout sending`), in which the compiler has excluded real races.
const char *__tsan_default_suppressions(void) { return "race:zYu*XEfU\n"; }

// An uncontended Mutex uses atomic operations in the program's code, which the thread sanitizer sees; a contended one
// spins and calls futex(2) in Swift's library, which is not instrumented. Without these annotations, two critical
// sections seem to overlap.
void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

#define REAL(function, name) ((__typeof__(&function))dlsym(RTLD_NEXT, name))
#define SLOW(function, type) "$s15Synchronization12_MutexHandleV" function type
#define LOCK SLOW("9_lockSlow", "yys6UInt32VF")
#define TRY_LOCK SLOW("12_tryLockSlow", "SbyF")
#define UNLOCK SLOW("11_unlockSlow", "yyF")
#define SWIFT __attribute__((swiftcall))
#define HANDLE void *handle __attribute__((swift_context))

SWIFT void lock_slowly(uint32_t thread, HANDLE) __asm__(LOCK);
SWIFT bool try_lock_slowly(HANDLE) __asm__(TRY_LOCK);
SWIFT void unlock_slowly(HANDLE) __asm__(UNLOCK);

SWIFT void lock_slowly(uint32_t thread, HANDLE) {
    REAL(lock_slowly, LOCK)(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT bool try_lock_slowly(HANDLE) {
    bool taken = REAL(try_lock_slowly, TRY_LOCK)(handle);
    if (taken && __tsan_acquire) __tsan_acquire(handle);
    return taken;
}

SWIFT void unlock_slowly(HANDLE) {
    if (__tsan_release) __tsan_release(handle);
    REAL(unlock_slowly, UNLOCK)(handle);
}
