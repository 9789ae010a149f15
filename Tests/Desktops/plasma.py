"""Checks of the Plasma widget, by what a screen reader and the pixels of the screen say; run by the script plasma.

plasma.py [CHECK...]: the names of checks, without check_ (default: all)."""

import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import time

from plasma_session import ID, OUTPUT, Bus, Failure, Mock, Reader, Shell, start_session, wait_until

DESKTOP = {"weather": (40, 120, 420, 620), "cells": (520, 120, 32, 32), "small": (520, 240, 160, 160)}
PANEL = "var p = new Panel; p.location = '{location}'; p.height = {height}; p.floating = false; {widgets}"


def expect(condition, sentence):
    if not condition:
        raise Failure(sentence)


class Checks:
    def __init__(self):
        self.screen, self.bus = start_session()
        self.reader = Reader()
        self.mock = None
        self.shell = None

    def start(self, state="fresh", dark=False, location="top", height=40, widgets=(ID,), desktop=(), **options):
        """A shell with one panel, and widgets on the desktop."""
        self.stop()
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
            expect(not warnings, "plasmashell reported: " + "; ".join(warnings[:5]))

    def says(self, pattern, role=None):
        return wait_until(f"“{pattern}”", lambda: self.reader.find(pattern, role))

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
        for expected in ("Pressure: 1023 hPa", "European index: ", "Moon: new moon, 0% lit", "Weather data by MET Norway"):
            self.says(expected)
        self.shot("popup-below-light", 640, 700)
        self.close()
        # The tooltip, with the words of the panel's button.
        x, y, _, height = self.button()[3]
        self.screen.pointer("mousemove", x + 5, y + height // 2, "sleep", 0.1, "mousemove", x + 9, y + height // 2)
        self.says("London. · 19°", "heading")
        self.screen.settle()
        self.screen.shot("tooltip-light", 0, 0, 640, 300)
        self.away()
        self.silent("London. · 19°", "heading")
        self.mock.calls()
        idle = self.shell.processor_seconds()
        time.sleep(5)
        print(f"plasmashell: {self.shell.processor_seconds() - idle:.2f} s of processor time in 5 idle seconds")
        expect(self.mock.calls() == [], "the widget asks without a change")

    def check_dark(self):
        self.start(dark=True, desktop=("weather", "cells", "small"))
        self.shot("desktop-dark")
        self.open()
        self.shot("popup-dark", 640, 700)

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
        for state, expected in (("none", "Waiting for the weather"), ("no-place", "No place is set"), ("old", "Update weatherd")):
            self.mock.set(state)
            self.says(expected, "heading")
            self.shot(f"{state}-light", 640, 700)
        self.says("weatherd is older than this widget")
        # Without ready texts: degrees Celsius, and no other figures.
        self.mock.set("plain")
        self.says("London: sunny, 19°C")
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
        # A daemon that hangs in the middle of an answer.
        self.mock.control("Fail", "ss", "GetJson", "org.freedesktop.DBus.Error.NoReply")
        self.mock.set("stale")
        self.says("No weather", "heading")
        self.mock.control("Fail", "ss", "GetJson", "")
        self.mock.set("fresh")
        self.says("London: sunny, 19°")

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
                time.sleep(0.2)
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

    def check_settings(self):
        """Both pages: a search as the user types, a favourite and units on Apply."""
        self.start()
        self.click(self.button(), 3)
        self.screen.settle()
        # The menu's entry before the separator.
        self.screen.pointer("key", "Down", "key", "Down", "key", "Down", "key", "Down", "key", "Return")
        page = self.says("^Places and Units$", "page tab")
        self.shot("settings-light")
        self.click(page)
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

    def check_two(self):
        """Two widgets at once, of which one is removed: the other goes on, and then nothing is left."""
        self.start(widgets=(ID, ID))
        self.open()
        self.mock.control("Temperature", "d", 7.0)
        wait_until("both widgets", lambda: sum(item[1] == "London: sunny, 7°" for item in self.reader.all()) == 2)
        # While a request of it is under way.
        self.mock.control("Temperature", "d", 8.0)
        self.shell.script(f"panels()[0].widgets('{ID}')[0].remove();")
        self.mock.control("Temperature", "d", 9.0)
        wait_until("one widget", lambda: sum(item[1] == "London: sunny, 9°" for item in self.reader.all()) == 1)
        self.shell.script(f"panels()[0].widgets('{ID}').forEach(w => w.remove());")
        self.silent("London: ")
        self.mock.calls()
        self.mock.control("Temperature", "d", 10.0)
        time.sleep(1)
        expect(self.mock.calls() == [], "a removed widget asks for the weather")

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
            self.mock.set(generator.choice(("hostile", "garbage", "none", "no-place", "old", "plain", "long", "rtl", "warning", "fresh", "stale", "other-version")))
        self.mock.set("fresh")
        self.says("^Place: London")

    def check_weatherd(self):
        """With weatherd itself, and the sample data that it makes up."""
        programs = pathlib.Path("/project/.build/programs")
        if not (programs / "weatherd").exists() or b"org.weatherd.Weather1" not in (programs / "weatherd").read_bytes():
            print("skipped: .build/programs has no weatherd with the D-Bus service")
            return
        config = pathlib.Path("/tmp/config/weatherd")
        config.mkdir(parents=True)
        (config / "config.toml").write_text('providers = ["sample"]\n[location]\nsources = []\nlatitude = 59.91\nlongitude = 10.75\nname = "Oslo"\n')
        self.start(state=None)
        environment = {**os.environ, "XDG_CONFIG_HOME": str(config.parent), "PATH": f"{programs}:{os.environ['PATH']}"}
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
        finally:
            daemon.terminate()
            daemon.wait()
        self.says("weatherd is not installed|weatherd is not running", "heading")

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
        """A theme without the icons of Breeze."""
        self.start(icons="Adwaita", desktop=("weather",))
        self.shot("other-icons-light")
        self.stop()
        self.start(icons="hicolor", desktop=("weather",))
        self.shot("no-icons-light")

    def check_right_to_left(self):
        self.start(right_to_left=True, desktop=("weather",))
        self.shot("right-to-left-light")

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
            self.start(state=None)
        finally:
            shutil.copy("/tmp/qmldir", module)
        self.says("Plasma 6.2 is required")
        self.click(self.button())
        self.says("Update Plasma")
        self.shot("old-plasma-light", 640, 700)
        # The failed import is reported, as it must be.
        self.shell.warnings = lambda: []

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
            time.sleep(0.05)
        times.sort()
        print(f"change to repainted panel: median {statistics.median(times):.1f} ms, 95% {times[56]:.1f} ms, most {times[-1]:.1f} ms")

    def check_memory(self):
        """1,000 changes, with the popup open."""
        self.start()
        self.open()

        def change(count):
            for turn in range(count):
                self.mock.control("Temperature", "d", float(turn % 40 - 10))
                time.sleep(0.01)
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
