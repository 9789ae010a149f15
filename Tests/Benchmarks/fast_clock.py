"""Runs a daemon for days on the clock of Tests/EndToEnd/Soak/FastClock.c, from deadline to deadline.

fast_clock.py make DIRECTORY: creates the files that such a daemon needs.
fast_clock.py run DIRECTORY SOCKET HOURS [STEP]: advances the clock by HOURS in steps that end at the daemon's deadlines, of at
most STEP seconds; requests the weather after each."""

import datetime
import json
import mmap
import os
import socket
import struct
import sys
import time

WALL, AHEAD, DEADLINE = range(3)
# The layout of `struct page` in FastClock.c.
WORDS, NEVER = 6, (1 << 63) - 1
# How often a bar polls, seconds of the fast clock.
POLL = 300


class Clock:
    def __init__(self, directory):
        path = os.path.join(directory, "clock")
        with open(path, "r+b") as file:
            self.page = mmap.mmap(file.fileno(), 8 * WORDS)
        self.moves, self.moved = (os.open(f"{path}.{end}", os.O_RDWR) for end in ("moves", "moved"))

    def __getitem__(self, field):
        return struct.unpack_from("q", self.page, 8 * field)[0]

    def __setitem__(self, field, value):
        struct.pack_into("q", self.page, 8 * field, value)

    def advance(self, seconds):
        """Returns when the daemon's timers are set for the new time."""
        self[WALL] += seconds
        self[AHEAD] += seconds * 10**9
        os.write(self.moves, b"\1")
        os.read(self.moved, 1)

    def left(self):
        """Seconds until the daemon's next deadline; 0 if none is set, since it is still busy then."""
        if self[DEADLINE] == NEVER:
            return 0
        return (self[DEADLINE] - time.clock_gettime_ns(time.CLOCK_BOOTTIME) - self[AHEAD]) / 10**9


class Bar:
    def __init__(self, path):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(path)
        self.lines = self.connection.makefile("rb")

    def ask(self, line):
        self.connection.sendall(line.encode() + b"\n")
        head = self.lines.readline().split()
        if head[0] != b"OK":
            raise SystemExit(f"fast_clock.py: the reply to {line} is {b' '.join(head).decode()}")
        return [self.lines.readline() for _ in range(int(head[1]))]


def planned(bar):
    """The time of the next refresh, seconds since 1970; 0 during a refresh."""
    at = json.loads(bar.ask("status --output json")[0])["nextRefresh"]
    return datetime.datetime.fromisoformat(at).timestamp() if at else 0


def settle(clock, bar):
    """Returns when the daemon has finished its due work, and waits for its next deadline."""
    end = time.monotonic() + 30
    while clock.left() <= 0 or not planned(bar) > clock[WALL]:
        if time.monotonic() > end:
            raise SystemExit("fast_clock.py: the daemon has not done what was due within 30 s")


def make(directory):
    path = os.path.join(directory, "clock")
    with open(path, "wb") as file:
        file.write(struct.pack(f"{WORDS}q", int(time.time()), *[0] * (WORDS - 1)))
    for end in "moves", "moved":
        os.mkfifo(f"{path}.{end}")


def run(directory, path, hours, most=POLL):
    clock, bar = Clock(directory), Bar(path)
    settle(clock, bar)
    left = int(float(hours) * 3600)
    while left > 0:
        step = min(left, max(1, min(int(most), -int(-clock.left() // 1))))
        clock.advance(step)
        settle(clock, bar)
        bar.ask("short")
        left -= step


if __name__ == "__main__":
    {"make": make, "run": run}[sys.argv[1]](*sys.argv[2:])
