"""The services that a default day asks, on the loopback interface over TLS: Open-Meteo's forecast, ensemble and archive, and
Bright Sky's warnings, each on a port of its own, with the weather of day_weather.py and bodies in gzip.

day_services.py LOG CERTIFICATE CLOCK
Prints the ports of the four in this order. LOG gets a line of JSON for each request (kind, time of the clock, path, bytes of
the body) and for each connection that has ended (bytes both ways as TCP counts them, so with TLS and all headers). CERTIFICATE has the
key and the chain. None of these services sends ETag, Last-Modified or Expires for what is asked here, so they have none."""

import gzip
import json
import socket
import ssl
import struct
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from urllib.parse import parse_qs, urlsplit

from day_weather import DAY, HOUR, QUARTER, chance, of_day, present, state, value

KINDS = ("forecast", "ensemble", "archive", "warnings")
UNITS = (
    ("temperature", "°C"), ("dew_point", "°C"), ("humidity", "%"), ("probability", "%"), ("cloud", "%"), ("pressure", "hPa"),
    ("direction", "°"), ("snowfall", "cm"), ("snow_depth", "m"), ("freezing", "m"), ("hours", "h"), ("precipitation", "mm"),
    ("rain", "mm"), ("showers", "mm"), ("visibility", "m"), ("duration", "s"), ("code", "wmo code"), ("wind", "m/s"),
    ("sunrise", "unixtime"), ("sunset", "unixtime"), ("time", "unixtime"), ("interval", "seconds"),
)
log_lock = threading.Lock()


def wall_clock():
    with open(clock, "rb") as file:
        return struct.unpack("q", file.read(8))[0]


def log(**line):
    with log_lock, open(log_path, "a") as file:
        print(json.dumps(line), file=file, flush=True)


def unit(name):
    return next((sign for part, sign in UNITS if part in name), "")


def with_units(answer):
    for block in ("current", "minutely_15", "hourly", "daily"):
        if block in answer:
            answer[f"{block}_units"] = {name: unit(name) for name in answer[block]}
    return answer


def head():
    return {
        "latitude": 52.52, "longitude": 13.42, "generationtime_ms": 1.2374, "utc_offset_seconds": 0, "timezone": "GMT",
        "timezone_abbreviation": "GMT", "elevation": 38.0,
    }


def names(query, block):
    return [name for word in query.get(block, []) for name in word.split(",") if name]


def number(query, name):
    return int(query[name][0]) if name in query else None


def span(query, unit_name, now):
    """The quarters of an hour of `minutely_15`: whole days, or as many as asked for from now on."""
    ahead, past = number(query, f"forecast_{unit_name}"), number(query, f"past_{unit_name}") or 0
    if ahead is None:
        midnight = now - now % DAY - DAY * (number(query, "past_days") or 0)
        return range(midnight, midnight + days(query) * DAY, QUARTER)
    begin = now - now % QUARTER
    return range(begin - past * QUARTER, begin + ahead * QUARTER, QUARTER)


def days(query):
    return (number(query, "past_days") or 0) + (number(query, "forecast_days") or 7)


def forecast(query, now):
    runs = state(now)
    midnight = now - now % DAY - DAY * (number(query, "past_days") or 0)
    answer = head()
    if names(query, "current"):
        at = now - now % QUARTER
        answer["current"] = {"time": at, "interval": QUARTER} | {
            name: present(name, at, runs) for name in names(query, "current")}
    if names(query, "minutely_15"):
        times = span(query, "minutely_15", now)
        answer["minutely_15"] = {"time": list(times)} | {
            name: [present(name, at, runs) for at in times] for name in names(query, "minutely_15")}
    if names(query, "hourly"):
        times = range(midnight, midnight + days(query) * DAY, HOUR)
        answer["hourly"] = {"time": list(times)} | {
            name: [value(name, at, runs) for at in times] for name in names(query, "hourly")}
    if names(query, "daily"):
        times = range(midnight, midnight + days(query) * DAY, DAY)
        answer["daily"] = {"time": list(times)} | {
            name: [of_day(name, at, runs) for at in times] for name in names(query, "daily")}
    return with_units(answer)


def ensemble(query, now):
    run = (now - 7 * HOUR) // (6 * HOUR)
    midnight = now - now % DAY
    times = [midnight + DAY * day for day in range(days(query))]
    answer = head() | {"daily": {"time": times}}
    for name in names(query, "daily"):
        for member in range(51):
            column = name if member == 0 else f"{name}_member{member:02}"
            wet = [max(0.0, chance(at // DAY, column, run) - 0.6) * 12 for at in times]
            mild = [6 + 4 * chance(at // DAY, column, run) + (4 if "max" in name else -4) for at in times]
            answer["daily"][column] = [round(number, 1) for number in (wet if "precipitation" in name else mild)]
    return with_units(answer)


def archive(query, now):
    first, last = (int(query[name][0][:4]) for name in ("start_date", "end_date"))
    begin = (first - 1970) * 365 * DAY + (first - 1969) // 4 * DAY
    count = (last - first + 1) * 365 + (last - first + 1) // 4
    times = [begin + DAY * day for day in range(count)]
    return with_units(head() | {"daily": {"time": times} | {
        name: [round(8 + 9 * chance(at // DAY, name), 1) for at in times] for name in names(query, "daily")}})


def warnings(query, now):
    """None in force, in the form of the service's answer."""
    return {"alerts": [], "location": {
        "warn_cell_id": 711000101, "name": "Berl. - Mitte", "name_short": "B.-Mitte", "district": "Berlin", "state": "Berlin",
        "state_short": "BE"}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        kind, now = self.server.kind, wall_clock()
        answer = globals()[kind](parse_qs(urlsplit(self.path).query), now)
        body = json.dumps(answer, separators=(",", ":"), ensure_ascii=False).encode()
        packs = "gzip" in self.headers.get("Accept-Encoding", "")
        sent = gzip.compress(body, 6) if packs else body
        log(kind=kind, at=now, path=self.path, body=len(body), sent=len(sent))
        self.send_response(200)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        if packs:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(sent)))
        self.send_header("Vary", "Accept-Encoding")
        self.send_header("Connection", "keep-alive")
        self.end_headers()
        self.wfile.write(sent)

    def finish(self):
        super().finish()
        # struct tcp_info of linux/tcp.h: tcpi_bytes_received, and tcpi_bytes_sent.
        info = self.connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 208)
        received, sent = struct.unpack_from("Q", info, 128)[0], struct.unpack_from("Q", info, 200)[0]
        log(connection=self.server.kind, at=wall_clock(), received=received, sent=sent)

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self):
        # HTTPServer's own also looks up its host name, which may take seconds.
        TCPServer.server_bind(self)

    def handle_error(self, request, address):
        pass


if __name__ == "__main__":
    log_path, certificate, clock = sys.argv[1:]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    servers = []
    for kind in KINDS:
        server = Server(("127.0.0.1", 0), Handler)
        server.kind = kind
        # The handshake is done in the thread of the connection, when it is first read.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        servers.append(server)
    print(*(server.server_address[1] for server in servers), flush=True)
    threads = [threading.Thread(target=server.serve_forever, daemon=True) for server in servers]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    except KeyboardInterrupt:
        sys.exit(0)
