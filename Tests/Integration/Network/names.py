"""names.py ADDRESS PORT ANSWER [SECONDS]: a name server that answers ANSWER for every name, without IPv6 addresses, after
that time."""
import socket
import sys
import threading

server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind((sys.argv[1], int(sys.argv[2])))
print(flush=True)
while True:
    query, client = server.recvfrom(512)
    # RFC 1035, section 4.1: in a question, the type and the class follow the name.
    end = query.index(0, 12) + 5
    isAddress = query[end - 4 : end - 2] == b"\0\1"
    answer = b"\xc0\x0c\0\1\0\1\0\0\0\0\0\4" + socket.inet_aton(sys.argv[3]) if isAddress else b""
    header = query[:2] + b"\x81\x80\0\1" + (b"\0\1" if isAddress else b"\0\0") + b"\0\0\0\0"
    delay = float(sys.argv[4]) if len(sys.argv) > 4 else 0
    threading.Timer(delay, server.sendto, (header + query[12:end] + answer, client)).start()
