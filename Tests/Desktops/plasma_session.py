"""A Plasma session without a screen, for plasma.py."""

import mmap
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import time
import zlib

from gi.repository import Gio, GLib

ID = "org.weatherd.plasma"
OUTPUT = pathlib.Path("/output")
WEATHER = ("org.weatherd.Weather1", "/org/weatherd/Weather1")


class Failure(Exception):
    pass


def wait_until(what, condition, seconds=20, pause=0.05):
    """Returns what the condition returned, once it is true."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failure(f"timed out waiting for {what}")
        time.sleep(pause)


class Screen:
    """An X server; its frame buffer is a file."""

    def __init__(self, width=1280, height=800):
        read, write = os.pipe()
        self.process = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-fbdir", "/tmp"],
                                        pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        os.environ["DISPLAY"] = ":" + os.read(read, 10).decode().strip()
        with open("/tmp/Xvfb_screen0", "rb") as file:
            self.buffer = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        # The header of X's window dump format.
        header = struct.unpack(">25I", self.buffer[:100])
        self.width, self.height, self.stride = header[4], header[5], header[12]
        self.start = header[0] + header[19] * 12

    def pixels(self, x, y, width, height):
        x, y = max(0, x), max(0, y)
        width, height = min(width, self.width - x), min(height, self.height - y)
        return [self.buffer[o:o + width * 4] for o in (self.start + row * self.stride + x * 4 for row in range(y, y + height))]

    def shot(self, name, x=0, y=0, width=None, height=None):
        rows = bytearray()
        lines = self.pixels(x, y, width or self.width, height or self.height)
        for line in lines:
            rgb = bytearray(len(line) // 4 * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = line[2::4], line[1::4], line[0::4]
            rows += b"\0" + rgb

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        header = struct.pack(">IIBBBBB", len(lines[0]) // 4, len(lines), 8, 2, 0, 0, 0)
        (OUTPUT / f"{name}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))

    def settle(self):
        """Waits until nothing has changed for 0.5 s, at most 10 s."""
        before, since, end = None, 0, time.monotonic() + 10
        while time.monotonic() < end:
            now = zlib.crc32(self.buffer[self.start:])
            if now != before:
                before, since = now, time.monotonic()
            elif time.monotonic() - since > 0.5:
                return
            time.sleep(0.1)

    def pointer(self, *arguments):
        subprocess.run(["xdotool", *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Bus:
    def __init__(self):
        self.connection = Gio.bus_get_sync(Gio.BusType.SESSION)

    def call(self, name, path, interface, member, arguments=None):
        reply = self.connection.call_sync(name, path, interface, member, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, 20000, None)
        return reply.unpack()[0] if reply.n_children() else None

    def send(self, name, path, interface, member):
        """A call without a reply."""
        message = Gio.DBusMessage.new_method_call(name, path, interface, member)
        message.set_flags(Gio.DBusMessageFlags.NO_REPLY_EXPECTED)
        self.connection.send_message(message, Gio.DBusSendMessageFlags.NONE)
        self.connection.flush_sync(None)

    def owned(self, name):
        return self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", GLib.Variant("(s)", (name,)))


class Mock:
    """The double of weatherd's service (mock.py)."""

    def __init__(self, bus, state="fresh"):
        self.bus = bus
        self.process = subprocess.Popen(["python3", "/project/Tests/Desktops/mock.py", state])
        wait_until("the service", lambda: bus.owned(WEATHER[0]))

    def control(self, member, signature="", *arguments):
        return self.bus.call(*WEATHER, "org.weatherd.Test", member, GLib.Variant(f"({signature})", arguments) if signature else None)

    def set(self, state):
        self.control("Set", "s", state)

    def calls(self):
        return self.control("Calls")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Shell:
    """plasmashell with an empty desktop."""

    def __init__(self, bus, dark=False, right_to_left=False, icons=None):
        self.bus = bus
        config = pathlib.Path.home() / ".config"
        shutil.rmtree(config, ignore_errors=True)
        config.mkdir()
        scheme = pathlib.Path("/usr/share/color-schemes/" + ("BreezeDark" if dark else "BreezeLight") + ".colors").read_text()
        name = "BreezeDark" if dark else "BreezeLight"
        (config / "kdeglobals").write_text(f"{scheme}\n[KDE]\nAnimationDurationFactor=0\n[Icons]\nTheme={icons or ('breeze-dark' if dark else 'breeze')}\n"
                                           f"[General]\nColorScheme={name}\n")
        (config / "plasmarc").write_text("[Theme]\nname=default\n")
        (config / "kwinrc").write_text("[Compositing]\nEnabled=false\n")
        (config / "baloofilerc").write_text("[Basic Settings]\nIndexing-Enabled=false\n")
        (config / "plasma-welcomerc").write_text("[General]\nAutomatic=false\n")
        self.log = OUTPUT / f"plasmashell-{'dark' if dark else 'light'}{'-rtl' if right_to_left else ''}.log"
        self.stream = open(self.log, "wb")
        arguments = ["plasmashell", "--no-respawn"] + (["-reverse"] if right_to_left else [])
        self.process = subprocess.Popen(arguments, stdout=self.stream, stderr=self.stream)
        wait_until("plasmashell", lambda: bus.owned("org.kde.plasmashell"), 90)
        # Replaces the layout of the first start.
        wait_until("the first layout", lambda: self.script("print(desktops().length + String(panels().length))") == "11")
        self.script("panels().forEach(p => p.remove()); desktops().forEach(d => { d.wallpaperPlugin = 'org.kde.color'; d.currentConfigGroup = "
                    f"['Wallpaper', 'org.kde.color', 'General']; d.writeConfig('Color', '{'#24323d' if dark else '#a9c4d8'}'); }});")
        wait_until("an empty desktop", lambda: self.script("print(panels().length)") == "0")

    def script(self, text):
        return self.bus.call("org.kde.plasmashell", "/PlasmaShell", "org.kde.PlasmaShell", "evaluateScript", GLib.Variant("(s)", (text,)))

    def warnings(self):
        """What plasmashell reported of the widget's files; pages of settings are created before they are shown."""
        self.stream.flush()
        text = self.log.read_text(errors="replace")
        return [line for line in text.splitlines() if f"plasmoids/{ID}/" in line and "not placed in the graphics scene" not in line or re.search(rf"{re.escape(ID)}.*(invalid|not found|error)", line, re.I)]

    def resident(self):
        """KiB."""
        return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        wait_until("the end of plasmashell", lambda: not self.bus.owned("org.kde.plasmashell"))


class Reader:
    """What a screen reader finds in plasmashell."""

    def __init__(self):
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        self.atspi = Atspi
        Atspi.init()

    def application(self):
        desktop = self.atspi.get_desktop(0)
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child and "plasmashell" in (child.get_name() or ""):
                return child
        return None

    def all(self):
        """Every visible object of plasmashell: (role, name, description, rectangle)."""
        found, queue = [], [self.application()]
        while queue:
            item = queue.pop()
            try:
                if item is None:
                    continue
                item.clear_cache_single()
                states = item.get_state_set()
                if states.contains(self.atspi.StateType.SHOWING) or item.get_role_name() == "application":
                    queue.extend(item.get_child_at_index(index) for index in range(item.get_child_count()))
                    if item.get_name():
                        area = item.get_extents(self.atspi.CoordType.SCREEN)
                        found.append((item.get_role_name(), item.get_name(), item.get_description() or "", (area.x, area.y, area.width, area.height)))
            except GLib.Error:
                # It has gone meanwhile.
                continue
        return found

    def names(self):
        return [name for _, name, _, _ in self.all()]

    def find(self, pattern, role=None):
        return next((item for item in self.all() if re.search(pattern, item[1]) and (role is None or item[0] == role)), None)


SYSTEM_BUS = """<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen><policy context="default">
<allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>"""


def start_session():
    """The system bus, the accessibility bus, a screen and a window manager."""
    pathlib.Path("/tmp/system.conf").write_text(SYSTEM_BUS)
    subprocess.run(["dbus-daemon", "--config-file=/tmp/system.conf", "--fork", "--nopidfile"], check=True)
    screen = Screen()
    subprocess.run(["dbus-update-activation-environment", "--all"], check=True)
    subprocess.Popen(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"], stderr=subprocess.DEVNULL)
    with open(OUTPUT / "kwin.log", "wb") as log:
        subprocess.Popen(["kwin_x11"], stdout=log, stderr=log)
    return screen, Bus()
