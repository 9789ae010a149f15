"""A double of weatherd's D-Bus service for tests of the desktop clients, with recorded weather (weather.json).

mock.py [STATE [MEMBER ERROR]]: owns org.weatherd.Weather1 on the session bus; a method can fail from the start. The interface
org.weatherd.Test on the same object controls it:
Set(s state) changes what it serves (STATES), Temperature(d) changes one value, Calls() lists the calls since the last time,
Fail(s member, s error) makes a method fail (error "": works again), Quit() ends it at once. The member may be GetAll, or
"GetJson alerts" for one view. Hold(s member) makes replies of a method wait until the next Hold (member "": none waits)."""

import copy
import datetime
import json
import os
import pathlib
import sys

from gi.repository import Gio, GLib

NAME = "org.weatherd.Weather1"
BELL = NAME + ".Changed"
PATH = "/org/weatherd/Weather1"
METHODS = {
    "GetCurrent": ("a{sv}", "a{sv}"), "GetHourly": ("a{sv}", "a{sv}"), "GetDaily": ("a{sv}", "a{sv}"), "GetAir": ("a{sv}", "a{sv}"),
    "GetJson": ("sa{sv}", "s"), "Search": ("sa{sv}", "aa{sv}"), "SetLocation": ("sa{sv}", "s"), "SetUnits": ("sa{sv}", "s"),
    "AddPlace": ("ssa{sv}", ""), "RemovePlace": ("s", ""), "MovePlace": ("su", ""), "RenamePlace": ("ss", ""),
    "Next": ("a{sv}", "s"), "Previous": ("a{sv}", "s"), "Select": ("ua{sv}", "s"), "Refresh": ("a{sv}", ""),
}
# Registered by hand, so that it can fail.
PROPERTY_METHODS = {"Get": ("ss", "v"), "GetAll": ("s", "a{sv}")}
CONTROLS = {"Set": ("s", ""), "Temperature": ("d", ""), "Calls": ("", "as"), "Fail": ("ss", ""), "Hold": ("s", ""), "Quit": ("", "")}
PROPERTIES = {
    "Place": "s", "TemperatureC": "d", "Temperature": "s", "ConditionCode": "s", "ConditionText": "s", "IconName": "s", "IsDay": "b",
    "Freshness": "s", "Offline": "b", "Sample": "b", "Approximate": "b", "FetchedAt": "t", "Summary": "s", "ShortText": "s", "Units": "s",
    "ErrorCode": "s", "Error": "s", "Attribution": "s", "WarningCount": "u", "Warnings": "aa{sv}", "Places": "aa{sv}", "AgeSeconds": "t",
    "Version": "s",
}
INVALIDATED = ("Warnings", "Places")
ICONS = {
    "clear": "weather-clear", "mostly-clear": "weather-few-clouds", "partly-cloudy": "weather-few-clouds", "overcast": "weather-overcast",
    "fog": "weather-fog", "rain": "weather-showers", "rain-heavy": "weather-showers", "rain-light": "weather-showers-scattered",
    "rain-showers": "weather-showers-scattered", "thunderstorm": "weather-storm", "snow": "weather-snow",
}
STATES = ("fresh", "beijing", "stale", "offline", "expired", "sample", "approximate", "none", "no-place", "warning", "warnings-many", "favourites-200",
          "hostile", "long", "rtl", "imperial", "old", "garbage", "other-version", "newer", "rain", "warnings-unknown", "warnings-doubtful")
HOSTILE = '<b>Bold</b> <img src="http://127.0.0.1:9/x.png"> &amp; \N{RIGHT-TO-LEFT OVERRIDE}evil\N{POP DIRECTIONAL FORMATTING}'
WARNING = {
    "id": "2.49.0.0.826.0.1", "event": "Thunderstorm warning", "severity": "severe", "urgency": "expected", "certainty": "likely",
    "inForce": True, "headline": "Yellow warning of thunderstorms for London and the South East",
    "description": "Thunderstorms may bring heavy rain, hail and lightning.\nA small chance of flooding of homes and businesses.",
    "instruction": "Consider whether your travel plans need to change.", "area": "London and South East England", "sender": "Met Office",
    "issuedAt": "2020-07-20T09:12:00+01:00", "onset": "2020-07-20T12:00:00+01:00", "ends": "2020-07-20T18:00:00+01:00", "kind": "thunderstorm",
    "web": None, "attribution": None, "areas": [],
    "texts": {"severity": "severe", "when": "until 18:00"},
}
# What `texts.warnings` of the view `current` says about warnings that are not known, and about those that no place can be found for.
UNKNOWN = {"warnings-unknown": "warnings are not known: MeteoAlarm cannot be reached",
           "warnings-doubtful": "2 warnings have no known area and may apply here"}
ANNOUNCED = dict(WARNING, id="2.49.0.0.826.0.2", event="Flood watch", severity="moderate", inForce=False,
                 headline="Flooding is possible along the Thames", onset="2020-07-21T06:00:00+01:00", ends=None,
                 texts={"severity": "moderate", "when": "from Tuesday 06:00"})

# Where the places differ from London, with the favourite Beijing: the current place, and the favourites in order.
PLACES = {"favourite-current": ("London", ["Beijing", "London", "Oslo"]), "no-place": (None, []), "favourites-alone": (None, ["Beijing", "Oslo"]),
          "favourites-200": ("London", [f"Favourite number {n}" for n in range(1, 201)]), "hostile": (HOSTILE, [HOSTILE, "Beijing"]),
          "long": ("Llanfairpwllgwyngyll" * 5, ["Beijing"]), "rtl": ("ירושלים (القدس)", ["Beijing"])}
STATES += ("favourite-current", "favourites-alone", "squall")


def interface_xml():
    def arguments(signature, direction):
        found, rest = "", signature
        while rest:
            size = next(n for n in range(1, len(rest) + 1) if GLib.VariantType.string_is_valid(rest[:n]))
            found += f'<arg type="{rest[:size]}" direction="{direction}"/>'
            rest = rest[size:]
        return found

    def methods(table):
        return "".join(f'<method name="{m}">{arguments(i, "in")}{arguments(o, "out")}</method>' for m, (i, o) in table.items())

    properties = "".join(f'<property name="{p}" type="{t}" access="read"/>' for p, t in PROPERTIES.items())
    return f'<node><interface name="{NAME}">{methods(METHODS)}{properties}</interface>' \
           f'<interface name="org.freedesktop.DBus.Properties">{methods(PROPERTY_METHODS)}</interface>' \
           f'<interface name="org.weatherd.Test">{methods(CONTROLS)}</interface></node>'


def variant(value):
    """JSON as in the contract: null is an absent key, numbers are doubles."""
    if isinstance(value, bool):
        return GLib.Variant("b", value)
    if isinstance(value, (int, float)):
        return GLib.Variant("d", value)
    if isinstance(value, str):
        return GLib.Variant("s", value)
    if isinstance(value, dict):
        return GLib.Variant("a{sv}", table(value))
    if not value:
        return GLib.Variant("av", [])
    kinds = {dict: "aa{sv}", str: "as"}
    if type(value[0]) in kinds:
        return GLib.Variant(kinds[type(value[0])], [table(v) if isinstance(v, dict) else v for v in value])
    return GLib.Variant("ad", value) if all(isinstance(v, (int, float)) for v in value) else GLib.Variant("av", [variant(v) for v in value])


def table(value):
    return {k: variant(v) for k, v in value.items() if v is not None}


class Weather:
    """What is served: recorded views, changed by the state."""

    def __init__(self, state):
        self.recorded = json.loads((pathlib.Path(__file__).parent / "weather.json").read_text())
        self.units = "metric"
        self.version = "0.2.2"
        self.show(state)

    def show(self, state):
        if state not in STATES:
            raise ValueError(f"no state {state}")
        self.state = state
        self.version = "0.9.0" if state == "other-version" else "0.2.2"
        self.units = "imperial" if state == "imperial" else "metric"
        here, favourites = PLACES.get(state, ("London", ["Beijing"]))
        self.here, self.favourites = here, list(favourites)
        self.selected = None if here is None else 1 if state == "beijing" else 0
        self.alerts = {"warning": [WARNING], "warnings-many": [WARNING, ANNOUNCED], "warnings-doubtful": [WARNING]}.get(state, [])
        if state == "hostile":
            self.alerts = [dict(WARNING, event=HOSTILE, headline=HOSTILE, description=HOSTILE * 50)]
        self.temperature = None

    @property
    def known(self):
        return self.state != "none" and self.selected is not None

    @property
    def names(self):
        """The current place, and the favourites that are not it."""
        return [self.here] * (self.here is not None) + [name for name in self.favourites if name != self.here]

    @property
    def name(self):
        return None if self.selected is None else self.names[self.selected]

    @property
    def unit_names(self):
        """As the reply of `weatherctl set-units`."""
        if self.units == "imperial":
            return "temperature in °F, wind in mph, pressure in inHg, precipitation in inches, distance in mi"
        return "temperature in °C, wind in km/h, pressure in hPa, precipitation in mm, distance in km"

    def degrees(self, celsius, decimals=0, letter=False):
        if celsius is None:
            return None
        value = celsius * 9 / 5 + 32 if self.units == "imperial" else celsius
        text = f"{abs(value):.{decimals}f}"
        sign = "−" if value < 0 and float(text) else ""
        return sign + text + ("°F" if letter and self.units == "imperial" else "°C" if letter else "°")

    @property
    def warnings_known(self):
        return {"alertsKnown": self.state != "warnings-unknown", "alertsUnreadable": 0, "alertsUnplaced": 2 * (self.state == "warnings-doubtful")}

    def view(self, view, place=None, texts=False, hours=None, days=None):
        name = place if place in self.names else self.name
        record = self.recorded["Beijing" if name == "Beijing" else "London"]
        if view == "places":
            return {"schema": self.schema, "places": [self.place(n, texts) for n in range(len(self.names))]}
        if view == "alerts":
            return dict(self.common(record, name), alerts=[{k: v for k, v in a.items() if texts or k != "texts"} for a in self.alerts],
                        **self.warnings_known)
        if view == "status":
            return dict(self.common(record, name), version=self.version, offline=self.state == "offline", favourites=len(self.names) - 1)
        if view == "air" and "air" not in record:
            record = self.recorded["London"]
        value = copy.deepcopy(record["current" if view == "show" else view])
        value.update((k, v) for k, v in self.common(record, name).items() if k in value)
        if view in ("current", "show"):
            self.current(value, texts)
        for hour in value.get("hours", []):
            if self.state == "rain":
                hour["precipitationMM"], hour["precipitationProbabilityPercent"] = 1.4, 80
                hour["condition"] = {"code": "rain", "text": "rain", "icon": "", "likelihood": None}
        if texts:
            getattr(self, f"{view}_texts", lambda _: None)(value)
        if view == "hourly":
            value["hours"] = value["hours"][:hours or 30]
        if view == "daily":
            value["days"] = value["days"][:days or 7]
        return value

    @property
    def schema(self):
        return 2 if self.state == "newer" else 1

    def common(self, record, name):
        current = record["current"]
        freshness = {"stale": "stale", "expired": "expired"}.get(self.state, "fresh")
        return {"schema": self.schema, "place": dict(current["place"], name=name, approximate=self.state == "approximate"), "provider": current["provider"],
                "sample": self.state == "sample", "attribution": current["attribution"], "freshness": freshness,
                "fetchedAt": current["fetchedAt"], "ageSeconds": 11520 if self.state in ("stale", "offline", "expired") else 720}

    def current(self, value, texts):
        if self.temperature is not None and value["place"]["name"] == self.name:
            value["temperatureC"] = self.temperature
        if self.state == "hostile":
            value["summary"] = value["condition"]["text"] = HOSTILE
        if self.state == "squall":
            value["condition"] = {"code": "squall", "text": "squall", "icon": "", "likelihood": None}
        if self.state == "rain":
            value["condition"] = {"code": "rain", "text": "rain", "icon": "", "likelihood": None}
            value["nowcast"] = {"change": "ends", "kind": "rain", "origin": "radar", "time": None, "minutes": None, "text": "dry from 14:20"}
        value.update(self.warnings_known)
        alert = next((a for a in self.alerts if a["inForce"]), None)
        value["alert"] = alert and {k: alert[k] for k in ("event", "severity", "ends")}
        value["class"] = [c for c in value["class"] if c != "fresh"] + [value["freshness"]] + ["offline"] * (self.state == "offline")
        if self.state == "garbage":
            value.update(temperatureC="warm", condition=None, place=7, sunrise={})

    def current_texts(self, value):
        age = "3 h 12 min" if value["ageSeconds"] > 3600 else "12 min"
        # No values: a daemon that has a new word for them.
        if self.state == "garbage":
            value.update(texts=None, rows="rows")
            return
        value["texts"] = self.hour_texts(value)
        value["texts"].update(updated=f"updated {age} ago", highLow=f"high {self.degrees(21.1)} / low {self.degrees(13.5)}")
        state = {"stale": f"stale: updated {age} ago", "offline": f"offline: updated {age} ago", "expired": "the forecast has ended",
                 "sample": "sample data, made up: not the weather of this place", "approximate": "the place is estimated from the time zone"}
        value["texts"]["fetched"] = "updated at " + value["fetchedAt"][11:16]
        if self.state in UNKNOWN:
            value["texts"]["warnings"] = UNKNOWN[self.state]
        if self.state in state:
            value["texts"]["state"] = state[self.state]
        t = self.degrees
        value["texts"]["feelsLikeLine"] = f"Feels like {t(value['feelsLikeC'])}"
        value["rows"] = [{"label": label, "value": text} for label, text in (
            ("Humidity", f"{value['humidityPercent']:.0f}%"), ("Dew point", t(value["dewPointC"], 1, True)),
            ("Cloud cover", f"{value['cloudCoverPercent']:.0f}%"), ("Wind", "↘ " + value["texts"]["wind"] + " from NNW"),
            ("Pressure", f"{value['pressureHPa']:.0f} hPa"), ("Precipitation", "0.0 mm in 1 h"), ("UV index", "7 (high)")) if text]

    def hourly_texts(self, value):
        for index, hour in enumerate(value["hours"]):
            hour["texts"] = self.hour_texts(hour)
            local = datetime.datetime.fromisoformat(hour["time"])
            hour["texts"]["time"] = "Now" if index == 0 else local.strftime("%H:%M")

    def hour_texts(self, hour):
        wind = hour["windSpeedMS"]
        texts = {"temperature": self.degrees(hour["temperatureC"]), "feelsLike": self.degrees(hour["feelsLikeC"])}
        if wind is not None:
            texts["wind"] = f"{wind * 2.23694:.0f} mph" if self.units == "imperial" else f"{wind * 3.6:.0f} km/h"
        if hour.get("precipitationMM"):
            texts["precipitation"] = f"{hour['precipitationMM']:.1f} mm"
        if hour.get("precipitationProbabilityPercent"):
            texts["probability"] = f"{hour['precipitationProbabilityPercent']:.0f}%"
        return {k: v for k, v in texts.items() if v is not None}

    def daily_texts(self, value):
        for index, day in enumerate(value["days"]):
            high, low = self.degrees(day["temperatureMaxC"]), self.degrees(day["temperatureMinC"])
            # Today's remaining hours, as the daemon shows them.
            if index == 0 and high is None:
                high, low = "≥" + self.degrees(21.1), "≤" + self.degrees(13.5)
            texts = {"day": "Today" if index == 0 else day["weekday"][:3], "high": high, "low": low}
            if high:
                texts["range"] = f"low {low}, high {high}"
            if day["precipitationMM"]:
                texts["precipitation"] = f"{day['precipitationMM']:.1f} mm"
            if day["precipitationProbabilityPercent"]:
                texts["probability"] = f"{day['precipitationProbabilityPercent']:.0f}%"
            day["texts"] = {k: v for k, v in texts.items() if v is not None}

    def air_texts(self, value):
        value["rows"] = [{"label": label, "value": text} for label, text in (
            ("European index", "27 (fair)"), ("PM2.5", "6.2 µg/m³ (good)"), ("PM10", "7.1 µg/m³ (good)"), ("Ozone", "66 µg/m³ (fair)"),
            ("Nitrogen dioxide", "7.1 µg/m³ (good)"), ("Grass pollen", "8.4 grains/m³"))]

    def sun_texts(self, value):
        value["texts"] = {"sunrise": value["sunrise"][11:16], "sunset": value["sunset"][11:16]}
        value["rows"] = [{"label": label, "value": text} for label, text in (
            ("Sunrise", value["sunrise"][11:16]), ("Sunset", value["sunset"][11:16]), ("Day length", "15 h 57 min"),
            ("Moon", "new moon, 0% lit"), ("Moonrise", "04:23"), ("Moonset", "21:21"))]

    def place(self, index, texts):
        current = self.view("current", self.names[index])
        beijing = self.names[index] == "Beijing"
        place = {k: current[k] for k in ("place", "provider", "origin", "fetchedAt", "condition", "isDay", "temperatureC", "sample", "attribution",
                                         "ageSeconds", "freshness", "alert", "alertsKnown", "announced")}
        name = self.names[index]
        position = self.favourites.index(name) + 1 if name in self.favourites else None
        place.update(current=name == self.here, shown=index == self.selected, position=position, temperatureMaxC=30.1 if beijing else 21.1,
                     temperatureMinC=26.9 if beijing else 13.5, lastErrorCode=None, lastError=None)
        if self.state == "garbage":
            place.update(place=None, condition="?", temperatureC=[])
        elif texts:
            high, low, now = self.degrees(place["temperatureMaxC"]), self.degrees(place["temperatureMinC"]), self.degrees(current["temperatureC"])
            place["texts"] = {"temperature": now, "high": high, "low": low, "line": f"{current['condition']['text']}, {now}, high {high} / low {low}"}
        return place

    def properties(self):
        values = {"Version": self.version, "Units": self.unit_names}
        in_force = sum(a["inForce"] for a in self.alerts)
        if self.known and (in_force or self.warnings_known["alertsKnown"]):
            values["WarningCount"] = in_force
        if self.selected is None:
            return values
        values.update(Place=self.name, Freshness="none" if self.state == "none" else {"stale": "stale", "expired": "expired"}.get(self.state, "fresh"),
                      Offline=self.state == "offline", Sample=self.state == "sample", Approximate=self.state == "approximate",
                      Warnings=[table(a) for a in self.alerts], Places=[table(self.place(n, False)) for n in range(len(self.names))])
        if self.state == "offline":
            values.update(ErrorCode="no-network", Error="no route to MET Norway")
        if self.state in ("none", "garbage"):
            return values
        current = self.view("current", self.name)
        code, day = current["condition"]["code"], current["isDay"]
        icon = ICONS.get(code, "weather-overcast")
        fetched = datetime.datetime.fromisoformat(current["fetchedAt"]).timestamp()
        text = self.degrees(current["temperatureC"], letter=True)
        values.update(TemperatureC=current["temperatureC"], Temperature=text, ConditionCode=code, ConditionText=current["condition"]["text"],
                      IconName=icon + ("-night" if not day and icon in ("weather-clear", "weather-few-clouds") else ""), IsDay=day,
                      FetchedAt=int(fetched), Summary=current["summary"] or "", ShortText=f"{current['condition']['icon']} {text}",
                      Attribution=current["attribution"], AgeSeconds=current["ageSeconds"])
        return values


class Service:
    def __init__(self, weather, failures=()):
        self.weather = weather
        self.requests = []
        self.failures = dict(failures)
        self.held = ""
        self.waiting = []
        self.rung = False
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        node = Gio.DBusNodeInfo.new_for_xml(interface_xml())
        for interface in node.interfaces:
            self.bus.register_object(PATH, interface, self.call, None, None)
        self.last = self.values()
        if self.request_name(NAME) != 1:
            sys.exit(f"mock.py: {NAME} has another owner")

    def request_name(self, name):
        return self.bus_call("RequestName", GLib.Variant("(su)", (name, 4)))

    def bus_call(self, member, arguments):
        return self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, arguments, None, 0, -1, None)[0]

    def values(self):
        return {k: GLib.Variant(PROPERTIES[k], v) for k, v in self.weather.properties().items()}

    def do_Get(self, interface, name):
        if name not in PROPERTIES or interface != NAME:
            raise LookupError("org.freedesktop.DBus.Error.UnknownProperty")
        if name not in self.values():
            raise LookupError("org.weatherd.Error.NoData")
        return self.values()[name]

    def do_GetAll(self, interface):
        return self.values() if interface == NAME else {}

    def changed(self):
        """Emits what changed, and rings the bell."""
        values, last = self.values(), self.last
        self.last = values
        differ = [k for k in PROPERTIES if k != "AgeSeconds" and (k in values) != (k in last) or k in values and k in last and not values[k].equal(last[k])]
        emitted = {k: values[k] for k in differ if k in values and k not in INVALIDATED + ("AgeSeconds",)}
        invalid = [k for k in differ if k not in emitted and k != "AgeSeconds"]
        self.bus.emit_signal(None, PATH, "org.freedesktop.DBus.Properties", "PropertiesChanged", GLib.Variant("(sa{sv}as)", (NAME, emitted, invalid)))
        self.rung = not self.rung
        if self.rung:
            self.request_name(BELL)
        else:
            self.bus_call("ReleaseName", GLib.Variant("(s)", (BELL,)))

    def call(self, _bus, _sender, _path, _interface, member, arguments, invocation):
        arguments = arguments.unpack()
        if member in METHODS:
            self.requests.append(f"{member} {json.dumps(arguments, ensure_ascii=False, default=str)}")
        try:
            # A service with typed methods alone.
            if self.weather.state == "old" and member in METHODS and member != "GetCurrent":
                raise LookupError("org.freedesktop.DBus.Error.UnknownMethod")
            if error := self.failures.get(member) or arguments and self.failures.get(f"{member} {arguments[0]}"):
                raise LookupError(error)
            reply = getattr(self, "do_" + member)(*arguments)
        except LookupError as error:
            invocation.return_dbus_error(error.args[0], "as asked for by the test")
            return
        signature = (METHODS | PROPERTY_METHODS | CONTROLS)[member][1]
        value = GLib.Variant(f"({signature})", (reply,)) if signature else None
        if member == self.held:
            self.waiting.append((invocation, value))
        else:
            invocation.return_value(value)

    def view(self, view, options):
        if not self.weather.known and view not in ("places", "status"):
            raise LookupError("org.weatherd.Error." + ("NoLocation" if self.weather.selected is None else "NoData"))
        unknown = set(options) - {"place", "units", "language", "hours", "days", "texts"}
        if unknown:
            raise LookupError("org.freedesktop.DBus.Error.InvalidArgs")
        return self.weather.view(view, options.get("place"), options.get("texts", False), options.get("hours"), options.get("days"))

    def do_GetCurrent(self, options):
        return table(self.view("current", options))

    def do_GetHourly(self, options):
        return table(self.view("hourly", options))

    def do_GetDaily(self, options):
        return table(self.view("daily", options))

    def do_GetAir(self, options):
        return table(self.view("air", options))

    def do_GetJson(self, view, options):
        if view not in ("current", "show", "hourly", "daily", "alerts", "air", "sun", "places", "status"):
            raise LookupError("org.weatherd.Error.BadArgument")
        text = json.dumps(self.view(view, options), ensure_ascii=False)
        return text[:len(text) // 2] if self.weather.state == "garbage" and view == "daily" else text

    def do_Search(self, query, _options):
        cities = [("Oslo", "Oslo", "Norway", 59.913, 10.746), ("Osnabrück", "Lower Saxony", "Germany", 52.273, 8.051), ("London", "England", "United Kingdom", 51.509, -0.126)]
        return [table({"name": n, "region": r, "country": c, "latitude": a, "longitude": o}) for n, r, c, a, o in cities if n.lower().startswith(query.lower())]

    def do_SetLocation(self, place, _options):
        if place in self.weather.names:
            self.weather.selected = self.weather.names.index(place)
        elif place not in ("auto", "default"):
            self.weather.here, self.weather.selected = place, 0
        self.changed()
        return self.weather.name

    def do_SetUnits(self, units, _options):
        self.weather.units = "imperial" if {"imperial", "temperature=f"} & set(units.split()) else "metric"
        self.changed()
        return self.weather.unit_names

    def do_AddPlace(self, place, name, _options):
        self.weather.favourites.append(name or place)
        self.changed()

    def favourite(self, name):
        if name not in self.weather.favourites:
            raise LookupError("org.weatherd.Error.NotFound")
        return self.weather.favourites.index(name)

    def do_RemovePlace(self, name):
        del self.weather.favourites[self.favourite(name)]
        self.weather.selected = None if self.weather.here is None else 0
        self.changed()

    def do_MovePlace(self, name, position):
        del self.weather.favourites[self.favourite(name)]
        self.weather.favourites.insert(position - 1, name)
        self.changed()

    def do_RenamePlace(self, name, new):
        self.weather.favourites[self.favourite(name)] = new
        self.weather.here = new if self.weather.here == name else self.weather.here
        self.changed()

    def step(self, by):
        # Without a current place, the first step is to the first favourite.
        selected = by - (by > 0) if self.weather.selected is None else self.weather.selected + by
        self.weather.selected = selected % len(self.weather.names)
        self.changed()
        return f"{self.weather.name}"

    def do_Select(self, position, _options):
        if position >= len(self.weather.names):
            raise LookupError("org.weatherd.Error.NotFound")
        self.weather.selected = position
        return self.step(0)

    def do_Next(self, _options):
        return self.step(1)

    def do_Previous(self, _options):
        return self.step(-1)

    def do_Refresh(self, _options):
        self.changed()

    def do_Set(self, state):
        self.weather.show(state)
        self.changed()

    def do_Temperature(self, celsius):
        self.weather.temperature = celsius
        self.changed()

    def do_Calls(self):
        requests, self.requests = self.requests, []
        return requests

    def do_Fail(self, member, error):
        self.failures[member] = error

    def do_Hold(self, member):
        self.held = member
        for invocation, value in self.waiting:
            invocation.return_value(value)
        self.waiting = []

    def do_Quit(self):
        os._exit(0)


if __name__ == "__main__":
    Service(Weather(sys.argv[1] if len(sys.argv) > 1 else "fresh"), [sys.argv[2:4]] if len(sys.argv) > 3 else ())
    GLib.MainLoop().run()
