// sd_journal_sendv adds the caller's file and line by itself, and would name this header's user for every log line.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>
