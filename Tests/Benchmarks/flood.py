"""The latency of `short` beside clients that keep the daemon rendering.

flood.py SOCKET KIND CONNECTIONS ROUNDS
KIND is `watch` (each connection watches a different page, and all change ROUNDS times), `map` (each pipelines large
maps), or `template` (each pipelines the longest templates). Prints how many `short` requests were answered meanwhile, and
the median and the longest time of one, in milliseconds."""

import os
import resource
import selectors
import socket
import sys
import threading
import time

path, kind, count, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def connect():
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    return client


def read_reply(stream):
    head = stream.readline()
    for _ in range(int(head.split()[1]) if head.startswith(b"OK") else 0):
        stream.readline()
    return head


def requests(index):
    """The requests of one connection."""
    if kind == "watch":
        # As many pages as connections: widths, then numbers of hours.
        return f"watch hourly {384 - index // 900} --width {100 + index % 900}\n".encode()
    if kind == "map":
        return b"map --width 1000 --height 250\n" * 20
    # Each line is different, so that no reply can be shared.
    words = ["{summary}", "{tomorrow-summary}", "{trend}", "{moon-phase}", "{daylight-left}"] * 20
    line = f"short --format \"{index} "
    while words and len(line) + len(words[-1]) < 900:
        line += words.pop()
    return (line + '"\n').encode() * 20


stopped = threading.Event()
answers = {}


def flood(clients):
    """Reads everything, and sends requests as fast as the daemon accepts them."""
    selector = selectors.DefaultSelector()
    for index, client in enumerate(clients):
        client.setblocking(False)
        selector.register(client, selectors.EVENT_READ | (selectors.EVENT_WRITE if kind != "watch" else 0), index)
    while not stopped.is_set():
        for key, events in selector.select(0.1):
            try:
                if events & selectors.EVENT_READ and not key.fileobj.recv(1 << 20):
                    selector.unregister(key.fileobj)
                    continue
                if events & selectors.EVENT_WRITE:
                    key.fileobj.send(requests(key.data))
            except BlockingIOError:
                pass
            except OSError:
                selector.unregister(key.fileobj)


prober = connect()
stream = prober.makefile("rb")
prober.sendall(b"short\n")
read_reply(stream)
clients = []
for index in range(count):
    clients.append(connect())
    if kind == "watch":
        clients[-1].sendall(requests(index))
# In a separate process, so that it does not delay the measurement.
child = os.fork()
if child == 0:
    flood(clients)
    os._exit(0)
changer = connect()
changes = changer.makefile("rb")
times = []
end = time.monotonic() + 2 * rounds
change = 0.0
while time.monotonic() < end:
    if kind == "watch" and time.monotonic() >= change:
        changer.sendall(b"set-units wind=%s\n" % (b"kn" if len(times) % 2 else b"ms"))
        change = time.monotonic() + 2
    start = time.monotonic()
    prober.sendall(b"short\n")
    read_reply(stream)
    times.append(time.monotonic() - start)
    time.sleep(0.002)
os.kill(child, 9)
os.waitpid(child, 0)
times.sort()
print(len(times), f"{1000 * times[len(times) // 2]:.2f}", f"{1000 * times[-1]:.2f}")
