/* The time until a change reaches all watchers: COUNT connections watch a view over a Unix socket, and SILENT more watch a
   long view and never read. After a line on standard input, `toggle` is sent ROUNDS times, and each time is measured until the last watcher
   has read its whole reply.

   watchers SOCKET COUNT SILENT ROUNDS READING
   prints "watching" when all have received their first reply; then the median and the maximum of all rounds, in ms from the
   change until the last watcher has read it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 65536, PATIENCE = 5000 };

struct watcher {
    int socket;
    size_t length;
    char reply[BUFFER + 1];
};

static struct sockaddr_un address = {.sun_family = AF_UNIX};

static void fail(const char *what)
{
    fprintf(stderr, "watchers: %s\n", what);
    exit(1);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int connected(const char *request)
{
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
        perror(address.sun_path);
        exit(1);
    }
    size_t size = strlen(request);
    if (write(descriptor, request, size) != (ssize_t)size) fail("the server does not take the request");
    return descriptor;
}

/* Whether the watcher has received a complete reply. */
static int whole(struct watcher *w)
{
    char *end = memchr(w->reply, '\n', w->length);
    if (!end) return 0;
    if (strncmp(w->reply, "OK ", 3) != 0) fail("the reply is an error");
    long lines = strtol(w->reply + 3, NULL, 10);
    for (char *c = end + 1; c < w->reply + w->length; c++) lines -= *c == '\n';
    if (lines < 0) fail("a change was sent twice");
    return lines == 0;
}

/* Returns when each watcher has received another complete reply. */
static void await_all(int queue, int count)
{
    while (count > 0) {
        struct epoll_event events[64];
        int ready = epoll_wait(queue, events, 64, PATIENCE);
        if (ready == 0) fail("no reply for 5 s");
        for (int i = 0; i < ready; i++) {
            struct watcher *w = events[i].data.ptr;
            ssize_t got = read(w->socket, w->reply + w->length, BUFFER - w->length);
            if (got < 0 && errno == EAGAIN) continue;
            if (got <= 0) fail("the server hung up");
            w->length += (size_t)got;
            if (!whole(w)) continue;
            w->length = 0;
            count--;
        }
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    if (argc != 6 || strlen(argv[1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: watchers SOCKET COUNT SILENT ROUNDS VIEW\n");
        return 64;
    }
    strcpy(address.sun_path, argv[1]);
    int count = atoi(argv[2]), silent = atoi(argv[3]), rounds = atoi(argv[4]);
    char request[1024];
    snprintf(request, sizeof request, "watch %s\n", argv[5]);
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);

    int queue = epoll_create1(EPOLL_CLOEXEC);
    struct watcher *watchers = calloc((size_t)count, sizeof *watchers);
    double *times = calloc((size_t)rounds, sizeof *times);
    if (count < 1 || rounds < 1 || !watchers || !times) fail("no memory, or nothing asked for");
    for (int i = 0; i < silent; i++) connected("watch hourly 384\n");
    for (int i = 0; i < count; i++) {
        watchers[i].socket = connected(request);
        fcntl(watchers[i].socket, F_SETFL, O_NONBLOCK);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &watchers[i]};
        epoll_ctl(queue, EPOLL_CTL_ADD, watchers[i].socket, &event);
    }
    await_all(queue, count);
    puts("watching");
    fflush(stdout);
    if (getchar() == EOF) return 0;

    int control = connected("version\n");
    char answer[BUFFER];
    if (read(control, answer, sizeof answer) <= 0) fail("the server hung up");
    for (int i = 0; i < rounds; i++) {
        double begin = now();
        if (write(control, "toggle\n", 7) != 7) fail("the server does not take the change");
        await_all(queue, count);
        times[i] = now() - begin;
        if (read(control, answer, sizeof answer) <= 0) fail("the server hung up");
    }
    qsort(times, (size_t)rounds, sizeof *times, ascending);
    printf("%.1f %.1f\n", times[rounds / 2], times[rounds - 1]);
    return 0;
}
