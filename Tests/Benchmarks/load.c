/* Requests per second over a Unix socket: N connections, one outstanding request on each, one thread, one epoll. The same
   generator is used for weatherd and other line servers (`line`: sends `short`) and for redis (`resp`: gets the key `weather`), so
   that only the servers differ.

   load DIALECT SOCKET CONNECTIONS SECONDS [WARM-UP SECONDS]
   prints: requests/s, p50 in us, p99 in us, number of requests. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 65536 };

struct connection {
    int socket;
    uint64_t asked;
    size_t length;
    char reply[BUFFER + 1];
};

struct dialect {
    const char *name, *request;
    /* Whether the bytes are a complete reply: 1 yes, 0 not yet, -1 it is a different reply. */
    int (*whole)(const char *reply, size_t length);
};

static void fail(const char *what)
{
    fprintf(stderr, "load: %s\n", what);
    exit(1);
}

static int line_whole(const char *reply, size_t length)
{
    const char *end = memchr(reply, '\n', length);
    if (!end) return 0;
    if (strncmp(reply, "OK ", 3) != 0) return -1;
    long lines = strtol(reply + 3, NULL, 10);
    for (const char *c = end + 1; c < reply + length; c++) lines -= *c == '\n';
    return lines == 0;
}

static int resp_whole(const char *reply, size_t length)
{
    const char *end = memchr(reply, '\n', length);
    if (!end) return 0;
    long size = reply[0] == '$' ? strtol(reply + 1, NULL, 10) : -1;
    if (size < 0) return -1;
    return length == (size_t)(end + 1 - reply) + (size_t)size + 2;
}

static const struct dialect dialects[] = {
    {"line", "short\n", line_whole},
    {"resp", "*2\r\n$3\r\nGET\r\n$7\r\nweather\r\n", resp_whole},
};

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void ask(struct connection *c, const struct dialect *dialect, uint64_t at)
{
    size_t size = strlen(dialect->request);
    c->length = 0;
    c->asked = at;
    if (write(c->socket, dialect->request, size) != (ssize_t)size) fail("the server does not take the request");
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    const struct dialect *dialect = NULL;
    for (size_t i = 0; argc >= 5 && i < sizeof dialects / sizeof *dialects; i++)
        if (strcmp(argv[1], dialects[i].name) == 0) dialect = &dialects[i];
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!dialect || strlen(argv[2]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: load line|resp SOCKET CONNECTIONS SECONDS [WARM-UP SECONDS]\n");
        return 64;
    }
    strcpy(address.sun_path, argv[2]);
    int count = atoi(argv[3]);
    double seconds = atof(argv[4]), warm_up = argc > 5 ? atof(argv[5]) : 0.2;

    int queue = epoll_create1(EPOLL_CLOEXEC);
    struct connection *connections = calloc((size_t)count, sizeof *connections);
    size_t capacity = 1u << 20, samples = 0;
    uint32_t *latency = malloc(capacity * sizeof *latency);
    if (count < 1 || !connections || !latency) fail("no memory, or no connections asked for");
    for (int i = 0; i < count; i++) {
        struct connection *c = &connections[i];
        c->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connect(c->socket, (struct sockaddr *)&address, sizeof address) != 0) {
            perror(argv[2]);
            return 1;
        }
        fcntl(c->socket, F_SETFL, O_NONBLOCK);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = c};
        epoll_ctl(queue, EPOLL_CTL_ADD, c->socket, &event);
    }

    uint64_t begin = now() + (uint64_t)(warm_up * 1e9), end = begin + (uint64_t)(seconds * 1e9), at = 0;
    for (int i = 0; i < count; i++) ask(&connections[i], dialect, now());
    while (at < end) {
        struct epoll_event events[64];
        int ready = epoll_wait(queue, events, 64, 5000);
        if (ready == 0) fail("no reply for 5 s");
        for (int i = 0; i < ready; i++) {
            struct connection *c = events[i].data.ptr;
            ssize_t got = read(c->socket, c->reply + c->length, BUFFER - c->length);
            if (got < 0 && errno == EAGAIN) continue;
            if (got <= 0) fail("the server hung up");
            c->length += (size_t)got;
            c->reply[c->length] = '\0';
            int whole = dialect->whole(c->reply, c->length);
            if (whole < 0) fail("the reply is an error");
            if (!whole) continue;
            at = now();
            if (at >= begin && at < end) {
                if (samples == capacity) {
                    capacity *= 2;
                    latency = realloc(latency, capacity * sizeof *latency);
                    if (!latency) fail("no memory");
                }
                latency[samples++] = (uint32_t)(at - c->asked);
            }
            ask(c, dialect, at);
        }
    }
    if (samples == 0) fail("no request was answered");
    qsort(latency, samples, sizeof *latency, ascending);
    printf("%.0f %.1f %.1f %zu\n", (double)samples / seconds, latency[samples / 2] / 1e3, latency[samples * 99 / 100] / 1e3,
           samples);
    return 0;
}
