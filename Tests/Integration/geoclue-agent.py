"""A minimal GeoClue agent, which acts for the user and allows everything."""

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()


class Agent(dbus.service.Object):
    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return dbus.UInt32(8)

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return {"MaxAccuracyLevel": dbus.UInt32(8)}

    @dbus.service.method("org.freedesktop.GeoClue2.Agent", in_signature="su", out_signature="bu")
    def AuthorizeApp(self, application, level):
        return True, level


agent = Agent(bus, "/org/freedesktop/GeoClue2/Agent")
manager = bus.get_object("org.freedesktop.GeoClue2", "/org/freedesktop/GeoClue2/Manager")
manager.AddAgent(
    "weatherd-test-agent",
    dbus_interface="org.freedesktop.GeoClue2.Manager",
    reply_handler=lambda: None,
    error_handler=lambda error: exit(str(error)),
)
GLib.MainLoop().run()
