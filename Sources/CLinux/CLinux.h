// What the Glibc module leaves out.
#include <sys/timerfd.h>
#include <malloc.h>
