/* Starts a daemon that speaks systemd's readiness protocol, like the service manager.

   ready DIRECTORY COMMAND [ARGUMENT ...]
   prints the daemon's process id after READY=1; then reads further notifications until the daemon exits. Forwards SIGTERM
   and SIGINT to the daemon. */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t daemon_id;

static void pass_on(int signal)
{
    kill(daemon_id, signal);
    alarm(10);
}

/* A daemon that does not exit in time is killed, which its exit status shows. */
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

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char text[4096] = "";
    int status = 0;
    if (argc < 3) {
        fprintf(stderr, "usage: ready DIRECTORY COMMAND [ARGUMENT ...]\n");
        return 64;
    }
    if ((size_t)snprintf(address.sun_path, sizeof address.sun_path, "%s/notify.sock", argv[1]) >= sizeof address.sun_path)
        fail("the directory's path is too long");
    unlink(address.sun_path);
    int notifications = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (bind(notifications, (struct sockaddr *)&address, sizeof address) != 0) fail("cannot bind the notification socket");
    setenv("NOTIFY_SOCKET", address.sun_path, 1);

    daemon_id = fork();
    if (daemon_id < 0) fail("cannot fork");
    if (daemon_id == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    while (!strstr(text, "READY=1")) {
        struct pollfd news = {.fd = notifications, .events = POLLIN};
        if (poll(&news, 1, 10000) <= 0) fail("not ready within 10 s");
        ssize_t size = recv(notifications, text, sizeof text - 1, 0);
        text[size > 0 ? size : 0] = '\0';
    }
    signal(SIGALRM, lose_patience);
    signal(SIGTERM, pass_on);
    signal(SIGINT, pass_on);
    printf("%d\n", (int)daemon_id);
    fflush(stdout);
    while (waitpid(daemon_id, &status, WNOHANG) == 0) {
        struct pollfd more = {.fd = notifications, .events = POLLIN};
        if (poll(&more, 1, 100) > 0) recv(notifications, text, sizeof text, MSG_DONTWAIT);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
