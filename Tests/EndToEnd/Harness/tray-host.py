"""A tray for the tests of the tray item: the program that collects items, and a panel that reads them.

tray-host.py [--panel] [--reject]: prints `registered PATH`, then obeys commands on descriptor 3, one a line, and prints one line of JSON for each:
get | property NAME | layout [DEPTH] | find LABEL | click LABEL | activate | secondary | scroll DELTA DIRECTION | signals
Without --panel it only collects; with --reject it rejects items.
"""

import json
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"
XML = f"""<node><interface name="{WATCHER}">
<method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
<property name="IsStatusNotifierHostRegistered" type="b" access="read"/></interface></node>"""

bus = Gio.bus_get_sync(Gio.BusType.SESSION)
loop = GLib.MainLoop()
item = None
signals = []


def say(value):
    print(json.dumps(value, default=str), flush=True)


def call(path, interface, member, arguments=None):
    return bus.call_sync(item[0], path, interface, member, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, 20000, None)


def plain(value):
    """A value without the bytes of pictures, which become their number."""
    if isinstance(value, (list, tuple)):
        numbers = all(isinstance(entry, int) for entry in value)
        return {"bytes": len(value), "sum": sum(value)} if len(value) > 64 and numbers else [plain(entry) for entry in value]
    return {key: plain(entry) for key, entry in value.items()} if isinstance(value, dict) else value


def everything():
    return call(item[1], "org.freedesktop.DBus.Properties", "GetAll", GLib.Variant("(s)", (ITEM,))).unpack()[0]


def layout(depth=-1, parent=0):
    menu = everything()["Menu"]
    return call(menu, MENU, "GetLayout", GLib.Variant("(iias)", (parent, depth, []))).unpack()[1]


def items(entry):
    yield entry
    for child in entry[2]:
        yield from items(child)


def find(label):
    return next((entry for entry in items(layout()) if label in entry[1].get("label", "")), None)


def obey(line):
    command, _, rest = line.partition(" ")
    if command == "get":
        say(plain(everything()))
    elif command == "property":
        say(plain(everything()[rest]))
    elif command == "layout":
        say(plain(layout(int(rest or -1))))
    elif command == "find":
        say(plain(find(rest)))
    elif command == "click":
        entry = find(rest)
        menu = everything()["Menu"]
        call(menu, MENU, "AboutToShow", GLib.Variant("(i)", (0,)))
        call(menu, MENU, "Event", GLib.Variant("(isvu)", (entry[0], "clicked", GLib.Variant("s", ""), 0)))
        say(entry[1])
    elif command in ("activate", "secondary"):
        member = {"activate": "Activate", "secondary": "SecondaryActivate"}[command]
        say(call(item[1], ITEM, member, GLib.Variant("(ii)", (1, 2))).unpack())
    elif command == "scroll":
        delta, direction = rest.split()
        say(call(item[1], ITEM, "Scroll", GLib.Variant("(is)", (int(delta), direction))).unpack())
    elif command == "signals":
        # Those that come before the reply to a call were sent before it.
        everything()
        context = GLib.MainContext.default()
        while context.pending():
            context.iteration(False)
        say(signals)
        signals.clear()
    else:
        say({"error": f"unknown command: {line}"})


def heard(connection, sender, path, interface, name, arguments):
    signals.append([name, plain(arguments.unpack())])


def answered(connection, sender, path, interface, method, arguments, invocation):
    global item
    if "--reject" in sys.argv:
        invocation.return_dbus_error("org.example.Full", "there are too many items")
        return
    item = (sender, arguments.unpack()[0])
    invocation.return_value(None)
    for name in (ITEM, MENU):
        bus.signal_subscribe(sender, name, None, None, None, Gio.DBusSignalFlags.NONE, heard)
    print(f"registered {item[1]}", flush=True)


def read(channel, condition):
    line = commands.readline()
    if not line:
        loop.quit()
        return False
    try:
        obey(line.rstrip("\n"))
    except GLib.Error as error:
        say({"error": error.message})
    return True


node = Gio.DBusNodeInfo.new_for_xml(XML)
bus.register_object("/StatusNotifierWatcher", node.interfaces[0], answered, lambda *_: GLib.Variant("b", True), None)
Gio.bus_own_name_on_connection(bus, WATCHER, Gio.BusNameOwnerFlags.NONE, None, None)
if "--panel" in sys.argv:
    commands = open(3, encoding="utf-8")
    GLib.io_add_watch(GLib.IOChannel.unix_new(3), GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, read)
loop.run()
