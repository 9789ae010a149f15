/* Times whole processes, from before posix_spawn to after wait4: alternating between the commands, A B C A B C ..., so that
   load on the machine affects all of them.

   whole-process RUNS WARM-UPS A [ARGUMENT ...] -- B [ARGUMENT ...] [-- C ...]
   prints a line for each command: the quartiles and the median, in microseconds, of its times, and of the ratios of A's time
   to its own in the same round:
     lower quartile, median, upper quartile; lower quartile, median, upper quartile of the ratios.
   Their output goes to /dev/null; a command that fails stops the measurement. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST = 16 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static double run(char **command, posix_spawn_file_actions_t *actions)
{
    pid_t child;
    int status;
    double begin = now();
    if (posix_spawnp(&child, command[0], actions, NULL, command, environ) != 0 || waitpid(child, &status, 0) != child) {
        fprintf(stderr, "whole-process: %s cannot be run\n", command[0]);
        exit(1);
    }
    double end = now();
    if (status != 0) {
        fprintf(stderr, "whole-process: %s ended with status %d\n", command[0], WEXITSTATUS(status));
        exit(1);
    }
    return end - begin;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    char **commands[MOST];
    int count = 0;
    for (int i = 3; i < argc && count < MOST; i++) {
        commands[count++] = argv + i;
        while (i < argc && strcmp(argv[i], "--") != 0) i++;
        if (i < argc) argv[i] = NULL;
    }
    int runs = argc > 3 ? atoi(argv[1]) : 0, warm_ups = argc > 3 ? atoi(argv[2]) : 0;
    double *times = calloc((size_t)(runs > 0 ? runs : 1) * MOST * 2, sizeof *times);
    if (count < 2 || runs < 10 || !times) {
        fprintf(stderr, "usage: whole-process RUNS WARM-UPS A [ARGUMENT ...] -- B [ARGUMENT ...] [-- C ...]; at least 10 runs\n");
        return 64;
    }

    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    for (int i = -warm_ups; i < runs; i++) {
        double first = 0;
        for (int c = 0; c < count; c++) {
            double time = run(commands[c], &quiet);
            if (c == 0) first = time;
            if (i < 0) continue;
            times[c * runs + i] = time;
            times[(MOST + c) * runs + i] = first / time;
        }
    }
    for (int c = 0; c < MOST * 2; c++) qsort(times + c * runs, (size_t)runs, sizeof *times, ascending);
    int lower = runs / 4, middle = runs / 2, upper = runs * 3 / 4;
    for (int c = 0; c < count; c++) {
        double *own = times + c * runs, *ratio = times + (MOST + c) * runs;
        printf("%.0f %.0f %.0f %.3f %.3f %.3f\n", own[lower], own[middle], own[upper], ratio[lower], ratio[middle],
               ratio[upper]);
    }
    return 0;
}
