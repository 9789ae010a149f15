"""A session with a GNOME Shell without display, its extension, and the double of weatherd; for gnome.py."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

from gi.repository import Gio, GLib

UUID = "weatherd@weatherd.org"
EXTENSION = pathlib.Path.home() / ".local/share/gnome-shell/extensions" / UUID
OUTPUT = pathlib.Path("/output")
CHECKS = pathlib.Path("/checks")
NAME, PATH = "org.weatherd.Weather1", "/org/weatherd/Weather1"
DEADLINE_SECONDS = 30
LABEL = "button()._label.text.replace(/[\\u2068\\u2069]/g, '')"
CARD = "texts(button()._card).map(text => text.replace(/[\\u2068\\u2069]/g, ''))"
SYSTEM_BUS = """<busconfig><type>system</type><listen>unix:path=/run/dbus/system_bus_socket</listen><policy context="default">
<allow user="*"/><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy></busconfig>"""
SETTINGS = """[org/gnome/shell]
enabled-extensions=['weatherd@weatherd.org']
disable-user-extensions=false
welcome-dialog-last-shown-version='999'
[org/gnome/desktop/interface]
enable-animations=false
font-name='Inter 11'
[org/gnome/desktop/background]
picture-options='none'
primary-color='#3d3846'
[org/gnome/desktop/session]
idle-delay=uint32 0
"""
# Sends a signal after each frame, so that the checks wait for what is shown instead of for a time.
HOOK = """
if (!globalThis.weatherdFrames) {
    const {Gio} = imports.gi;
    globalThis.weatherdFrames = global.stage.connect('after-paint', () =>
        Gio.DBus.session.emit_signal(null, '/org/weatherd/Test', 'org.weatherd.Test', 'Painted', null));
}
const {Clutter, GLib} = imports.gi;
const backend = Clutter.get_default_backend?.() ?? global.stage.get_context().get_backend();
globalThis.keyboard ??= backend.get_default_seat().create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
globalThis.pointer ??= backend.get_default_seat().create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
Object.assign(globalThis, {Clutter, now: () => GLib.get_monotonic_time()});
globalThis.press = key => [Clutter.KeyState.PRESSED, Clutter.KeyState.RELEASED].forEach(state =>
    keyboard.notify_key(GLib.get_monotonic_time(), key, state));
globalThis.button = () => Main.panel.statusArea['weatherd@weatherd.org'];
globalThis.texts = actor => actor.get_children().filter(child => child.visible)
    .flatMap(child => [...child instanceof imports.gi.St.Label && child.text ? [child.text] : [], ...texts(child)]);
globalThis.find = (actor, test) => test(actor) ? actor : actor.get_children().reduce((found, child) => found ?? find(child, test), null);
true
"""


class Session:
    """The bus, the double and the Shell. `environment` is added to the Shell's."""

    def __init__(self, state="fresh", environment=None, installed=True, log="shell.log"):
        os.chdir(pathlib.Path.home())
        self.log = OUTPUT / log
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.mock = None
        self.painted = False
        if not pathlib.Path("/run/dbus/system_bus_socket").exists():
            pathlib.Path("/tmp/system.conf").write_text(SYSTEM_BUS)
            subprocess.run(["dbus-daemon", "--config-file=/tmp/system.conf", "--fork", "--nopidfile"], check=True)
        settings = pathlib.Path(".config/glib-2.0/settings")
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "keyfile").write_text(SETTINGS)
        if not EXTENSION.exists():
            shutil.copytree(CHECKS / "extension", EXTENSION)
            subprocess.run(["glib-compile-schemas", "--strict", EXTENSION / "schemas"], check=True)
        self.installed(installed)
        if state:
            self.start_mock(state)
        self.bus.signal_subscribe(None, "org.weatherd.Test", "Painted", None, None, 0, self.on_painted)
        self.shell = subprocess.Popen(
            ["gnome-shell", "--wayland", "--no-x11", "--headless", "--virtual-monitor", "1280x1024", "--unsafe-mode"],
            stdout=open(self.log, "w"), stderr=subprocess.STDOUT, env={**os.environ, **(environment or {})})
        subprocess.run(["gdbus", "wait", "--session", "--timeout", "60", "org.gnome.Shell"], check=True)
        self.wait("typeof Main !== 'undefined' && !Main.layoutManager._startingUp")
        self.eval(HOOK)
        self.eval("Main.overview.hide(); const q = Main.panel.statusArea.quickSettings._unsafeMode; if (q) q.visible = false; true")
        self.eval("Main.messageTray.getSources().forEach(source => source.destroy()); true")
        self.wait("!Main.overview.visible")

    def close(self):
        self.stop_mock()
        self.shell.send_signal(signal.SIGTERM)
        self.shell.wait()

    # weatherd

    def installed(self, there, command="/usr/bin/python3 /checks/mock.py fresh"):
        """Whether the bus has an activation file of weatherd; its command starts the double, or fails."""
        services = pathlib.Path(".local/share/dbus-1/services")
        services.mkdir(parents=True, exist_ok=True)
        file = services / f"{NAME}.service"
        file.unlink(missing_ok=True)
        if there:
            file.write_text(f"[D-BUS Service]\nName={NAME}\nExec={command}\n")
        self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig", None, None, 0, -1, None)

    def start_mock(self, state="fresh", script="mock.py", failing=()):
        """`failing` is a method and its error."""
        self.mock = subprocess.Popen([sys.executable, CHECKS / script, state, *failing], stdout=open(OUTPUT / "mock.log", "a"), stderr=subprocess.STDOUT)
        subprocess.run(["gdbus", "wait", "--session", "--timeout", "20", NAME], check=True)

    def stop_mock(self):
        if self.mock:
            self.mock.kill()
            self.mock.wait()
            self.mock = None

    def control(self, method, signature=None, *arguments):
        parameters = GLib.Variant(signature, arguments) if signature else None
        return self.bus.call_sync(NAME, PATH, "org.weatherd.Test", method, parameters, None, 0, -1, None).unpack()

    def show(self, state):
        self.control("Set", "(s)", state)

    def requests(self):
        return self.control("Calls")[0]

    def wait_requests(self, passes):
        """Waits until the calls that the double has got since the last time pass a test, and returns them."""
        calls = []
        deadline = GLib.get_monotonic_time() + DEADLINE_SECONDS * 1_000_000
        while not passes(calls):
            if GLib.get_monotonic_time() > deadline:
                raise AssertionError(f"the daemon was asked only for {calls}")
            self.iterate()
            calls += self.requests()
        return calls

    def preferences(self):
        """Opens the preferences, and returns their process once the window is there."""
        process = subprocess.Popen(["gnome-extensions", "prefs", UUID])
        self.wait("Boolean(global.display.focus_window?.title)")
        self.wait_requests(lambda calls: any("places" in call for call in calls))
        return process

    # The Shell

    def press(self, key):
        """Presses a key by its code of the kernel: symbols are unknown until the Shell has a keymap."""
        self.eval(f"press({key}); true")
        self.iterate()

    def eval(self, script):
        done, text = self.bus.call_sync("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", GLib.Variant("(s)", (script,)),
                                        None, 0, 30000, None).unpack()
        if not done:
            raise AssertionError(f"{script!r} threw {text}")
        return json.loads(text) if text else None

    def value(self, script):
        """The script's value, or None while the Shell starts."""
        try:
            return self.eval(script)
        except GLib.Error as error:
            if not error.matches(Gio.dbus_error_quark(), Gio.DBusError.UNKNOWN_METHOD):
                raise
            return None

    def on_painted(self, *_):
        self.painted = True

    def iterate(self, milliseconds=200):
        """Runs until the Shell has painted, or for a moment."""
        ended = []
        source = GLib.timeout_add(milliseconds, lambda: ended.append(True) or True)
        while not self.painted and not ended:
            GLib.MainContext.default().iteration(True)
        GLib.source_remove(source)
        self.painted = False

    def wait(self, script, expected=True):
        """Waits until the script's value is the expected one, or passes the given test."""
        deadline = GLib.get_monotonic_time() + DEADLINE_SECONDS * 1_000_000
        while True:
            value = self.value(script)
            if expected(value) if callable(expected) else value == expected:
                return value
            if GLib.get_monotonic_time() > deadline:
                raise AssertionError(f"{script!r} is {value!r}, not {expected!r}")
            self.iterate()

    def settle(self):
        """Waits until no frame follows for a moment."""
        for _ in range(100):
            self.painted = False
            before = GLib.get_monotonic_time()
            self.iterate(400)
            if GLib.get_monotonic_time() - before > 390_000:
                return

    def screenshot(self, name, area=None):
        self.settle()
        file = str(OUTPUT / f"{name}.png")
        method, parameters = ("ScreenshotArea", GLib.Variant("(iiiibs)", (*area, False, file))) if area else \
            ("Screenshot", GLib.Variant("(bbs)", (False, False, file)))
        self.bus.call_sync("org.gnome.Shell", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot", method, parameters, None, 0, -1, None)

    def open(self):
        self.eval("button().menu.open(); true")
        self.wait("button().menu.isOpen && button()._card !== null && !button()._card._loading")

    def close_menu(self):
        self.eval("button().menu.close(); true")

    def card(self, name):
        """A screenshot of the panel's part and the open card."""
        self.settle()
        x, y, w, h = self.eval("const a = button().menu.actor, [x, y] = a.get_transformed_position(), [w, h] = a.get_transformed_size(); [x, y, w, h]")
        left = max(0, int(x) - 24)
        self.screenshot(name, (left, 0, min(1280 - left, int(w) + 48), min(1024, int(y + h) + 16)))

    def errors(self):
        """Lines of the Shell's log about the extension."""
        found = self.bus.call_sync("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Extensions", "GetExtensionErrors",
                                   GLib.Variant("(s)", (UUID,)), None, 0, -1, None).unpack()[0]
        lines = self.log.read_text(errors="replace").splitlines()
        return list(found) + [line for line in lines if f"extensions/{UUID}" in line or "weatherd: " in line]

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.shell.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mebibytes(self):
        fields = pathlib.Path(f"/proc/{self.shell.pid}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def pause(self, seconds):
        loop = GLib.MainLoop()
        GLib.timeout_add_seconds(seconds, loop.quit)
        loop.run()

    def state(self):
        return self.eval(f"Main.extensionManager.lookup('{UUID}')?.state ?? 0")
