"""latency.py SOCKET: sends the lines of standard input to weatherd, each after the reply to the previous one,
and prints the median, 95th percentile and maximum latency in ms."""

import socket
import sys
import time

connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
replies = connection.makefile("rb")
times = []
for line in sys.stdin:
    begin = time.perf_counter()
    connection.sendall(line.encode())
    head = replies.readline().split()
    for _ in range(int(head[1]) if head[0] == b"OK" else 0):
        replies.readline()
    times.append(1000 * (time.perf_counter() - begin))
times.sort()
print(*(f"{times[int(share * (len(times) - 1))]:.2f}" for share in (0.5, 0.95, 1)))
