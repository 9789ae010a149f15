"""Checks of the Plasma widget, by what a screen reader and the pixels of the screen say; run by the script plasma.

plasma.py [CHECK...]: the names of checks, without check_ (default: all)."""

import colorsys
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import time

from mock import HOSTILE
from plasma_session import ID, OUTPUT, Bus, Failure, Mock, Reader, Shell, start_session, wait_until

DESKTOP = {"weather": (40, 120, 420, 620), "cells": (520, 120, 32, 32), "small": (520, 240, 160, 160)}
PANEL = "var p = new Panel; p.location = '{location}'; p.height = {height}; p.floating = false; {widgets}"


class Skipped(Exception):
    pass


def expect(condition, sentence):
    if not condition:
        raise Failure(sentence)


class Checks:
    def __init__(self):
        self.screen, self.bus = start_session()
        self.reader = Reader()
        self.mock = None
        self.shell = None
        # What plasmashell must report, as a regular expression for each line.
        self.reports = []

    def start(self, state="fresh", dark=False, location="top", height=40, widgets=(ID,), desktop=(), reports=(), **options):
        """A shell with one panel, and widgets on the desktop."""
        self.stop()
        self.reports = list(reports)
        if state:
            self.mock = Mock(self.bus, state)
        self.shell = Shell(self.bus, dark, **options)
        added = [f"p.addWidget('{name}');" for name in (*widgets, "org.kde.plasma.panelspacer", "org.kde.plasma.digitalclock")]
        self.shell.script(PANEL.format(location=location, height=height, widgets="".join(added)))
        for name in desktop:
            self.shell.script(f"desktops()[0].addWidget('{ID}', {', '.join(map(str, DESKTOP[name]))});")
        # The window manager shows it some time after it exists. Blue, green and red of the wallpaper.
        place = (20, 400) if location == "left" else (640, 20)
        wait_until("the panel", lambda: self.screen.pixels(*place, 1, 1)[0][:3] not in (b"\0\0\0", bytes((0x3d, 0x32, 0x24) if dark else (0xd8, 0xc4, 0xa9))))
        if state == "fresh":
            self.says("London: sunny, 19°")
        self.screen.settle()

    def stop(self):
        shell, mock = self.shell, self.mock
        self.shell = self.mock = None
        if shell:
            crashed = shell.process.poll() is not None
            shell.stop()
        if mock:
            mock.kill()
        if shell:
            expect(not crashed, "plasmashell crashed")
            warnings = shell.warnings()
            others = [line for line in warnings if not any(re.search(report, line) for report in self.reports)]
            expect(not others, "plasmashell reported: " + "; ".join(others[:5]))
            missing = [report for report in self.reports if not any(re.search(report, line) for line in warnings)]
            expect(not missing, f"plasmashell did not report: {missing}")

    def says(self, pattern, role=None, seconds=20):
        return wait_until(f"“{pattern}”", lambda: self.reader.find(pattern, role), seconds)

    def silent(self, pattern, role=None):
        wait_until(f"the end of “{pattern}”", lambda: not self.reader.find(pattern, role))

    def button(self):
        """The widget's button in the panel: Plasma's own around it has the tooltip's title as its name."""
        buttons = [item for item in self.reader.all() if item[0] == "button" and item[3][1] < 60 and item[3][0] < 200
                   and not item[2].startswith("Open ") and item[3][2] > 0]
        expect(buttons, "the panel has no button of the widget")
        return buttons[-1]

    def click(self, item, button=1):
        x, y, width, height = item[3]
        self.screen.pointer("mousemove", x + width // 2, y + height // 2, "click", button)

    def away(self):
        self.screen.pointer("mousemove", self.screen.width - 2, self.screen.height // 2)

    def open(self):
        self.click(self.button())
        self.says("Keep open")
        self.away()
        self.screen.settle()

    def close(self):
        self.screen.pointer("key", "Escape")
        self.silent("Keep open")

    def colours(self, area):
        """The colours of an area of the screen, as (hue, lightness, saturation) from 0 to 1, with their columns."""
        for row in self.screen.pixels(*area):
            for column in range(len(row) // 4):
                blue, green, red = row[column * 4:column * 4 + 3]
                yield colorsys.rgb_to_hls(red / 255, green / 255, blue / 255), column

    def suns(self, area):
        """The columns of an area with the yellow of the sun."""
        return [column for (hue, lightness, saturation), column in self.colours(area) if 0.1 < hue < 0.2 and lightness > 0.4 and saturation > 0.7]

    def lightness(self, area):
        """The median: that of the background."""
        return statistics.median(lightness for (_, lightness, _), _ in self.colours(area))

    def shot(self, name, width=None, height=None):
        self.away()
        self.screen.settle()
        self.screen.shot(name, 0, 0, width, height)

    def check_weather(self):
        """Panel, popup, desktop, tooltip; nothing is asked for without a change."""
        self.start(desktop=("weather", "cells", "small"))
        names = self.reader.names()
        for expected in ("Rest of today: sunny, 14°C to 21°C.", "13:00, sunny, 20°, 10 km/h", "Sat, rain showers, low 15°, high 23°, 1.1 mm"):
            expect(expected in names, f"the widget on the desktop does not say “{expected}”")
        self.shot("desktop-light")
        self.open()
        names = self.reader.names()
        for expected in ("Place: London", "Today, sunny, low ≤14°, high ≥21°"):
            expect(expected in names, f"the popup does not say “{expected}”")
        self.shot("popup-light", 640, 700)
        # The sections below.
        self.screen.pointer("mousemove", 200, 600, "click", "--repeat", 30, 5)
        for expected in ("Pressure: 1023 hPa", "European index: ", "Moon: new moon, 0% lit", "^updated at 12:44 · Weather data by MET Norway"):
            self.says(expected)
        # An age would be wrong after some minutes, in an open popup and on the desktop.
        expect(not self.reader.find("updated 12 min ago"), "the popup shows an age")
        self.shot("popup-below-light", 640, 700)
        self.close()
        # The tooltip, with the words of the panel's button.
        x, y, _, height = self.button()[3]
        self.screen.pointer("mousemove", x + 5, y + height // 2, "sleep", 0.1, "mousemove", x + 9, y + height // 2)
        self.says("London. · 19°", "heading")
        self.says("updated 12 min ago", "label")
        self.screen.settle()
        self.screen.shot("tooltip-light", 0, 0, 640, 300)
        self.away()
        self.silent("London. · 19°", "heading")
        self.screen.settle()
        self.mock.calls()
        # Until the panel's clock shows the next minute.
        clock = (self.screen.width - 140, 0, 130, 40)
        idle, began, before = self.shell.processor_seconds(), time.monotonic(), self.screen.pixels(*clock)
        wait_until("the next minute", lambda: self.screen.pixels(*clock) != before, 90, 1)
        print(f"plasmashell: {self.shell.processor_seconds() - idle:.2f} s of processor time in {time.monotonic() - began:.0f} idle seconds")
        expect(self.mock.calls() == [], "the widget asks without a change")

    def check_closed(self):
        """A popup that has been closed asks for nothing more than the panel shows."""
        self.start(desktop=("small",))
        self.open()
        self.says("13:00, sunny, 20°, 10 km/h")
        self.close()
        self.screen.settle()
        self.mock.calls()
        self.mock.control("Temperature", "d", 7.0)
        wait_until("both widgets", lambda: sum(item[1] == "London: sunny, 7°" for item in self.reader.all()) == 2)
        self.screen.settle()
        calls = self.mock.calls()
        expect(calls == ['GetJson ["current", {"texts": true}]'] * 2, f"a closed popup asks for more: {calls}")

    def check_dark(self):
        """The background is that of the colour scheme: dark, and light in the other checks."""
        for dark in (False, True):
            self.start(dark=dark, desktop=("weather", "cells", "small"))
            self.shot("desktop-dark" if dark else "desktop-light")
            self.backgrounds(dark, {"panel": (100, 5, 200, 30), "widget on the desktop": (200, 560, 200, 160), "small widget": (550, 320, 120, 120)})
            self.open()
            self.shot("popup-dark" if dark else "popup-light", 640, 700)
            self.backgrounds(dark, {"popup": (20, 320, 400, 300)})

    def backgrounds(self, dark, areas):
        for what, area in areas.items():
            lightness = self.lightness(area)
            expect(lightness < 0.3 if dark else lightness > 0.8, f"the {what}'s background has a lightness of {lightness:.2f}")

    def check_states(self):
        """The marks of weather that is not what it seems, and what is said without weather."""
        self.start()
        self.open()
        for state, expected in (("stale", "stale: updated 3 h 12 min ago"), ("offline", "offline: updated 3 h 12 min ago"),
                                ("expired", "the forecast has ended"), ("sample", "sample data, made up: not the weather of this place"),
                                ("approximate", "the place is estimated from the time zone")):
            self.mock.set(state)
            self.says(expected, "label")
            # The panel's button too.
            self.says(f"London: sunny, 19°. {expected}")
            self.shot(f"{state}-light", 640, 700)
        for state, expected in (("none", "Waiting for the weather"), ("no-place", "No place is set"), ("newer", "Update this widget"), ("old", "Update weatherd")):
            self.mock.set(state)
            self.says(expected, "heading")
            self.shot(f"{state}-light", 640, 700)
        self.says("weatherd is older than this widget")
        # A daemon that knows the method, but not the option.
        self.mock.set("fresh")
        self.says("London: sunny, 19°")
        self.mock.control("Fail", "ss", "GetJson", "org.freedesktop.DBus.Error.InvalidArgs")
        self.mock.set("stale")
        self.says("Update weatherd", "heading")
        self.mock.control("Fail", "ss", "GetJson", "")
        self.mock.set("imperial")
        self.mock.control("Temperature", "d", 20.0)
        self.mock.kill()
        self.mock = Mock(self.bus, "imperial")
        self.says("London: sunny, 67°")

    def check_warning(self):
        self.start()
        self.open()
        self.mock.set("warnings-many")
        self.says("London: sunny, 19°. 1 warning")
        warning = self.says("Warning: Thunderstorm warning, until 18:00")
        self.says("Warning: Flood watch, announced")
        self.shot("warning-light", 640, 700)
        self.click(warning)
        self.says("Yellow warning of thunderstorms", "label")
        self.shot("warning-open-light", 640, 700)
        self.mock.set("fresh")
        self.silent("Warning: ")

    def check_unknown_warnings(self):
        """Warnings that are not known are not none, and neither a number nor an alarm."""
        self.start()
        self.open()
        for state, expected in (("warnings-unknown", "warnings are not known: MeteoAlarm cannot be reached"),
                                ("warnings-doubtful", "2 warnings have no known area and may apply here")):
            self.mock.set(state)
            label = self.says(expected, "label")
            summary = self.says("^Rest of today", "label")
            expect(label[3][1] < summary[3][1], "the sentence is not above the present")
            loud = sum(saturation > 0.5 for (_, lightness, saturation), _ in self.colours(label[3]) if 0.1 < lightness < 0.9)
            expect(loud == 0, "the sentence has the colour of an alarm")
            self.shot(f"{state}-light", 640, 700)
        self.says("Warning: Thunderstorm warning")
        self.mock.set("warnings-unknown")
        self.silent("Warning: ")
        expect(not self.reader.find("[0-9]+ warning"), "unknown warnings are counted")
        self.close()
        x, y, width, height = self.button()[3]
        self.screen.pointer("mousemove", x + 5, y + 5, "sleep", 0.1, "mousemove", x + 9, y + 9)
        self.says("warnings are not known: MeteoAlarm cannot be reached", "label")
        self.away()
        self.mock.set("fresh")
        self.silent("warnings are not known")

    def check_failure(self):
        """A request that gets no answer, or is refused for now, leaves the weather and its warnings, and is repeated without a change."""
        self.start()
        self.open()
        self.mock.set("warning")
        self.says("Warning: Thunderstorm warning, until 18:00")
        for error in ("org.freedesktop.DBus.Error.NoReply", "org.weatherd.Error.Busy", "org.freedesktop.DBus.Error.Disconnected"):
            self.mock.control("Fail", "ss", "GetJson", error)
            self.mock.control("Temperature", "d", 9.0)
            self.says("weatherd does not answer", "label")
            names = self.reader.names()
            for expected in ("Warning: Thunderstorm warning, until 18:00", "13:00, sunny, 20°, 10 km/h", "Rest of today: sunny, 14°C to 21°C."):
                expect(any(name.startswith(expected) for name in names), f"{error} takes away “{expected}”")
            expect(self.reader.find("^London: sunny, 19°. weatherd does not answer · updated at 12:44. 1 warning"), f"{error} changes the panel")
            self.shot("no-answer-light", 640, 700)
            self.mock.control("Fail", "ss", "GetJson", "")
            # Not by a change: that was before.
            self.says("^London: sunny, 9°. 1 warning", seconds=60)
            self.silent("weatherd does not answer")
            self.mock.set("warning")
            self.says("^London: sunny, 19°. 1 warning")
        # Views apart: the panel says that there is a warning, whose text is not known yet.
        self.mock.set("fresh")
        self.silent("Warning: ")
        self.mock.control("Fail", "ss", "GetJson alerts", "org.weatherd.Error.Busy")
        self.mock.set("warning")
        self.says("^London: sunny, 19°. 1 warning")
        self.says("^Warning: Thunderstorm warning, $")
        self.mock.control("Fail", "ss", "GetJson alerts", "")
        self.says("Warning: Thunderstorm warning, until 18:00", seconds=60)
        # Hours are not kept for another place.
        self.mock.set("fresh")
        self.says("^13:00, sunny, 20°, 10 km/h")
        self.mock.control("Fail", "ss", "GetJson hourly", "org.weatherd.Error.Busy")
        self.mock.set("beijing")
        self.says("^Place: Beijing")
        self.silent("^13:00, sunny, 20°, 10 km/h")
        self.mock.control("Fail", "ss", "GetJson hourly", "")
        self.says("^Now, sunny, 30°, 6 km/h", seconds=60)
        # What is a fact replaces the weather.
        self.mock.control("Fail", "ss", "GetJson", "org.weatherd.Error.NoLocation")
        self.mock.control("Temperature", "d", 9.0)
        self.says("No place is set", "heading")
        expect(not self.reader.find("1 warning"), "a place that is not set has a warning")

    def check_restart(self):
        """The daemon is killed, and returns: the weather stays for seconds, then the widget says what to do, then it has the weather."""
        self.start()
        self.open()
        self.mock.kill()
        self.says("weatherd is not running", "label")
        expect("sunny" in self.button()[1], "the weather has gone at once")
        self.says("weatherd is not installed", "heading")
        self.shot("not-installed-light", 640, 700)
        self.mock = Mock(self.bus)
        self.says("London: sunny, 19°")
        self.says("13:00, sunny, 20°, 10 km/h")
        # A daemon that answers neither before nor after it returns.
        self.mock.control("Hold", "s", "GetJson")
        self.mock.set("stale")
        self.mock.kill()
        self.says("weatherd is not running", "label")
        self.mock = Mock(self.bus, "beijing")
        self.says("Beijing: clear, 29°")

    def check_quick_restart(self):
        """A daemon that is replaced at once, such as by an update."""
        self.start()
        self.open()
        for turn in range(10):
            self.mock.kill()
            self.mock = Mock(self.bus, "imperial" if turn % 2 else "beijing")
            self.says("^London: sunny, 67°" if turn % 2 else "^Beijing: clear, 29°")

    def check_start(self):
        """An installed daemon is started by the button, and not by login."""
        services = pathlib.Path.home() / ".local/share/dbus-1/services"
        services.mkdir(parents=True)
        service = services / "org.weatherd.Weather1.service"
        service.write_text("[D-BUS Service]\nName=org.weatherd.Weather1\nExec=/usr/bin/python3 /project/Tests/Desktops/mock.py\n")
        self.bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
        self.start(state=None)
        self.says("weatherd is not running")
        expect(not self.bus.owned("org.weatherd.Weather1"), "the widget started the daemon by itself")
        self.click(self.button())
        self.says("weatherd is not running", "heading")
        self.shot("not-running-light", 640, 700)
        self.click(self.says("Start weatherd", "button"))
        self.says("London: sunny, 19°")
        service.unlink()
        self.bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
        self.bus.send("org.weatherd.Weather1", "/org/weatherd/Weather1", "org.weatherd.Test", "Quit")
        wait_until("the end of the service", lambda: not self.bus.owned("org.weatherd.Weather1"))

    def check_keyboard(self):
        """Tab reaches the hours, whose arrow keys move; a warning opens; Escape closes."""
        self.start()
        self.mock.set("warning")
        self.says("1 warning")
        self.open()

        def focused(what, description):
            for _ in range(12):
                self.screen.pointer("key", "Tab")
                self.screen.settle()
                found = self.reader.find(what)
                if found and description(found[2]):
                    return found
            raise Failure(f"Tab does not reach “{what}”")

        focused("^Next hours$", lambda text: text.startswith("Now"))
        self.screen.pointer("key", "Right", "key", "Right")
        wait_until("the second hour", lambda: self.reader.find("^Next hours$")[2].startswith("14:00"))
        self.shot("keyboard-light", 640, 700)
        self.screen.pointer("key", "shift+Tab", "key", "space")
        self.says("Yellow warning of thunderstorms", "label")
        self.close()

    def check_places(self):
        """Wheel, middle click, keyboard and the list of places."""
        self.start()
        x, y, width, height = self.button()[3]
        self.mock.calls()
        self.screen.pointer("mousemove", x + width // 2, y + height // 2, "click", 5)
        self.says("Beijing: clear, 29°")
        self.screen.pointer("click", 4)
        self.says("London: sunny, 19°")
        self.screen.pointer("click", 2)
        wait_until("the refresh", lambda: any(call.startswith("Refresh ") for call in self.mock.calls()))
        self.away()
        self.open()
        self.click(self.says("Place: London"))
        self.says("Beijing: clear, 29°, high 30° / low 27°", "list item")
        self.shot("places-light", 640, 700)
        # The selected place has the focus.
        self.screen.pointer("key", "Down", "key", "Return")
        self.says("Place: Beijing")
        self.shot("night-light", 640, 700)
        self.close()
        self.mock.set("favourites-200")
        self.says("London: sunny, 19°")
        began = time.monotonic()
        self.open()
        self.click(self.says("Place: London"))
        self.says("Favourite number 1:", "list item")
        print(f"200 favourites: shown after {time.monotonic() - began:.1f} s")
        self.screen.pointer("type", "number 177")
        self.says("Favourite number 177:", "list item")
        self.silent("Favourite number 2:")
        self.shot("favourites-light", 640, 700)
        self.screen.pointer("key", "Return")
        self.says("Place: Favourite number 177")
        calls = self.mock.calls()
        expect("Select [177, {}]" in calls, f"a place was selected otherwise: {calls}")

    def check_wheel(self):
        """Steps of the wheel while a switch is under way are summed: one request at a time, and none is lost."""
        self.start()
        self.mock.set("favourites-200")
        x, y, width, height = self.button()[3]
        self.screen.pointer("mousemove", x + width // 2, y + height // 2)
        self.says("London: sunny, 19°")
        self.mock.control("Hold", "s", "Next")
        self.mock.calls()
        calls = []
        self.screen.pointer("click", 5)
        self.says("^Favourite number 1: ")
        # Five forwards and one back.
        self.screen.pointer("click", "--repeat", 5, "--delay", 30, 5, "click", 4)
        self.screen.pointer("click", 2)
        wait_until("the refresh, which does not wait", lambda: calls.extend(self.mock.calls()) or any(call.startswith("Refresh ") for call in calls))
        expect(not any(call.startswith(("Select ", "Previous ")) for call in calls) and calls.count("Next [{}]") == 1, f"a second switch at once: {calls}")
        self.mock.control("Hold", "s", "")
        self.says("^Favourite number 5: ")
        calls += self.mock.calls()
        expect("Select [5, {}]" in calls and calls.count("Next [{}]") == 1, f"not one request for the sum: {calls}")

    def open_settings(self):
        """The page of places."""
        self.click(self.button(), 3)
        self.screen.settle()
        # The menu's entry before the separator.
        self.screen.pointer("key", "Down", "key", "Down", "key", "Down", "key", "Down", "key", "Return")
        page = self.says("^Places and Units$", "page tab")
        self.shot("settings-light")
        self.click(page)

    def check_settings(self):
        """Both pages: a search as the user types, a favourite and units on Apply."""
        self.start()
        self.open_settings()
        field = self.says("^Search$", "text")
        self.screen.settle()
        self.click(field)
        self.screen.pointer("type", "osl")
        self.click(self.says("Add Oslo to favourites"))
        self.shot("settings-places-light")
        self.click(self.says("^Temperature:$", "combo box"))
        self.screen.settle()
        self.click(self.says("^°F$"))
        expect(not any(call.startswith("AddPlace") for call in self.mock.calls()), "the favourite was added before Apply")
        self.click(self.says("^Apply$", "button"))
        self.says("London: sunny, 67°")
        calls = self.mock.calls()
        expect('AddPlace ["59.913,10.746", "Oslo", {}]' in calls, f"the favourite was not added: {calls}")
        expect('SetUnits ["temperature=f", {}]' in calls, f"the units were not set: {calls}")

    def check_favourites(self):
        """Favourites are what has a position, be it the current place or not; their names are sent as they are."""
        self.start()
        self.mock.set("favourite-current")
        self.open_settings()
        self.says("^Remove Oslo$", "button")
        expect(self.favourites() == ["Beijing", "London", "Oslo"], f"other favourites: {self.favourites()}")
        self.shot("settings-favourites-light")
        self.says("^London$", "label")
        self.click(self.says("^Move Oslo up$", "button"))
        self.screen.settle()
        self.click(self.says("^Remove London$", "button"))
        self.silent("^Remove London$")
        self.apply(['MovePlace ["Oslo", 2]', 'RemovePlace ["London"]'])
        expect(self.favourites() == ["Beijing", "Oslo"], f"another order than the daemon's: {self.favourites()}")
        # No place, but favourites.
        self.mock.set("favourites-alone")
        self.says("^None$", "label")
        self.says("^Remove Beijing$", "button")
        # A name that is no name of a line.
        self.mock.set("hostile")
        self.click(self.says("^Remove <b>Bold", "button"))
        self.silent("^Remove <b>Bold")
        self.apply([f"RemovePlace {json.dumps([HOSTILE], ensure_ascii=False)}"])
        expect(not self.reader.find("as asked for by the test"), "the daemon does not know the name")
        # A daemon without the method.
        self.mock.control("Fail", "ss", "RemovePlace", "org.freedesktop.DBus.Error.UnknownMethod")
        self.click(self.says("^Remove Beijing$", "button"))
        self.silent("^Remove Beijing$")
        self.apply(['RemovePlace ["Beijing"]'])
        self.says("Update weatherd: it is older than this widget")
        expect(self.favourites() == ["Beijing"], "a favourite that was not removed has gone")

    def favourites(self):
        """Those of the open page of settings, from above."""
        buttons = [item for item in self.reader.all() if item[1].startswith("Remove ")]
        return [item[1].removeprefix("Remove ") for item in sorted(buttons, key=lambda item: item[3][1])]

    def apply(self, expected):
        self.mock.calls()
        self.click(self.says("^Apply$", "button"))
        calls = []
        wait_until("the changes", lambda: calls.extend(self.mock.calls()) or calls[-1:] and any(call.startswith("GetJson [\"places\"") for call in calls))
        self.screen.settle()
        changes = [call for call in calls + self.mock.calls() if not call.startswith("Get")]
        expect(changes == expected, f"sent {changes}")

    def check_two(self):
        """Two widgets in a panel, which are removed one after the other: those that are left go on, and nothing else asks."""
        self.start(widgets=(ID, ID), desktop=("small",))
        self.open()
        self.mock.control("Temperature", "d", 7.0)
        wait_until("all widgets", lambda: sum(item[1] == "London: sunny, 7°" for item in self.reader.all()) == 3)
        # While a request of it is under way.
        self.mock.control("Temperature", "d", 8.0)
        self.shell.script(f"panels()[0].widgets('{ID}')[0].remove();")
        self.mock.control("Temperature", "d", 9.0)
        wait_until("two widgets", lambda: sum(item[1] == "London: sunny, 9°" for item in self.reader.all()) == 2)
        self.shell.script(f"panels()[0].widgets('{ID}').forEach(w => w.remove());")
        wait_until("one widget", lambda: sum(item[1].startswith("London: ") for item in self.reader.all()) == 1)
        self.screen.settle()
        self.mock.calls()
        self.mock.control("Temperature", "d", 10.0)
        self.says("London: sunny, 10°")
        self.screen.settle()
        calls = self.mock.calls()
        expect(calls == ['GetJson ["current", {"texts": true}]'], f"a removed widget asks for the weather: {calls}")

    def check_hostile(self):
        """Markup, long names, right-to-left names, wrong types, truncated JSON, later versions: nothing is interpreted."""
        self.start(desktop=("weather", "small"))
        self.open()
        self.mock.set("hostile")
        self.says("^Place: <b>Bold</b> <img")
        self.click(self.says("^Warning: <b>Bold"))
        self.shot("hostile-light")
        self.close()
        x, y, width, height = self.button()[3]
        self.screen.pointer("mousemove", x + 5, y + 5, "sleep", 0.1, "mousemove", x + 9, y + 9)
        self.says("^.<b>Bold</b> <img", "heading")
        self.screen.settle()
        self.screen.shot("hostile-tooltip-light")
        self.away()
        self.silent("^.<b>Bold</b> <img", "heading")
        self.open()
        for state, expected in (("long", "^Place: Llanfair"), ("rtl", "^Place: ירושלים"), ("garbage", "Today, sunny|Sunrise: "), ("fresh", "^Place: London")):
            self.mock.set(state)
            self.says(expected)
            self.shot(f"{state}-data-light")
        generator = random.Random(26)
        for _ in range(100):
            self.mock.set(generator.choice(("hostile", "garbage", "none", "no-place", "old", "newer", "favourites-alone", "squall", "warnings-unknown", "long", "rtl", "warning", "fresh", "stale", "other-version")))
        self.mock.set("fresh")
        self.says("^Place: London")

    def check_weatherd(self):
        """With weatherd itself, and the sample data that it makes up."""
        programs = pathlib.Path("/project/.build/programs")
        if not (programs / "weatherd").exists() or b"org.weatherd.Weather1" not in (programs / "weatherd").read_bytes():
            raise Skipped(".build/programs has no weatherd with the D-Bus service")
        config = pathlib.Path("/tmp/config/weatherd")
        config.mkdir(parents=True)
        (config / "config.toml").write_text('providers = ["sample"]\n[location]\nsources = []\nlatitude = 59.91\nlongitude = 10.75\nname = "Oslo"\n')
        self.start(state=None)
        # The check of the tray leaves favourites.
        environment = {**os.environ, "XDG_CONFIG_HOME": str(config.parent), "XDG_STATE_HOME": "/tmp/state", "PATH": f"{programs}:{os.environ['PATH']}"}
        with open(OUTPUT / "weatherd.log", "wb") as log:
            daemon = subprocess.Popen([programs / "weatherd"], env=environment, stdout=log, stderr=log)
        try:
            self.says("^Oslo: ")
            self.open()
            self.says("(?i)sample data", "label")
            self.says("^(Sat|Sun|Mon|Tue)", "list item")
            self.shot("weatherd-light", 640, 700)
            subprocess.run([programs / "weatherctl", "places", "add", "Bergen", "60.39", "5.32"], env=environment, check=True)
            self.click(self.says("Place: Oslo"))
            self.click(self.says("^Bergen: ", "list item"))
            self.says("Place: Bergen")
            subprocess.run([programs / "weatherctl", "set-units", "imperial"], env=environment, check=True)
            self.says("high .*°F / low .*°F", "label")
            self.shot("weatherd-imperial-light", 640, 700)
            # The favourite becomes the current place, and can be removed even so.
            subprocess.run([programs / "weatherctl", "set-location", "60.39,5.32"], env=environment, check=True)
            self.close()
            self.open_settings()
            self.says("^Bergen$", "label")
            self.click(self.says("^Remove Bergen$", "button"))
            self.click(self.says("^Apply$", "button"))
            self.says("^None. Search above")
            places = json.loads(subprocess.run([programs / "weatherctl", "places", "--output", "json"], env=environment, check=True, stdout=subprocess.PIPE).stdout)
            expect([place["position"] for place in places["places"]] == [None], f"the favourite is still there: {places}")
        finally:
            daemon.terminate()
            daemon.wait()
        self.says("^weatherd is not (installed|running)$")

    def check_removed_in_use(self):
        """The package is removed while Plasma runs the widget."""
        package = pathlib.Path("/usr/share/plasma/plasmoids") / ID
        self.start()
        shutil.copytree(package, "/tmp/package")
        for file in package.iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        try:
            self.mock.set("warning")
            self.says("London: sunny, 19°. 1 warning")
            self.open()
            self.says("Warning: Thunderstorm warning")
            self.close()
            self.shell.script(f"panels()[0].widgets('{ID}').forEach(w => w.remove());")
            self.silent("London: ")
            expect(self.shell.script("print(panels().length)") == "1", "the panel has gone")
        finally:
            shutil.copytree("/tmp/package", package, dirs_exist_ok=True)

    def check_icons(self):
        """Themes without the icons of Breeze: the panel has an icon, and a squall not that of a clear sky."""
        self.start(icons="Adwaita", desktop=("weather",))
        self.shot("adwaita-light")
        x, y, width, height = self.button()[3]
        marked = {column for (_, lightness, _), column in self.colours((x, y, height, height)) if lightness < 0.75}
        expect(len(marked) > 8, "the panel has no icon with the theme Adwaita")
        self.stop()
        icons = pathlib.Path.home() / ".local/share/icons/Flat"
        (icons / "scalable").mkdir(parents=True)
        (icons / "index.theme").write_text("[Icon Theme]\nName=Flat\nComment=Two icons\nDirectories=scalable\nInherits=hicolor\n\n"
                                           "[scalable]\nSize=48\nMinSize=8\nMaxSize=512\nType=Scalable\n")
        for name, colour in (("weather-clear", "#ff0000"), ("weather-overcast", "#0000ff"), ("weather-overcast-symbolic", "#0000ff")):
            (icons / f"scalable/{name}.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48"><rect width="48" height="48" fill="{colour}"/></svg>')
        self.start(icons="Flat")
        expect(self.filled(0.0) > 100, "the theme's icon of a clear sky is not shown")
        self.mock.set("squall")
        self.says("London: squall, 19°")
        self.shot("squall-light", 640, 100)
        expect(self.filled(0.0) == 0, "a squall has the icon of a clear sky")
        expect(self.filled(2 / 3) > 100, "a squall has no icon")

    def filled(self, wanted):
        """How many pixels of the panel's button have this hue."""
        x, y, width, height = self.button()[3]
        return sum(saturation > 0.9 and abs(hue - wanted) < 0.02 for (hue, _, saturation), _ in self.colours((x, y, height, height)))

    def check_right_to_left(self):
        """Icons, hours and days begin at the right."""
        for right_to_left in (False, True):
            self.start(right_to_left=right_to_left, desktop=("weather",))
            self.shot("right-to-left-light" if right_to_left else "left-to-right-light")
            now, later = self.says("^Now, sunny")[3], self.says("^14:00, ")[3]
            expect((now[0] > later[0]) == right_to_left, "the first hour is at the wrong side")
            day = self.says("^Today, sunny")[3]
            button = self.button_of("London: sunny, 19°")[3]
            for what, area in (("panel's button", button), ("first day", day)):
                suns = self.suns(area)
                expect(len(suns) > 50, f"the {what} has no sun")
                expect((statistics.mean(suns) > area[2] / 2) == right_to_left, f"the icon of the {what} is at the wrong side")

    def button_of(self, name):
        return next(item for item in self.reader.all() if item[0] == "button" and item[1] == name and item[3][1] < 60)

    def check_vertical(self):
        self.start(location="left", height=48)
        self.mock.set("warning")
        self.says("1 warning")
        self.shot("vertical-light", 640, 700)
        self.mock.set("offline")
        self.says("offline")
        self.shot("vertical-offline-light", 200, 200)

    def check_old_plasma(self):
        """Without the D-Bus types of Plasma 6.2."""
        module = next(pathlib.Path("/usr/lib").glob("*/qt6/qml/org/kde/plasma/workspace/dbus/qmldir"))
        shutil.move(module, "/tmp/qmldir")
        self.stop()
        try:
            self.start(state=None, reports=['plasma.workspace.dbus" is not installed'])
        finally:
            shutil.copy("/tmp/qmldir", module)
        self.says("Plasma 6.2 is required")
        self.click(self.button())
        self.says("Update Plasma")
        self.shot("old-plasma-light", 640, 700)

    def check_tray(self):
        """The tray item of weatherd itself, with made-up weather and a place that looks like markup."""
        self.start(state=None, widgets=("org.kde.plasma.systemtray",))
        config = pathlib.Path.home() / ".config/weatherd"
        config.mkdir()
        (config / "config.toml").write_text('providers = ["sample"]\n[tray]\nenabled = true\n[location]\nsources = []\n'
                                            'latitude = 38.72\nlongitude = -9.14\nname = "Lisbon"\n')
        programs = "/project/.build/programs/"

        def weatherctl(*words):
            return subprocess.run([programs + "weatherctl", *words], capture_output=True, text=True, check=False).stdout

        daemon = subprocess.Popen([programs + "weatherd"], stderr=subprocess.DEVNULL)
        try:
            wait_until("weather", lambda: "°" in weatherctl("short"))
            weatherctl("places", "add", "<b>A & B_c</b>", "59.9", "10.7")
            item = self.says(r"^Lisbon: −?\d+°C, .*\(sample data\)$", "button")
            expect("Feels like" in item[2], f"the tooltip is “{item[2]}”")
            expect("a panel on the session bus shows the item" in weatherctl("doctor"), "doctor does not know the panel")
            self.shot("tray", 400, 60)
            self.click(item)
            wait_until("the other format", lambda: "Lisbon" in weatherctl("short"))
            self.click(item, 5)
            item = self.says(r"^‹b›A \+ B_c‹/b›: ", "button")
            self.screen.settle()
            self.screen.shot("tray-tooltip", 0, 0, 600, 400)
            self.click(item, 4)
            item = self.says(r"^Lisbon: ", "button")
            self.screen.settle()
            desktop = self.screen.pixels(100, 60, 100, 80)
            self.click(item, 3)
            wait_until("the menu", lambda: self.screen.pixels(100, 60, 100, 80) != desktop)
            self.screen.settle()
            # Screen readers do not find the menu: Next hours, Places, and its last entry.
            self.screen.pointer("key", "Down", "Down", "Right")
            self.screen.settle()
            self.screen.shot("tray-menu", 0, 0, 600, 240)
            self.screen.pointer("key", "Up", "Return")
            wait_until("the other place", lambda: "A & B" in weatherctl("short"))
            self.away()
            self.says(r"^‹b›A \+ B_c‹/b›: ", "button")
            daemon.kill()
            self.silent(r"^‹b›A ", "button")
        finally:
            daemon.kill()
            daemon.wait()

    def check_latency(self):
        """From the change to the value, and to the pixels of the panel."""
        self.start()
        self.away()
        x, y, width, height = self.button()[3]
        times = []
        for turn in range(60):
            before = self.screen.pixels(x, y, width, height)
            began = time.perf_counter()
            self.mock.control("Temperature", "d", float(10 + turn % 2 * 15))
            while self.screen.pixels(x, y, width, height) == before:
                expect(time.perf_counter() - began < 5, "the panel did not change")
                time.sleep(0.0003)
            times.append((time.perf_counter() - began) * 1000)
        times.sort()
        print(f"change to repainted panel: median {statistics.median(times):.1f} ms, 95% {times[56]:.1f} ms, most {times[-1]:.1f} ms")

    def check_memory(self):
        """1,000 changes, with the popup open."""
        self.start()
        self.open()

        def change(count):
            for turn in range(count):
                self.mock.control("Temperature", "d", float(turn % 40 - 10))
                wait_until("the request", self.mock.calls, pause=0.005)
            self.mock.control("Temperature", "d", 5.0)
            self.says("London: sunny, 5°")

        change(200)
        sizes = [self.shell.resident()]
        for _ in range(4):
            change(250)
            sizes.append(self.shell.resident())
        print(f"plasmashell: {sizes[0]} KiB, then after each 250 changes {', '.join(map(str, sizes[1:]))} KiB: {sizes[-1] - sizes[0]:+} KiB in 1,000 changes")


def main():
    checks = Checks()
    names = sys.argv[1:] or [name[6:] for name in dir(Checks) if name.startswith("check_")]
    failed = 0
    for name in names:
        try:
            getattr(checks, "check_" + name)()
            checks.stop()
            print(f"ok - Plasma: {name}", flush=True)
        except Skipped as reason:
            print(f"skipped - Plasma: {name}: {reason}", flush=True)
        except Exception as error:
            failed += 1
            print(f"not ok - Plasma: {name}: {type(error).__name__}: {error}", flush=True)
            checks.screen.shot(f"failed-{name}")
            (OUTPUT / f"failed-{name}.txt").write_text("\n".join(map(str, checks.reader.all())))
            try:
                checks.stop()
            except Failure as other:
                print(other)
    sys.exit(failed > 0)


main()
