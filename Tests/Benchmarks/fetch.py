"""The processor time of fetches by weatherd on a fast clock, alternating with a command that does the same.

fetch.py DIRECTORY PID REPORTS ROUNDS COMMAND...
DIRECTORY has the clock's files, PID is weatherd's process, and REPORTS is the file of its reports. Each round has ten fetches and
ten runs of the command, since the kernel counts in steps of 10 ms. Prints a line for each round: the processor time of a worker,
of weatherd itself and of the command, and the time from trigger to stored report, all in ms for one fetch."""

import math
import os
import sys
import time

from fast_clock import Clock

FETCHES = 10
# A daemon with a future deadline and without a worker for this long is idle, s.
IDLE = 0.05


def processor_time(pid):
    """The process's own and that of its exited children, s."""
    with open(f"/proc/{pid}/stat") as file:
        user, system, of_children, in_kernel = map(int, file.read().rpartition(")")[2].split()[11:15])
    ticks = os.sysconf("SC_CLK_TCK")
    return (user + system) / ticks, (of_children + in_kernel) / ticks


def has_children(pid):
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/stat") as file:
                if file.read().rpartition(")")[2].split()[1] == pid:
                    return True
        except OSError:
            pass
    return False


def fetch():
    """Advances to the deadline of the next fetch, and waits until its report is on disk and its worker has exited. Returns the
    time from that deadline to the report, s."""
    before = os.stat(reports).st_ino
    trigger = busy = begin = time.monotonic()
    while os.stat(reports).st_ino == before:
        now = time.monotonic()
        if now > begin + 30:
            raise SystemExit("fetch.py: weatherd has not fetched within 30 s")
        left = clock.left()
        if left <= 0 or has_children(pid):
            busy = now
        elif now > busy + IDLE:
            clock.advance(math.ceil(left))
            trigger = busy = time.monotonic()
        time.sleep(0.001)
    stored = time.monotonic()
    while has_children(pid):
        time.sleep(0.005)
    return stored - trigger


def run():
    """The processor time of the command, s."""
    _, status, usage = os.wait4(os.posix_spawnp(command[0], command, os.environ), 0)
    if status != 0:
        raise SystemExit(f"fetch.py: {command[0]} exited with status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime


directory, pid, reports, rounds, *command = sys.argv[1:]
clock = Clock(directory)
for _ in range(int(rounds)):
    own, children = processor_time(pid)
    elapsed = theirs = 0
    for _ in range(FETCHES):
        elapsed += fetch()
        theirs += run()
    own_after, children_after = processor_time(pid)
    sums = (children_after - children, own_after - own, theirs, elapsed)
    print(*(f"{1000 * total / FETCHES:.2f}" for total in sums), flush=True)
