/* Starts a daemon that speaks systemd's readiness protocol, and times it: from before the fork to the datagram that says
   READY=1.

   ready RUNS DIRECTORY COMMAND [ARGUMENT ...]
   starts the command so many times, ends it each time with SIGTERM, and prints in milliseconds: minimum, median, maximum.
   With 0 runs it starts the command once, prints its process id when it is ready, and leaves it running; then `ready` itself stays, so
   that the notifications that follow have a reader, until the daemon ends or it is told to end, which it passes on. */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t daemon_id;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void pass_on(int signal)
{
    kill(daemon_id, signal);
    alarm(10);
}

/* A daemon that does not end when it is told to is ended, and found out by the status that this gives. */
static void lose_patience(int signal)
{
    (void)signal;
    kill(daemon_id, SIGKILL);
}

static void fail(const char *what)
{
    fprintf(stderr, "ready: %s\n", what);
    if (daemon_id > 0) kill(daemon_id, SIGKILL);
    exit(1);
}

/* Starts the command and waits for its READY=1; the time that took. */
static double start(char **command, int notifications)
{
    double begin = now();
    daemon_id = fork();
    if (daemon_id < 0) fail("cannot fork");
    if (daemon_id == 0) {
        execvp(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    for (;;) {
        struct pollfd ready = {.fd = notifications, .events = POLLIN};
        char text[4096];
        if (poll(&ready, 1, 10000) <= 0) fail("not ready within 10 s");
        ssize_t size = recv(notifications, text, sizeof text - 1, 0);
        if (size < 0) continue;
        text[size] = '\0';
        if (strstr(text, "READY=1")) return now() - begin;
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc < 4) {
        fprintf(stderr, "usage: ready RUNS DIRECTORY COMMAND [ARGUMENT ...]\n");
        return 64;
    }
    int runs = atoi(argv[1]), status = 0;
    if ((size_t)snprintf(address.sun_path, sizeof address.sun_path, "%s/notify.sock", argv[2]) >= sizeof address.sun_path)
        fail("the directory's path is too long");
    unlink(address.sun_path);
    int notifications = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (bind(notifications, (struct sockaddr *)&address, sizeof address) != 0) fail("cannot bind the notification socket");
    setenv("NOTIFY_SOCKET", address.sun_path, 1);
    signal(SIGALRM, lose_patience);

    if (runs == 0) {
        start(argv + 3, notifications);
        signal(SIGTERM, pass_on);
        signal(SIGINT, pass_on);
        printf("%d\n", (int)daemon_id);
        fflush(stdout);
        while (waitpid(daemon_id, &status, WNOHANG) == 0) {
            char text[4096];
            struct pollfd more = {.fd = notifications, .events = POLLIN};
            if (poll(&more, 1, 100) > 0) recv(notifications, text, sizeof text, MSG_DONTWAIT);
        }
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    }

    double *times = calloc((size_t)runs, sizeof *times);
    if (!times) fail("no memory");
    for (int i = 0; i < runs; i++) {
        times[i] = start(argv + 3, notifications);
        pass_on(SIGTERM);
        if (waitpid(daemon_id, &status, 0) != daemon_id || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
            fail("the daemon did not end well within 10 s");
        alarm(0);
        char text[4096];
        while (recv(notifications, text, sizeof text, MSG_DONTWAIT) > 0) {}
    }
    qsort(times, (size_t)runs, sizeof *times, ascending);
    printf("%.1f %.1f %.1f\n", times[0], times[runs / 2], times[runs - 1]);
    return 0;
}
