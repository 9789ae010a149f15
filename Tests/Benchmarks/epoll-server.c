/* A line server on a Unix socket, one thread, one epoll: answers each line with the same reply, `OK 1` and the text that is
   its second argument. The baseline for the speed of weatherd's replies. Prints `ready` when it listens; a signal ends it. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int serve(int client, const char *reply, size_t size)
{
    char request[4096];
    ssize_t got = read(client, request, sizeof request);
    if (got < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
    if (got == 0) return -1;
    for (ssize_t i = 0; i < got; i++)
        if (request[i] == '\n' && write(client, reply, size) != (ssize_t)size) return -1;
    return 0;
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc != 3 || strlen(argv[1]) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: epoll-server SOCKET TEXT\n");
        return 64;
    }
    /* A write to a client that has disconnected fails instead. */
    signal(SIGPIPE, SIG_IGN);
    strcpy(address.sun_path, argv[1]);
    unlink(argv[1]);
    char *reply;
    int size = asprintf(&reply, "OK 1\n%s\n", argv[2]);

    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int queue = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
    if (size < 0 || bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 4096) != 0 ||
        epoll_ctl(queue, EPOLL_CTL_ADD, listener, &event) != 0) {
        perror("epoll-server");
        return 1;
    }
    puts("ready");
    fflush(stdout);

    for (;;) {
        struct epoll_event events[64];
        int count = epoll_wait(queue, events, 64, -1);
        for (int i = 0; i < count; i++) {
            int ready = events[i].data.fd;
            if (ready != listener) {
                if (serve(ready, reply, (size_t)size) != 0) close(ready);
                continue;
            }
            int client = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (client < 0) continue;
            event = (struct epoll_event){.events = EPOLLIN, .data.fd = client};
            if (epoll_ctl(queue, EPOLL_CTL_ADD, client, &event) != 0) close(client);
        }
    }
}
