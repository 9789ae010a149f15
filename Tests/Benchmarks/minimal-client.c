/* A minimal client for one request, as a baseline for weatherctl: connects to the socket named by the first argument, sends
   the second (default: `short`), reads until the reply is complete, and prints its lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (argc < 2 || argc > 3 || strlen(argv[1]) >= sizeof address.sun_path) return 64;
    strcpy(address.sun_path, argv[1]);

    int daemon = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (daemon < 0 || connect(daemon, (struct sockaddr *)&address, sizeof address) != 0) return 69;
    char request[1024];
    int size = snprintf(request, sizeof request, "%s\n", argc == 3 ? argv[2] : "short");
    if (size >= (int)sizeof request || write(daemon, request, size) != size) return 69;

    char reply[65536];
    size_t length = 0;
    long lines = -1;
    char *text = NULL;
    for (;;) {
        ssize_t got = read(daemon, reply + length, sizeof reply - 1 - length);
        if (got <= 0) return 69;
        length += (size_t)got;
        reply[length] = '\0';
        if (lines < 0) {
            if (!strchr(reply, '\n')) continue;
            if (strncmp(reply, "OK ", 3) != 0) return 1;
            lines = strtol(reply + 3, NULL, 10);
            text = strchr(reply, '\n') + 1;
        }
        long ends = 0;
        for (char *c = text; c < reply + length; c++) ends += *c == '\n';
        if (ends >= lines) break;
    }
    ssize_t rest = reply + length - text;
    return write(STDOUT_FILENO, text, rest) == rest ? 0 : 74;
}
