/* The time from before a daemon's fork until it reports that it is ready, and until its first answer.

   start DIALECT ADDRESS DIRECTORY COMMAND [ARGUMENT ...]
   starts the command, stops it with SIGTERM, and prints both times in milliseconds. DIALECT is one of
     line  READY=1 to the service manager; `short` is answered on the Unix socket ADDRESS
     mpd   the same, but the request is `status`
     bus   owns the name ADDRESS on the session bus, and answers GetServerInformation (org.freedesktop.Notifications) */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <systemd/sd-bus.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 10000 };

static pid_t daemon_id;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void fail(const char *what)
{
    fprintf(stderr, "start: %s\n", what);
    if (daemon_id > 0) kill(daemon_id, SIGKILL);
    exit(1);
}

static void begin(char **command)
{
    daemon_id = fork();
    if (daemon_id < 0) fail("cannot fork");
    if (daemon_id > 0) return;
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

static int bound(int kind, const char *path, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) fail("the socket's path is too long");
    strcpy(address->sun_path, path);
    return socket(AF_UNIX, kind | SOCK_CLOEXEC, 0);
}

/* Waits for data from the daemon; returns whether it starts with this text. */
static int says(int descriptor, const char *beginning)
{
    char text[65536];
    struct pollfd ready = {.fd = descriptor, .events = POLLIN};
    if (poll(&ready, 1, PATIENCE) <= 0) fail("no answer within 10 s");
    ssize_t size = read(descriptor, text, sizeof text - 1);
    text[size > 0 ? size : 0] = '\0';
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Whether the daemon answers. */
static int answers(const char *path, int greets, const char *request)
{
    struct sockaddr_un address;
    int descriptor = bound(SOCK_STREAM, path, &address), answered = 0;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) == 0) {
        if (greets && !says(descriptor, "OK MPD")) fail("it does not greet");
        if (write(descriptor, request, strlen(request)) < 0) fail("it takes no request");
        answered = greets ? !says(descriptor, "ACK") : says(descriptor, "OK ");
    }
    close(descriptor);
    return answered;
}

static void on_socket(const char *path, int greets, const char *request, const char *directory, char **command, double times[2])
{
    char notify[sizeof(((struct sockaddr_un *)0)->sun_path)];
    struct sockaddr_un address;
    snprintf(notify, sizeof notify, "%s/start.sock", directory);
    unlink(notify);
    int notifications = bound(SOCK_DGRAM, notify, &address);
    if (bind(notifications, (struct sockaddr *)&address, sizeof address) != 0) fail("cannot bind the notification socket");
    setenv("NOTIFY_SOCKET", notify, 1);

    double start = now();
    begin(command);
    for (int ready = 0, answered = 0; !ready || !answered;) {
        char text[4096];
        struct pollfd news = {.fd = notifications, .events = POLLIN};
        if (now() - start > PATIENCE) fail("it does not start within 10 s");
        /* Sends requests, at most one every 0.1 ms, until one is answered. */
        struct timespec pause = {.tv_nsec = 100000};
        if (ppoll(&news, 1, answered ? NULL : &pause, NULL) > 0) {
            ssize_t size = recv(notifications, text, sizeof text - 1, 0);
            text[size > 0 ? size : 0] = '\0';
            if (!ready && strstr(text, "READY=1")) {
                times[0] = now() - start;
                ready = 1;
            }
        }
        if (!answered && answers(path, greets, request)) {
            times[1] = now() - start;
            answered = 1;
        }
    }
    close(notifications);
}

static int is_taken(sd_bus_message *message, void *taken, sd_bus_error *error)
{
    const char *name, *old, *new;
    (void)error;
    if (sd_bus_message_read(message, "sss", &name, &old, &new) >= 0 && *new) *(int *)taken = 1;
    return 0;
}

static void on_bus(const char *name, char **command, double times[2])
{
    sd_bus *bus;
    sd_bus_message *answer;
    sd_bus_error error = SD_BUS_ERROR_NULL;
    char match[512];
    int taken = 0;
    snprintf(match, sizeof match, "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='%s'", name);
    if (sd_bus_open_user(&bus) < 0 || sd_bus_add_match(bus, NULL, match, is_taken, &taken) < 0) fail("no session bus");

    double start = now();
    begin(command);
    while (!taken) {
        if (sd_bus_process(bus, NULL) == 0) sd_bus_wait(bus, 1000 * (uint64_t)PATIENCE);
        if (now() - start > PATIENCE) fail("it does not start within 10 s");
    }
    times[0] = now() - start;
    if (sd_bus_call_method(bus, name, "/org/freedesktop/Notifications", name, "GetServerInformation", &error, &answer, "") < 0)
        fail("it does not answer");
    times[1] = now() - start;
    sd_bus_flush_close_unref(bus);
}

int main(int argc, char **argv)
{
    double times[2];
    int status;
    if (argc < 5) {
        fprintf(stderr, "usage: start line|mpd|bus ADDRESS DIRECTORY COMMAND [ARGUMENT ...]\n");
        return 64;
    }
    if (strcmp(argv[1], "bus") == 0) on_bus(argv[2], argv + 4, times);
    else if (strcmp(argv[1], "mpd") == 0) on_socket(argv[2], 1, "status\n", argv[3], argv + 4, times);
    else on_socket(argv[2], 0, "short\n", argv[3], argv + 4, times);
    kill(daemon_id, SIGTERM);
    for (int left = PATIENCE; waitpid(daemon_id, &status, WNOHANG) == 0; left--) {
        if (left == 0) kill(daemon_id, SIGKILL);
        usleep(1000);
    }
    printf("%.2f %.2f\n", times[0], times[1]);
    return 0;
}
