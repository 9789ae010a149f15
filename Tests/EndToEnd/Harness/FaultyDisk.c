// Preloaded into weatherd by the tests: opening, reading, writing, syncing or renaming the state and cache files fails
// or hangs, as the file named by FAULTY_DISK specifies. Other files and sockets are not affected.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The errno of each call; 0 if it succeeds.
static const volatile struct faults {
    int open_to_read, open_to_write, read, write, sync, sync_directory, rename;
    // Whether a sync waits at the pipe for the test.
    int hang;
} *faults;

__attribute__((constructor)) static void look(void) {
    const char *path = getenv("FAULTY_DISK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *page = mmap(NULL, sizeof *faults, PROT_READ, MAP_SHARED, file, 0);
    if (page == MAP_FAILED) abort();
    close(file);
    faults = page;
}

static int is_ours(const char *path) {
    return strstr(path, "/state/weatherd") != NULL || strstr(path, "/cache/weatherd") != NULL;
}

// The path of an open file; empty if it has none.
static const char *path_of(int file, char path[4096]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 4095);
    path[length < 0 ? 0 : length] = 0;
    return path;
}

static int is_ours_open(int file) {
    char path[4096];
    return is_ours(path_of(file, path));
}

// Whether it is one of our directories, or a parent of one.
static int is_our_directory(int file) {
    struct stat status;
    if (fstat(file, &status) < 0 || !S_ISDIR(status.st_mode)) return 0;
    char path[4096 + sizeof "/weatherd"];
    path_of(file, path);
    return is_ours(strcat(path, "/weatherd"));
}

static int fail(int code) {
    errno = code;
    return -1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_ours_at(int directory, const char *path) {
    return directory == AT_FDCWD || path[0] == '/' ? is_ours(path) : is_ours_open(directory);
}

static int open_it(int directory, const char *path, int flags, mode_t mode) {
    if (faults && is_ours_at(directory, path)) {
        int code = (flags & (O_WRONLY | O_RDWR)) ? faults->open_to_write : faults->open_to_read;
        if (code && !(flags & O_DIRECTORY)) return fail(code);
    }
    return REAL(openat)(directory, path, flags, mode);
}

#define OPEN(directory)                                \
    va_list rest;                                      \
    va_start(rest, flags);                             \
    mode_t mode = va_arg(rest, mode_t);                \
    va_end(rest);                                      \
    return open_it(directory, path, flags, mode)

int open(const char *path, int flags, ...) { OPEN(AT_FDCWD); }
int open64(const char *path, int flags, ...) { OPEN(AT_FDCWD); }
int openat(int directory, const char *path, int flags, ...) { OPEN(directory); }
int openat64(int directory, const char *path, int flags, ...) { OPEN(directory); }

int mkdir(const char *path, mode_t mode) {
    if (faults->open_to_write && is_ours(path)) return fail(faults->open_to_write);
    return REAL(mkdir)(path, mode);
}

int rename(const char *from, const char *to) {
    if (faults->rename && is_ours(to)) return fail(faults->rename);
    return REAL(rename)(from, to);
}

int renameat(int from_directory, const char *from, int to_directory, const char *to) {
    if (faults->rename && is_ours_at(to_directory, to)) return fail(faults->rename);
    return REAL(renameat)(from_directory, from, to_directory, to);
}

ssize_t read(int file, void *bytes, size_t count) {
    if (faults && faults->read && is_ours_open(file)) return fail(faults->read);
    return REAL(read)(file, bytes, count);
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (faults && faults->write && is_ours_open(file)) return fail(faults->write);
    return REAL(write)(file, bytes, count);
}

int fsync(int file) {
    if (faults->sync && is_ours_open(file)) return fail(faults->sync);
    if (faults->sync_directory && is_our_directory(file)) return fail(faults->sync_directory);
    if (faults->hang && is_ours_open(file)) {
        char byte;
        // Opening waits until the test opens the pipe, reading until it closes it.
        int pipe = REAL(openat)(AT_FDCWD, getenv("FAULTY_DISK_PIPE"), O_RDONLY | O_CLOEXEC);
        while (REAL(read)(pipe, &byte, 1) > 0) {}
        close(pipe);
    }
    return REAL(fsync)(file);
}
