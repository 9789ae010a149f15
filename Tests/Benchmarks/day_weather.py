"""The services of the section `day`: weather that changes with the simulated time, as those services would answer.

Open-Meteo's forecast combines models, each with runs that become available some time after they begin (`MODELS`). A value comes
from the finest model that reaches its time, and another run says something slightly different, so each run changes the answer.
`current` and `minutely_15` are read from the same quarters of an hour (WeatherApiController in ForecastapiController.swift of
open-meteo). The intervals are those of https://open-meteo.com/en/docs/model-updates; the delays are assumed."""

import functools
import math

QUARTER, HOUR, DAY = 900, 3600, 86400

# Name: seconds between two runs, from a run's begin to its availability, its reach, and the variables it alone has.
MODELS = {
    "icon_d2": (3 * HOUR, 80 * 60, 48 * HOUR, ()),
    "icon_eu": (3 * HOUR, 175 * 60, 120 * HOUR, ()),
    "icon": (6 * HOUR, 235 * 60, 180 * HOUR, ()),
    "gfs": (6 * HOUR, 290 * 60, 384 * HOUR, ("visibility", "uv_index", "soil_temperature_0cm")),
    "icon_d2_eps": (3 * HOUR, 115 * 60, 48 * HOUR, ("precipitation_probability",)),
    "gefs": (6 * HOUR, 345 * 60, 384 * HOUR, ("precipitation_probability",)),
}
GENERAL = ("icon_d2", "icon_eu", "icon", "gfs")
# How late a run may be, s.
LATE = 6 * 60
NAMES_OF_DAYS = {
    "temperature_2m_max": ("temperature_2m", max), "temperature_2m_min": ("temperature_2m", min),
    "apparent_temperature_max": ("apparent_temperature", max), "apparent_temperature_min": ("apparent_temperature", min),
    "cloud_cover_mean": ("cloud_cover", None), "precipitation_sum": ("precipitation", sum), "rain_sum": ("rain", sum),
    "showers_sum": ("showers", sum), "snowfall_sum": ("snowfall", sum), "weather_code": ("weather_code", max),
    "precipitation_probability_max": ("precipitation_probability", max), "wind_speed_10m_max": ("wind_speed_10m", max),
    "wind_gusts_10m_max": ("wind_gusts_10m", max), "wind_direction_10m_dominant": ("wind_direction_10m", None),
    "uv_index_max": ("uv_index", max),
}


def chance(*words):
    """A number from 0 to 1 that the words determine."""
    total = 0.0
    for index, word in enumerate(words):
        total += (hash_of(word) if isinstance(word, str) else word % 100_003) * (12.9898 + 65.2353 * index)
    return math.sin(total) * 43758.5453 % 1


@functools.lru_cache(maxsize=None)
def hash_of(word):
    return sum(ord(letter) * 31 ** (index % 5) for index, letter in enumerate(word)) % 10_007


def smooth(seconds, at, *words):
    """A number from -1 to 1 that changes over this many seconds."""
    step, part = divmod(at, seconds)
    part = part / seconds
    part = part * part * (3 - 2 * part)
    return 2 * (chance(step, *words) * (1 - part) + chance(step + 1, *words) * part) - 1


@functools.lru_cache(maxsize=4096)
def available(model, run):
    interval, delay, _, _ = MODELS[model]
    return run + delay + int(LATE * chance(run // interval, model))


def newest(model, now):
    """The begin of the newest available run."""
    run = now - now % MODELS[model][0]
    while available(model, run) > now:
        run -= MODELS[model][0]
    return run


def state(now):
    """The newest runs of all models: what the answer depends on, besides the time."""
    return tuple(newest(model, now) for model in MODELS)


def updates(begin, end):
    """The times in a period at which a run becomes available."""
    found = set()
    for model, (interval, _, _, _) in MODELS.items():
        run = begin - begin % interval - 4 * interval
        while run < end:
            if begin <= available(model, run) < end:
                found.add(available(model, run))
            run += interval
    return sorted(found)


def source(name, at, runs):
    """The model and run of a value."""
    runs = dict(zip(MODELS, runs))
    own = [model for model, facts in MODELS.items() if name in facts[3]]
    for model in own or GENERAL:
        if at < runs[model] + MODELS[model][2]:
            return model, runs[model]
    return None


def error(name, at, runs):
    """What the run adds to the weather, from -1 to 1 and smaller for the near future."""
    found = source(name, at, runs)
    if not found:
        return 0.0
    model, run = found
    lead = max(0, at - run) / DAY
    return (0.3 + 0.3 * lead) * smooth(6 * HOUR, at, name, run // HOUR, model)


@functools.lru_cache(maxsize=1 << 17)
def value(name, at, runs):
    """A variable at a time, of the hour that ends then if it is an amount. None beyond all models."""
    if name == "is_day":
        return int(6 <= at % DAY / HOUR < 18)
    if source(name, at, runs) is None:
        return None
    wave = math.sin(2 * math.pi * (at % DAY) / DAY - 2)
    front = smooth(14 * HOUR, at, "front")
    off = error(name, at, runs)
    if name == "weather_code":
        rain, cloud = value("precipitation", at, runs), value("cloud_cover", at, runs)
        return (65 if rain > 4 else 63 if rain > 1 else 61) if rain else 0 if cloud < 20 else 1 if cloud < 50 else 2 if cloud < 80 else 3
    if name in ("precipitation", "rain"):
        wet = front + 0.15 * error("precipitation", at, runs) - 0.45
        return round(5 * wet * (1 + 0.5 * smooth(HOUR, at, "rain")), 1) if wet > 0 else 0.0
    if name in ("showers", "snowfall", "snow_depth"):
        return 0.0
    if name == "precipitation_probability":
        return int(min(100, max(0, 45 + 90 * (front - 0.3) + 20 * off)))
    if name == "cloud_cover":
        return int(min(100, max(0, 55 + 80 * front + 20 * off)))
    if name == "relative_humidity_2m":
        return int(min(100, max(20, 72 - 15 * wave + 10 * front + 4 * off)))
    if name == "temperature_2m":
        return round(6 + 4 * wave + 3 * smooth(40 * HOUR, at, "air") + 0.8 * off, 1)
    if name == "soil_temperature_0cm":
        return round(5 + 5 * wave + off, 1)
    if name == "apparent_temperature":
        return round(3 + 4.3 * wave + 3 * smooth(40 * HOUR, at, "air") + off, 1)
    if name == "dew_point_2m":
        return round(2 + wave + 3 * smooth(40 * HOUR, at, "air") + 0.6 * off, 1)
    if name == "pressure_msl":
        return round(1013 - 12 * front + 6 * smooth(60 * HOUR, at, "pressure") + off, 1)
    if name == "wind_speed_10m":
        return round(abs(4 + 3 * front + smooth(2 * HOUR, at, "wind") + off), 2)
    if name == "wind_gusts_10m":
        return round(abs(8 + 5 * front + 2 * smooth(2 * HOUR, at, "gusts") + off), 1)
    if name == "wind_direction_10m":
        return int(230 + 60 * front + 25 * smooth(3 * HOUR, at, "direction") + 10 * off) % 360
    if name == "visibility":
        return float(20 * int(max(5, 1200 - 500 * front + 100 * off)))
    if name == "uv_index":
        return round(max(0.0, 1.5 * wave * (1 - 0.4 * front) + 0.1 * off), 2) if wave > 0 else 0.0
    if name == "freezing_level_height":
        return float(10 * int(140 + 60 * smooth(40 * HOUR, at, "air") + 10 * off))
    raise ValueError(f"day_weather.py: unknown variable {name}")


def present(name, at, runs):
    """A variable of `current` and `minutely_15`: amounts are of the quarter of an hour."""
    found = value(name, at, runs)
    return round(found / 4, 2) if name in ("precipitation", "rain", "showers", "snowfall") and found else found


def of_day(name, midnight, runs):
    if name == "sunrise":
        return midnight + 6 * HOUR
    if name == "sunset":
        return midnight + 18 * HOUR
    if name == "daylight_duration":
        return 43200.0
    if name == "precipitation_hours":
        return float(sum((value("precipitation", midnight + HOUR * hour, runs) or 0) > 0 for hour in range(24)))
    of, combined = NAMES_OF_DAYS[name]
    values = [value(of, midnight + HOUR * hour, runs) for hour in range(24)]
    values = [number for number in values if number is not None]
    if not values:
        return None
    result = combined(values) if combined else sum(values) / len(values)
    return int(result) if isinstance(values[0], int) else round(result, 2)
