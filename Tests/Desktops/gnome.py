"""Checks of the GNOME Shell extension in a real Shell; run by the script beside it. Prints a line per check."""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys

from gi.repository import Gio, GLib

import gnome_daemon
import gnome_source
from gnome_session import CARD, CHECKS as DIRECTORY, EXTENSION, LABEL, NAME, OUTPUT, UUID, Session

ACTIVE, INACTIVE = 1, 2
TAB, RETURN, KEYS = 15, 28, {"o": 24, "s": 31, "n": 49}
class Skipped(Exception):
    """Why a check cannot run here."""


def check_source(_session):
    gnome_source.check(DIRECTORY / "extension", DIRECTORY / "eslint.json")


def check_weather(session):
    session.wait(LABEL, "19°C")
    assert session.state() == ACTIVE
    name = session.eval("button().accessible_name")
    assert "London" in name and "19°C" in name, name
    session.open()
    texts = session.wait(CARD, lambda texts: "19°" in texts)
    assert "London" in texts and any("14°C" in text for text in texts), texts
    session.card("dark")
    session.close_menu()


def check_states(session):
    for state, mark in (("stale", "out of date"), ("expired", "out of date"), ("offline", "offline"), ("sample", "sample data"), ("approximate", "approximate place")):
        session.show(state)
        session.wait("button().accessible_name", lambda name, mark=mark: mark in name)
        session.open()
        session.wait("button()._card._stateBox.visible && !button()._card._loading")
        if state in ("stale", "offline", "sample"):
            session.card(state)
        session.close_menu()
    session.show("fresh")
    session.wait(LABEL, "19°C")


def check_warning(session):
    session.show("warnings-many")
    session.wait("button().accessible_name", lambda name: "Weather warning" in name)
    session.open()
    session.wait(CARD, lambda texts: "Thunderstorm warning" in texts and "Flood watch" in texts)
    session.card("warning")
    session.eval("find(button()._card._warnings, a => a.style_class?.includes('weatherd-severe')).emit('clicked', 1); true")
    session.wait(CARD, lambda texts: any("small chance of flooding" in text for text in texts))
    session.close_menu()
    session.show("fresh")
    session.wait("button().accessible_name", lambda name: "Weather warning" not in name)


def check_no_weather(session):
    session.show("no-place")
    session.wait(LABEL, "–")
    session.open()
    session.wait(CARD, lambda texts: "No place is set" in texts)
    session.card("no-place")
    session.show("none")
    session.wait(CARD, lambda texts: "No weather yet" in texts)
    session.show("fresh")
    session.wait(CARD, lambda texts: "19°" in texts)
    session.close_menu()


def check_next_and_previous(session):
    session.eval("button()._step('Next'); true")
    session.wait(LABEL, "29°C")
    session.wait("button()._stepping", False)
    session.eval("button()._step('Previous'); true")
    session.wait(LABEL, "19°C")
    session.open()
    session.eval("button()._card._places.toggle(); true")
    session.wait(CARD, lambda texts: "Beijing" in texts)
    session.eval("button()._card._places._places[1].emit('clicked', 1); true")
    session.wait("button()._card._place.text", "Beijing")
    session.card("night")
    session.eval("button()._card._places.toggle(); button()._card._places._places[0].emit('clicked', 1); true")
    session.wait("button()._card._place.text", "London")
    session.close_menu()


def check_wheel_and_middle_click(session):
    """By a pointer over the button: the wheel goes through the places, and a middle click refreshes without opening the card."""
    session.eval("""const [x, y] = button().get_transformed_position(), [w, h] = button().get_transformed_size();
        pointer.notify_absolute_motion(now(), x + w / 2, y + h / 2); true""")
    session.wait("button().hover")
    session.eval("pointer.notify_discrete_scroll(now(), Clutter.ScrollDirection.DOWN, Clutter.ScrollSource.WHEEL); true")
    session.wait(LABEL, "29°C")
    session.wait("button()._stepping", False)
    session.eval("pointer.notify_discrete_scroll(now(), Clutter.ScrollDirection.UP, Clutter.ScrollSource.WHEEL); true")
    session.wait(LABEL, "19°C")
    session.requests()
    session.eval("[1, 0].forEach(state => pointer.notify_button(now(), Clutter.BUTTON_MIDDLE, state)); true")
    session.wait_requests(lambda calls: any(call.startswith("Refresh") for call in calls))
    assert session.eval("button().menu.isOpen") is False
    session.eval("pointer.notify_absolute_motion(now(), 640, 900); true")


def check_hostile(session):
    for state in ("hostile", "long", "rtl", "garbage", "favourites-200"):
        session.show(state)
        session.open()
        session.wait("!button()._card._loading && !button()._card._again")
        if state == "favourites-200":
            session.eval("button()._card._places.toggle(); true")
            session.wait("button()._card._places._places.filter(place => place.visible).length", 201)
        width, natural = session.eval("[button()._card.width, button().width]")
        assert width < 600 and natural < 400, (state, width, natural)
        session.card(state)
        session.close_menu()
    session.show("hostile")
    session.open()
    # Markup is text.
    session.wait("button()._card._place.text", lambda text: text.startswith("<b>Bold</b> <img"))
    session.close_menu()
    session.show("fresh")
    session.wait(LABEL, "19°C")


def check_icons(session):
    """A squall is overcast as on the bus, refined where the theme has wind."""
    session.show("squall")
    names = session.wait("button()._icon.gicon.get_names()", lambda names: names[0] == "weather-windy-symbolic")
    assert "weather-overcast-symbolic" in names and not any("storm" in name for name in names), names
    session.show("fresh")
    session.wait(LABEL, "19°C")


def check_units(session):
    session.show("imperial")
    session.wait(LABEL, "67°F")
    session.open()
    session.wait(CARD, lambda texts: "67°" in texts)
    session.close_menu()
    session.show("fresh")
    session.wait(LABEL, "19°C")


def check_settings(session):
    for key, value, test in (("format", "line", "button()._icon.visible === false && button()._label.text.includes('19°C')"),
                             ("format", "icon", "button()._icon.visible && !button()._label.visible"),
                             ("format", "icon-temperature-condition", "button()._label.text.includes('19°C ')"),
                             ("format", "icon-temperature", f"{LABEL} === '19°C'")):
        session.eval(f"button()._settings.set_string('{key}', '{value}'); true")
        session.wait(test)
    for position in ("left", "center", "right"):
        session.eval(f"button()._settings.set_string('position', '{position}'); true")
        session.wait(f"button()?.container.get_parent() === Main.panel._{position}Box")
    session.wait(LABEL, "19°C")


def check_keyboard(session):
    session.open()
    named = set()
    for _ in range(60):
        session.press(TAB)
        focus = session.eval("const f = global.stage.key_focus; f && button()._card.contains(f) ? f.accessible_name ?? '' : null")
        if focus is not None:
            assert focus, "an actor with the focus has no name"
            named.add(focus)
    assert len(named) > 20, named
    session.close_menu()


def check_preferences(session):
    """Types into the real window of the preferences, and reads what arrives at the daemon."""
    session.requests()
    window = session.preferences()
    # Only the search takes letters: it is a few widgets behind the window's buttons.
    for _ in range(12):
        session.press(TAB)
        session.press(KEYS["o"])
        session.settle()
        if '"o"' in "".join(session.requests()):
            break
    for letter in "sn":
        session.press(KEYS[letter])
    searches = session.wait_requests(lambda calls: any('"osn"' in call for call in calls))
    assert all(call.startswith(("Search", "GetJson")) for call in searches), searches
    session.screenshot("preferences")
    session.press(RETURN)
    calls = session.wait_requests(lambda calls: any(call.startswith("SetLocation") for call in calls))
    assert any('SetLocation ["osn"' in call for call in calls), calls
    session.wait("button()._label.visible && button().accessible_name.includes('osn')")
    session.eval("global.get_window_actors().forEach(actor => actor.meta_window.delete(global.get_current_time())); true")
    session.wait("global.get_window_actors().length", 0)
    window.wait()
    session.stop_mock()
    session.start_mock()
    session.wait(LABEL, "19°C")


def check_lock(session):
    for _ in range(3):
        session.eval("Main.sessionMode.pushMode('unlock-dialog'); true")
        session.wait("button() === undefined")
        session.eval("Main.sessionMode.popMode('unlock-dialog'); true")
        session.wait("button()?._label.text", lambda text: text and "19°C" in text)
    assert session.state() == ACTIVE


def census(session):
    """What an extension could leave behind. The dash has labels for windows that were open, such as the preferences."""
    counts = session.eval("""imports.system.gc();
        const count = actor => 1 + actor.get_children().reduce((sum, child) => sum + count(child), 0);
        // Blocking tells how many handlers there are.
        const {GObject, St} = imports.gi;
        const handlers = (object, match) => {
            GObject.signal_handlers_block_matched(object, match);
            return GObject.signal_handlers_unblock_matched(object, match);
        };
        const signals = type => [...GObject.signal_list_ids(type), ...GObject.type_name(type) === 'GObject' ? [] : signals(GObject.type_parent(type))];
        const all = object => signals(object.constructor.$gtype).reduce((sum, id) => sum + handlers(object, {signalId: GObject.signal_name(id)}), 0);
        [all(global.stage), all(St.Settings.get()), count(Main.panel),
            Main.uiGroup.get_children().filter(child => child.style_class !== 'dash-label').length,
            Object.keys(Main.panel.statusArea).length, Main.panel.menuManager._menus.length]""")
    owner = session.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
                                  GLib.Variant("(s)", ("org.gnome.Shell",)), None, 0, -1, None).unpack()[0]
    rules = session.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Debug.Stats", "GetAllMatchRules",
                                  None, None, 0, -1, None).unpack()[0].get(owner, [])
    return counts + [len(rules), sum(NAME in rule for rule in rules)]


def set_enabled(session, enabled):
    session.bus.call_sync("org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell.Extensions", "EnableExtension" if enabled else "DisableExtension",
                          GLib.Variant("(s)", (UUID,)), None, 0, -1, None)
    session.wait(f"Main.extensionManager.lookup('{UUID}').state", ACTIVE if enabled else INACTIVE)


def check_nothing_left(session):
    set_enabled(session, False)
    before = census(session)
    assert before[-1] == 0, before
    for turn in range(50):
        set_enabled(session, True)
        if turn % 10 == 0:
            session.open()
            session.wait(CARD, lambda texts: "19°" in texts)
        elif turn % 2:
            session.wait(LABEL, "19°C")
        set_enabled(session, False)
    session.settle()
    after = census(session)
    assert before == after, f"before {before}, after {after}"
    set_enabled(session, True)
    session.wait(LABEL, "19°C")


def check_in_place(session):
    """Actors are changed, not made again, and the panel's width is the same for figures of equal number."""
    session.open()
    session.eval("globalThis.earlier = [button()._label, button()._card._hours._hours[3], button()._card._days._days[2]]; globalThis.widths = new Set(); true")
    for celsius in (10, 11, 17, 21, 44):
        session.control("Temperature", "(d)", celsius)
        session.wait(LABEL, f"{celsius}°C")
        session.wait(CARD, lambda texts, celsius=celsius: f"{celsius}°" in texts)
        session.eval("widths.add(button()._label.width); true")
    assert session.eval("earlier.every((actor, i) => actor === [button()._label, button()._card._hours._hours[3], button()._card._days._days[2]][i])")
    assert session.eval("widths.size") == 1, session.eval("[...widths]")
    session.close_menu()
    session.show("fresh")
    session.wait(LABEL, "19°C")


def check_appearance(session):
    interface = Gio.Settings.new("org.gnome.desktop.interface")
    contrast = Gio.Settings.new("org.gnome.desktop.a11y.interface")
    interface.set_string("color-scheme", "prefer-light")
    session.show("warning")
    session.open()
    session.wait(CARD, lambda texts: "Thunderstorm warning" in texts)
    session.card("light")
    contrast.set_boolean("high-contrast", True)
    session.card("high-contrast")
    contrast.set_boolean("high-contrast", False)
    interface.set_string("color-scheme", "prefer-dark")
    interface.set_double("text-scaling-factor", 1.5)
    session.card("large-text")
    interface.set_double("text-scaling-factor", 1.0)
    session.close_menu()
    session.show("rain")
    session.open()
    session.eval("[button()._card._details, button()._card._air, button()._card._sun].forEach(section => section._heading.emit('clicked', 1)); true")
    session.card("details")
    session.close_menu()
    session.show("fresh")


def check_latency(session):
    """Prints the time from the daemon's change to the frame that shows it; nothing is asserted about times."""
    session.eval("""globalThis.frames = {}; const {GLib} = imports.gi;
        globalThis.latencyLabel = button()._label.connect('notify::text', label => { const text = label.text.replace(/[\\u2068\\u2069]/g, '');
            const id = global.stage.connect('after-paint', () => { global.stage.disconnect(id); frames[text] = GLib.get_monotonic_time(); }); }); true""")
    times = []
    for celsius in range(-25, 25):
        text = f"{'−' if celsius < 0 else ''}{abs(celsius)}°C"
        before = GLib.get_monotonic_time()
        session.control("Temperature", "(d)", celsius)
        painted = session.wait(f"frames['{text}'] ?? null", lambda value: value is not None)
        times.append((painted - before) / 1000)
        session.eval("frames = {}; true")
    session.eval("button()._label.disconnect(latencyLabel); true")
    print(f"# latency from the call that changes the daemon to the painted frame: median {statistics.median(times):.1f} ms, "
          f"90 % {sorted(times)[44]:.1f} ms, most {max(times):.1f} ms")
    session.show("fresh")


def check_weatherd(session):
    """With weatherd itself, and the sample data that it makes up; prints the latency of a changed unit."""
    programs = DIRECTORY / "programs"
    if not (programs / "weatherd").exists():
        raise Skipped(".build/programs has no weatherd")
    config = pathlib.Path("/tmp/config/weatherd")
    config.mkdir(parents=True)
    (config / "config.toml").write_text('providers = ["sample"]\n[location]\nsources = []\nlatitude = 59.91\nlongitude = 10.75\nname = "Oslo"\n')
    environment = {**os.environ, "XDG_CONFIG_HOME": str(config.parent), "PATH": f"{programs}:{os.environ['PATH']}"}

    def client(*arguments):
        return subprocess.run([programs / "weatherctl", *arguments], env=environment, check=True, capture_output=True, text=True).stdout

    session.stop_mock()
    with open(OUTPUT / "weatherd.log", "wb") as log:
        daemon = subprocess.Popen([programs / "weatherd"], env=environment, stdout=log, stderr=log)
    try:
        session.wait("button().accessible_name", lambda name: "Oslo" in name and "sample data" in name)
        session.open()
        session.wait(CARD, lambda texts: "Oslo" in texts and any("made up" in text for text in texts))
        session.card("weatherd")
        client("places", "add", "Bergen", "60.39", "5.32")
        session.wait("button()._card._places.count", 2)
        session.eval("button()._card._places.toggle(); true")
        session.wait(CARD, lambda texts: "Bergen" in texts)
        session.eval("button()._card._places._places[1].emit('clicked', 1); true")
        session.wait("button()._card._place.text", "Bergen")
        session.close_menu()
        session.eval("""globalThis.frames = []; globalThis.latencyLabel = button()._label.connect('notify::text', () => {
            const id = global.stage.connect('after-paint', () => { global.stage.disconnect(id); frames.push(imports.gi.GLib.get_monotonic_time()); }); }); true""")
        times = []
        for turn in range(40):
            session.eval("frames = []; true")
            letter = "CF"[turn % 2 - 1]
            client("set-units", letter.lower())
            changed = GLib.get_monotonic_time()
            painted = session.wait("frames.at(-1) ?? null", lambda value: value is not None)
            session.wait(LABEL, lambda text, letter=letter: text.endswith(letter))
            times.append((painted - changed) / 1000)
        session.eval("button()._label.disconnect(latencyLabel); true")
        print(f"# latency from weatherd's reply to set-units to the painted frame: median {statistics.median(times):.1f} ms, "
              f"90 % {sorted(times)[35]:.1f} ms, most {max(times):.1f} ms")
        shown = client("short", "--format", "{temperature}").strip().removesuffix(" (sample data)")
        session.wait(LABEL, shown)
    finally:
        daemon.terminate()
        daemon.wait()
    session.wait("button().accessible_name", "weatherd is not running")
    session.start_mock()
    session.wait(LABEL, "19°C")


def check_log(session):
    errors = session.errors()
    assert not errors, "\n".join(errors)


def check_removed_in_use(session):
    """The package is removed while the session runs the extension, also over a lock and unlock."""
    shutil.rmtree(EXTENSION)
    session.open()
    session.show("rain")
    session.wait(CARD, lambda texts: "Rain" in texts)
    session.close_menu()
    check_lock(session)
    session.open()
    session.wait(CARD, lambda texts: "Rain" in texts)
    session.close_menu()
    check_log(session)


def check_rtl(session):
    session.close()
    mirrored = Session(environment={"CLUTTER_TEXT_DIRECTION": "rtl"}, log="shell-rtl.log")
    mirrored.wait(LABEL, "19°C")
    mirrored.open()
    mirrored.wait(CARD, lambda texts: "19°" in texts)
    mirrored.card("mirrored")
    errors = mirrored.errors()
    mirrored.close()
    assert not errors, "\n".join(errors)


CHECKS = [
    check_source, check_weather, check_states, check_warning, gnome_daemon.check_unknown_warnings, check_no_weather, check_next_and_previous,
    check_wheel_and_middle_click, gnome_daemon.check_daemon_killed, gnome_daemon.check_restart, gnome_daemon.check_unread_properties,
    gnome_daemon.check_late_views, gnome_daemon.check_failures_are_said, gnome_daemon.check_other_version, check_hostile, check_icons, check_units,
    check_settings, check_keyboard, check_preferences, check_in_place, check_appearance, check_lock, check_nothing_left, check_latency,
    check_weatherd, check_log, check_removed_in_use, check_rtl,
]


def measure_idle(session):
    """Processor time of the Shell in eight idle minutes, with and without the extension."""
    for turn, enabled in enumerate((True, False, True, False)):
        set_enabled(session, enabled)
        session.settle()
        before = session.processor_seconds()
        session.pause(120)
        print(f"# {'with' if enabled else 'without'} the extension: {session.processor_seconds() - before:.2f} s in 2 minutes (turn {turn + 1})", flush=True)
    set_enabled(session, True)


def measure_memory(session):
    """The Shell's resident memory over 1,000 changes with the card open."""
    session.open()
    for count in range(1001):
        session.control("Temperature", "(d)", count % 50)
        if count % 50 == 0:
            session.wait(CARD, lambda texts, count=count: f"{count % 50}°" in texts)
        if count % 250 == 0:
            session.eval("imports.system.gc(); true")
            session.settle()
            print(f"# after {count} changes: {session.resident_mebibytes():.1f} MiB", flush=True)
    session.close_menu()


def pictures(session):
    """The pictures of docs/gnome.md."""
    interface = Gio.Settings.new("org.gnome.desktop.interface")
    contrast = Gio.Settings.new("org.gnome.desktop.a11y.interface")
    session.stop_mock()
    session.start_mock("fresh", "copenhagen.py")
    session.wait(LABEL, "20°C")
    for name, state, scheme in (("dark", "fresh", "prefer-dark"), ("light", "fresh", "prefer-light"), ("warning", "warning", "prefer-light"),
                                ("stale", "stale", "prefer-dark"), ("offline", "offline", "prefer-dark"), ("contrast", "warning", "prefer-dark")):
        session.show(state)
        interface.set_string("color-scheme", scheme)
        contrast.set_boolean("high-contrast", name == "contrast")
        session.open()
        session.wait(CARD, lambda texts: "20°" in texts)
        session.card(f"gnome-{name}")
        session.close_menu()
    contrast.set_boolean("high-contrast", False)
    interface.set_string("color-scheme", "prefer-dark")


# Run only when they are named.
MEASUREMENTS = [measure_idle, measure_memory, pictures]


def main():
    wanted = sys.argv[1:]
    session = Session()
    failed = 0
    for check in CHECKS + MEASUREMENTS:
        name = check.__name__.removeprefix("check_")
        if name not in wanted and (wanted or check in MEASUREMENTS):
            continue
        try:
            check(session)
            print(f"ok {name}", flush=True)
        except Skipped as reason:
            print(f"skipped {name}: {reason}", flush=True)
        except (AssertionError, GLib.Error) as error:
            failed += 1
            print(f"not ok {name}: {error}", flush=True)
    if session.shell.poll() is None:
        session.close()
    print(f"# {OUTPUT} has the screenshots and logs" if not failed else f"# {failed} checks failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
