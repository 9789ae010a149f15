/* Times whole processes, from before posix_spawn to after wait4: two commands in turn, A B A B ..., so that what
   slows the machine down meets both alike.

   whole-process RUNS WARM-UPS A [ARGUMENT ...] -- B [ARGUMENT ...]
   prints, in microseconds: A's p10, median, p90; B's p10, median, p90; the ratio of the medians; the median of the
   ratios pair by pair. Their standard output goes to /dev/null; a command that fails ends the measurement. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

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
    struct rusage usage;
    double begin = now();
    if (posix_spawn(&child, command[0], actions, NULL, command, environ) != 0 || wait4(child, &status, 0, &usage) != child) {
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
    int split = 4;
    while (split < argc && strcmp(argv[split], "--") != 0) split++;
    if (split + 1 >= argc) {
        fprintf(stderr, "usage: whole-process RUNS WARM-UPS A [ARGUMENT ...] -- B [ARGUMENT ...]\n");
        return 64;
    }
    int runs = atoi(argv[1]), warm_ups = atoi(argv[2]);
    argv[split] = NULL;
    char **a = argv + 3, **b = argv + split + 1;
    double *of_a = calloc((size_t)runs, sizeof *of_a), *of_b = calloc((size_t)runs, sizeof *of_b);
    double *ratios = calloc((size_t)runs, sizeof *ratios);
    if (runs < 10 || !of_a || !of_b || !ratios) {
        fprintf(stderr, "whole-process: at least 10 runs are wanted\n");
        return 64;
    }

    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    for (int i = -warm_ups; i < runs; i++) {
        double time_of_a = run(a, &quiet), time_of_b = run(b, &quiet);
        if (i < 0) continue;
        of_a[i] = time_of_a;
        of_b[i] = time_of_b;
        ratios[i] = time_of_a / time_of_b;
    }
    qsort(of_a, (size_t)runs, sizeof *of_a, ascending);
    qsort(of_b, (size_t)runs, sizeof *of_b, ascending);
    qsort(ratios, (size_t)runs, sizeof *ratios, ascending);
    int low = runs / 10, middle = runs / 2, high = runs * 9 / 10;
    printf("%.0f %.0f %.0f %.0f %.0f %.0f %.3f %.3f\n", of_a[low], of_a[middle], of_a[high], of_b[low], of_b[middle],
           of_b[high], of_a[middle] / of_b[middle], ratios[middle]);
    return 0;
}
