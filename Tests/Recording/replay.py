"""Replays recorded answers of MET Norway on the loopback interface, by position. Prints its port when it listens.

replay.py LAT,LON=FILE..."""

import email.utils
import http.server
import sys
import time
from urllib.parse import parse_qs, urlsplit

# How long the daemon may keep an answer, by the real clock, which workers run on.
FRESH = 3600


def main():
    answers = {}
    for word in sys.argv[1:]:
        place, path = word.split("=", 1)
        with open(path, "rb") as file:
            answers[tuple(float(part) for part in place.split(","))] = file.read()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            query = parse_qs(urlsplit(self.path).query)
            place = tuple(float(query.get(name, ["nan"])[0]) for name in ("lat", "lon"))
            body = answers.get(place)
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body or b"")))
            self.send_header("Expires", email.utils.formatdate(time.time() + FRESH, usegmt=True))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
