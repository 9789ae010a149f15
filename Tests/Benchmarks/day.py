"""What a day of the daemon costs, and how old its weather is, on the clock of fast_clock.py with the services of day_services.py.

day.py cost CLOCK_DIRECTORY PID LOG: passes a day from deadline to deadline, while a bar watches. Prints requests, their kinds,
connections, bytes on the wire, processor time of weatherd and of its workers in s, and wake-ups by its timers.
day.py age CLOCK_DIRECTORY PID SOCKET: passes a day minute by minute, and compares what is shown with what the service would have given.
Prints for the present, and for the forecast of the next days, how much older the shown weather is in minutes: mean, longest; and
how many runs of models became available.
day.py others: what others ask for in a day by their defaults, computed."""

import collections
import gzip
import json
import math
import os
import sys
import time

import day_services
from day_weather import DAY, HOUR, QUARTER, present, state, updates, value
from fast_clock import Bar, Clock

MINUTE = 60
# A daemon with a future deadline and without a worker for this long is idle, s.
IDLE = 0.03
TOLERANCE = 0.051


def processor_time(pid):
    """The process's own and that of its exited children, s."""
    with open(f"/proc/{pid}/stat") as file:
        user, system, of_children, in_kernel = map(int, file.read().rpartition(")")[2].split()[11:15])
    ticks = os.sysconf("SC_CLK_TCK")
    return (user + system) / ticks, (of_children + in_kernel) / ticks


def has_children(pid):
    """Whether the process has a worker, running or not reaped."""
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                if file.read().strip():
                    return True
        except OSError:
            pass
    return False


def settle(clock, pid):
    end = time.monotonic() + 30
    busy = time.monotonic()
    while (now := time.monotonic()) < busy + IDLE:
        if clock.left() <= 0 or has_children(pid):
            busy = now
        if now > end:
            raise SystemExit("day.py: the daemon has not done what was due within 30 s")
        time.sleep(0.002)


def lines_after(path, position):
    with open(path) as file:
        file.seek(position)
        return [json.loads(line) for line in file]


def cost(directory, pid, path):
    clock = Clock(directory)
    settle(clock, pid)
    position = os.path.getsize(path)
    own, children = processor_time(pid)
    left, wakes = DAY, 0
    while left > 0:
        step = min(left, max(1, math.ceil(clock.left())))
        clock.advance(step)
        wakes += 1
        settle(clock, pid)
        left -= step
    own_after, children_after = processor_time(pid)
    lines = lines_after(path, position)
    requests = [line for line in lines if "kind" in line]
    connections = [line for line in lines if "connection" in line]
    kinds = collections.Counter(line["kind"] for line in requests)
    size = sum(line["received"] + line["sent"] for line in connections)
    print(len(requests), ",".join(f"{kinds[kind]} {kind}" for kind in day_services.KINDS if kinds[kind]).replace(" ", "_"),
          len(connections), size, f"{own_after - own:.2f} {children_after - children:.2f}", wakes)


SHOWN = {
    "temperatureC": "temperature_2m", "humidityPercent": "relative_humidity_2m", "cloudCoverPercent": "cloud_cover",
    "pressureHPa": "pressure_msl", "windDirectionDeg": "wind_direction_10m",
}
FORECAST = {
    "temperatureC": "temperature_2m", "precipitationProbabilityPercent": "precipitation_probability",
    "pressureHPa": "pressure_msl", "visibilityM": "visibility",
}


def is_same(shown, given):
    return shown is None and given is None or (
        shown is not None and given is not None and abs(shown - given) < TOLERANCE)


def is_present(shown, now):
    """Whether the service would now give what is shown as the present."""
    at, runs = now - now % QUARTER, state(now)
    return all(is_same(shown[key], present(name, at, runs)) for key, name in SHOWN.items())


def is_forecast(shown, now):
    """Whether the service would give these hours at that time."""
    runs = state(now)
    for at, hour in shown:
        for key, name in FORECAST.items():
            # A probability is for the hour that ends at a row's time.
            moment = at + HOUR if "probability" in name else at
            if not is_same(hour[key], value(name, moment, runs)):
                return False
    return True


def minutes_since(matches, shown, now, most=24 * 60):
    """For how many minutes the service has given something else than what is shown."""
    for minutes in range(most):
        if matches(shown, now - minutes * MINUTE):
            return minutes
    raise SystemExit("day.py: the service never gave what is shown")


def unix(text):
    import datetime
    return int(datetime.datetime.fromisoformat(text).timestamp())


def age(directory, pid, path):
    clock, bar = Clock(directory), Bar(path)
    settle(clock, pid)
    begin = clock[0]
    ages = collections.defaultdict(list)
    for _ in range(DAY // MINUTE):
        end = clock[0] + MINUTE - clock[0] % MINUTE
        while clock[0] < end:
            clock.advance(min(end - clock[0], max(1, math.ceil(clock.left()))))
            settle(clock, pid)
        now = clock[0]
        shown = json.loads(bar.ask("current --output json")[0])
        ages["present"].append(minutes_since(is_present, shown, now))
        hours = json.loads(bar.ask("hourly 120 --output json")[0])["hours"]
        # Three hours of each reach are enough to tell all runs apart.
        wanted = [(unix(hour["time"]), hour) for hour in (hours[index] for index in (2, 30, 46, 70, 100, 118))]
        ages["forecast"].append(minutes_since(is_forecast, wanted, now))
    for kind in "present", "forecast":
        print(f"{sum(ages[kind]) / len(ages[kind]):.1f} {max(ages[kind])}")
    print(len(updates(begin, clock[0])))


def others():
    """Name, interval s, requests a day, kB of bodies a day.

    wttrbar: `"interval": 3600` of its README; src/main.rs asks wttr.in once for each. No answer of wttr.in is recorded.
    waybar-weather: `weather_update` of internal/config/config.go, 15 min; the query of provider/open-meteo/open-meteo.go to the same
    service as weatherd's, packed as Go's client asks for by itself.
    i3status-rust: `interval` of src/blocks/weather.rs, 600 s; met_no.rs asks for MET Norway's compact forecast; Cargo.toml has reqwest
    without gzip; the recorded answer for Beijing has 35,435 bytes without white space."""
    fields = ("temperature_2m,apparent_temperature,weather_code,wind_speed_10m,is_day,wind_direction_10m,relative_humidity_2m,"
              "pressure_msl,wind_gusts_10m")
    query = {"current": [fields], "hourly": [fields + ",precipitation_probability"],
             "daily": ["temperature_2m_max,temperature_2m_min"], "past_days": ["1"]}
    body = json.dumps(day_services.forecast(query, 1_800_000_000), separators=(",", ":")).encode()
    for name, interval, size in (
            ("wttrbar", 3600, None), ("waybar-weather", 900, len(gzip.compress(body, 6))), ("i3status-rust", 600, 35_435)):
        requests = DAY // interval
        print(name, requests, "-" if size is None else f"{requests * size / 1e6:.2f}")


if __name__ == "__main__":
    {"cost": cost, "age": age, "others": others}[sys.argv[1]](*sys.argv[2:])
