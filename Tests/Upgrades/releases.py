"""One release of weatherd at a time, on files of its own, with weather from a service on the loopback interface."""
import http.server
import json
import os
import socket
import subprocess
import threading
import time
import urllib.parse

NOW = int(time.time())
# Offsets from UTC by rounded longitude: the service answers as Open-Meteo does with `timezone=auto`.
ZONES = {11: ("Europe/Oslo", 3600), -74: ("America/New_York", -18000), -56: ("America/Montevideo", -10800)}

CONFIGURATION = """\
location = "New York"
icons = "ascii"
refresh-interval = "20m"
units = { wind = "kn", pressure = "mmHg" }

[short]
format = "{icon} {temperature} {wind}"

[on]
alert = ["/usr/bin/true"]
"""

# Before the requests below. All are acknowledged, so all must survive.
CHANGES = [
    "refresh --wait",
    "places add Oslo 59.9139 10.7522",
    "places add home 59.95 10.8",
    "places add Cabin 61.64 8.31",
    "places move home 1",
    "places rename Cabin \"Summit, old\"",
    "set-units temperature=f",
    "refresh --wait --place Oslo",
    "refresh --wait --place home",
    "next",
    "previous",
]

VIEWS = ["short", "current", "show", "hourly 6", "daily 5", "alerts", "air", "sun", "places"]
BARS = ["waybar", "polybar", "i3bar", "i3blocks", "tmux", "eww", "yambar", "argos"]
REQUESTS = (
    ["version", "help", "status", "status --output json", "doctor"]
    + VIEWS
    + [view + " --output json" for view in VIEWS if view != "show"]
    + ["short --output " + bar for bar in BARS]
    + ["current --units metric", "current --place Oslo --output json", "hourly 3 --language de",
       "daily 2 --color 256", "current --width 40", "search oslo", "search oslo --output json",
       "short --format \"{place}: {temperature}, {condition}\"", "alerts --place 40.71,-74.01", "alerts --place 40.71,-74.01 --output json"]
    + ["nonsense", "current --place nowhere", "set-units wind=furlongs", "places add", "hourly 0", "\"open"]
)


def series(name, index):
    """A plausible value of a quantity of Open-Meteo."""
    table = [
        ("weather_code", [3, 61, 2, 71][index % 4]), ("is_day", int(6 <= index % 24 < 18)),
        ("temperature", 4.5 - index % 7 * 0.5), ("dew_point", -1.0), ("humidity", 80 - index % 9),
        ("probability", index * 7 % 100), ("direction", index * 30 % 360), ("pressure", 1003.4 + index % 5),
        ("cloud", 75), ("visibility", 24000), ("gust", 11.2), ("wind", 5.4), ("snow", 0.1 * (index % 2)),
        ("precipitation", 0.2 * (index % 3)), ("rain", 0.2 * (index % 3)), ("uv_index", 1.5), ("freezing", 1200),
        ("soil", 2.5), ("radiation", 90), ("duration", 3600), ("cape", 10), ("aqi", 25), ("pollen", 1), ("pm", 8),
    ]
    return next((value for part, value in table if part in name), 1)


class Service(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = {name: values[-1] for name, values in urllib.parse.parse_qs(url.query).items()}
        if url.path == "/alerts/active":
            body = self.alerts(query)
        elif "latitude" in query:
            places = list(zip(query["latitude"].split(","), query["longitude"].split(",")))
            body = [self.forecast({**query, "latitude": north, "longitude": east}) for north, east in places]
            body = body if len(places) > 1 else body[0]
        else:
            self.send_error(404)
            return
        body = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @staticmethod
    def forecast(query):
        latitude, longitude = float(query["latitude"]), float(query["longitude"])
        zone, offset = ZONES.get(round(longitude), ("UTC", 0))
        midnight = (NOW + offset) // 86400 * 86400 - offset
        first = midnight - int(query.get("past_days", 0)) * 86400
        days = int(query.get("forecast_days", 7)) + int(query.get("past_days", 0))
        reply = {"latitude": latitude, "longitude": longitude, "elevation": 20.0, "utc_offset_seconds": offset,
                 "timezone": zone, "timezone_abbreviation": zone[:3], "generationtime_ms": 0.1}
        spans = {"current": (900, NOW // 900 * 900, None), "minutely_15": (900, NOW // 900 * 900, 8),
                 "hourly": (3600, first, days * 24), "daily": (86400, first, days)}
        for block, (step, start, count) in spans.items():
            names = [name for name in query.get(block, "").split(",") if name]
            if not names:
                continue
            if count is None:
                values = {name: series(name, 12) for name in names}
                reply[block] = {"time": start, "interval": step, **values}
                continue
            columns = {"time": [start + step * index for index in range(count)]}
            for name in names:
                if name in ("sunrise", "sunset"):
                    hour = 8 if name == "sunrise" else 15
                    columns[name] = [start + step * index + hour * 3600 for index in range(count)]
                else:
                    columns[name] = [series(name, index) for index in range(count)]
            reply[block] = columns
        return reply

    @staticmethod
    def alerts(query):
        def at(seconds):
            return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))

        storm = {
            "id": "storm", "status": "Actual", "messageType": "Alert", "event": "Winter Storm Warning",
            "severity": "Severe", "urgency": "", "response": "", "sent": at(NOW - 9000), "onset": at(NOW - 3600),
            "ends": at(NOW + 30000), "expires": at(NOW + 30000), "areaDesc": "New York (Manhattan)",
            "senderName": "NWS New York NY", "headline": "Winter Storm Warning issued by NWS New York NY",
            "description": "Heavy snow.", "instruction": "Stay at home.", "references": [],
        }
        feature = {"type": "Feature", "geometry": None, "properties": storm}
        return {"features": [feature] if query.get("point", "").startswith("40.7") else []}


def environment(home, url):
    closed = "http://127.0.0.1:9"
    values = {
        "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": home, "TZ": "UTC", "XDG_RUNTIME_DIR": home,
        "XDG_CONFIG_HOME": home + "/config", "XDG_STATE_HOME": home + "/state", "XDG_CACHE_HOME": home + "/cache",
        "WEATHERD_SOCKET": home + "/weatherd.sock", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + home + "/no-bus",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=" + home + "/no-bus",
        "WEATHERD_ALERTS_PROVIDERS": "nws", "WEATHERD_OPEN_METEO_GEOCODING_URL": closed,
    }
    for name in ["OPEN_METEO", "OPEN_METEO_AIR_QUALITY", "NWS"]:
        values["WEATHERD_" + name + "_URL"] = url
    return values


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.file = self.socket.makefile("rwb")

    def ask(self, request):
        self.file.write(request.encode() + b"\n")
        self.file.flush()
        head = self.file.readline()
        lines = [head]
        if head.startswith(b"OK "):
            lines += [self.file.readline() for _ in range(int(head.split()[1]))]
        return b"".join(lines).decode()


class Release:
    """The programs of one release, with a home that may have been another's."""

    def __init__(self, programs, home, url, trace=None):
        self.home = home
        self.variables = environment(home, url)
        self.variables["PATH"] = programs + ":/usr/bin:/bin"
        self.programs = programs
        command = [programs + "/weatherd"]
        if trace:
            command = ["strace", "-f", "-qq", "-xx", "-s", "4096", "-e", "signal=none", "-o", trace, "-e",
                       "trace=execve,read,recvfrom,recvmsg,write,sendto,sendmsg"] + command
        self.log = home + "/log"
        with open(self.log, "ab") as log:
            self.daemon = subprocess.Popen(command, env=self.variables, stderr=log)
        self.is_traced = trace is not None
        while True:
            try:
                self.connection = Connection(home + "/weatherd.sock")
                break
            except OSError:
                if self.daemon.poll() is not None:
                    with open(self.log) as log:
                        raise SystemExit("weatherd exited with status %d: %s" % (self.daemon.returncode, log.read()))
                time.sleep(0.05)
        while "place: -\n" in self.ask("status"):
            time.sleep(0.05)

    def ask(self, request):
        return self.connection.ask(request)

    def stop(self):
        if self.is_traced:
            subprocess.run(["pkill", "-TERM", "-P", str(self.daemon.pid)], check=False)
        else:
            self.daemon.terminate()
        return self.daemon.wait(30)


def serve():
    """The address of the service, which runs until the program ends."""
    service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=service.serve_forever, daemon=True).start()
    return "http://127.0.0.1:%d" % service.server_port


def has_worker(programs):
    """0.1.0 has no worker."""
    return os.path.exists(programs + "/weatherd-worker")


def configuration(programs):
    """0.1.0 does not know cities in its configuration."""
    if has_worker(programs):
        return CONFIGURATION
    place = '[location]\nlatitude = 40.7143\nlongitude = -74.006\nname = "New York City"\n'
    return CONFIGURATION.replace('location = "New York"\n', "") + "\n" + place


def configure(home, text):
    os.makedirs(home + "/config/weatherd")
    with open(home + "/config/weatherd/config.toml", "w") as file:
        file.write(text)
