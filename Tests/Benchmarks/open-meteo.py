"""A fake Open-Meteo on the loopback interface: answers every request with generated weather for the hours around now, in
Open-Meteo's documented format. Prints its port when it listens.

open-meteo.py [LOG [CERTIFICATE [CLOCK]]]
LOG gets a line for each request: the number of places, the size of the answer in bytes, and the path. With a CERTIFICATE and its key
in one file it speaks TLS. CLOCK is a file of fast_clock.py, which sets the time; the default is the system clock."""

import json
import math
import ssl
import struct
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from urllib.parse import parse_qs, urlsplit

DAY, HOUR, QUARTER = 86400, 3600, 900

UNITS = {"time": "unixtime", "interval": "seconds", "sunrise": "unixtime", "sunset": "unixtime"}


WIND = {"kmh": "km/h", "ms": "m/s", "mph": "mp/h", "kn": "kn"}


def unit(name, wind):
    for part, sign in (
        ("temperature", "°C"), ("dew_point", "°C"), ("humidity", "%"), ("probability", "%"), ("cloud", "%"),
        ("pressure", "hPa"), ("direction", "°"), ("snowfall", "cm"), ("hours", "h"),
        ("precipitation", "mm"), ("rain", "mm"), ("showers", "mm"), ("visibility", "m"), ("duration", "s"),
        ("weather_code", "wmo code"), ("wind", wind),
    ):
        if part in name:
            return sign
    return UNITS.get(name, "")


def value(name, at):
    """A plausible value of a variable that follows a daily wave."""
    wave = math.sin(2 * math.pi * (at % DAY) / DAY - 2)
    if name == "is_day":
        return int(6 <= at % DAY / HOUR < 18)
    if name == "sunrise":
        return at - at % DAY + 6 * HOUR
    if name == "sunset":
        return at - at % DAY + 18 * HOUR
    if name == "daylight_duration":
        return 12.0 * HOUR
    if name == "weather_code":
        return (0, 1, 2, 3, 61)[at // (3 * HOUR) % 5]
    if "direction" in name:
        return int(180 + 90 * wave)
    if "pressure" in name:
        return round(1013 + 4 * wave, 1)
    if "humidity" in name or "cloud" in name or "probability" in name:
        return int(50 + 30 * wave)
    if "temperature" in name or "dew" in name:
        return round(15 + 6 * wave, 1)
    if "wind" in name:
        return round(14 + 5 * wave, 1)
    if "visibility" in name:
        return 24140.0
    if "uv" in name:
        return round(max(0, 5 * wave), 2)
    return round(max(0, wave - 0.8), 2)


def series(names, begin, count, step):
    times = [begin + step * i for i in range(count)]
    return {"time": times} | {name: [value(name, at) for at in times] for name in names}


def forecast(query, latitude, longitude):
    def names(block):
        return [name for word in query.get(block, []) for name in word.split(",") if name]

    now = wall_clock()
    past = int(query.get("past_days", ["0"])[0])
    midnight = now - now % DAY - past * DAY
    days = past + int(query.get("forecast_days", ["7"])[0])
    answer = {
        "latitude": latitude, "longitude": longitude, "generationtime_ms": 0.2,
        "utc_offset_seconds": 0, "timezone": "GMT", "timezone_abbreviation": "GMT", "elevation": 38.0,
    }
    if names("current"):
        at = now - now % QUARTER
        answer["current"] = {"time": at, "interval": QUARTER} | {name: value(name, at) for name in names("current")}
    if names("hourly"):
        answer["hourly"] = series(names("hourly"), midnight, 24 * days, HOUR)
    if names("daily"):
        answer["daily"] = series(names("daily"), midnight, days, DAY)
    if names("minutely_15"):
        quarters = int(query.get("forecast_minutely_15", [96 * days])[0])
        answer["minutely_15"] = series(names("minutely_15"), midnight, quarters, QUARTER)
    wind = WIND[query.get("wind_speed_unit", ["kmh"])[0]]
    for block in ("current", "hourly", "daily", "minutely_15"):
        if block in answer:
            answer[block + "_units"] = {name: unit(name, wind) for name in answer[block]}
    return answer


def wall_clock():
    if not clock:
        return int(time.time())
    with open(clock, "rb") as file:
        return struct.unpack("q", file.read(8))[0]


def answer(query):
    """An array for more than one place, as Open-Meteo sends it."""
    latitudes, longitudes = ([float(word) for word in query[name][0].split(",")] for name in ("latitude", "longitude"))
    forecasts = [forecast(query, *place) for place in zip(latitudes, longitudes, strict=True)]
    return forecasts if len(forecasts) > 1 else forecasts[0]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        query = parse_qs(urlsplit(self.path).query)
        body = json.dumps(answer(query), separators=(",", ":"), ensure_ascii=False).encode()
        if requests:
            with open(requests, "a") as log:
                print(query["latitude"][0].count(",") + 1, len(body), self.path, file=log, flush=True)
        self.send_response(200)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Server(ThreadingHTTPServer):
    def server_bind(self):
        # HTTPServer's own also looks up its host name, which may take seconds.
        TCPServer.server_bind(self)


requests, certificate, clock = (sys.argv[1:] + [None] * 3)[:3]
server = Server(("127.0.0.1", 0), Handler)
if certificate:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    # The handshake is done in the thread of the connection, when it is first read.
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_address[1], flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    sys.exit(0)
