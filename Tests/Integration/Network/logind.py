"""A logind of python3-dbusmock that goes to sleep on request, and whose sessions the test adds."""

import dbus
from dbusmock import MOCK_IFACE

BUS_NAME = "org.freedesktop.login1"
MAIN_OBJ = "/org/freedesktop/login1"
MAIN_IFACE = "org.freedesktop.login1.Manager"
SYSTEM_BUS = True


SESSION_IFACE = "org.freedesktop.login1.Session"


def load(mock, parameters):
    mock.sessions = {}


@dbus.service.method(MOCK_IFACE, in_signature="b")
def Sleep(self, begins):
    """The machine is about to sleep, or has woken up."""
    self.EmitSignal(MAIN_IFACE, "PrepareForSleep", "b", [begins])


@dbus.service.method(MAIN_IFACE, out_signature="a(susso)")
def ListSessions(self):
    return [(name, dbus.UInt32(user), "ann", "seat0", path) for name, (path, user) in self.sessions.items()]


@dbus.service.method(MOCK_IFACE, in_signature="souss")
def AddSession(self, name, path, user, kind, group):
    """Adds a session of a type and a class; the hints are properties of its object."""
    properties = {"Type": kind, "Class": group, "State": "active", "LockedHint": False, "IdleHint": False}
    self.AddObject(path, SESSION_IFACE, properties, [])
    self.sessions[name] = (path, user)
    self.EmitSignal(MAIN_IFACE, "SessionNew", "so", [name, path])


@dbus.service.method(MOCK_IFACE, in_signature="so")
def RemoveSession(self, name, path):
    """Removes a session."""
    del self.sessions[name]
    self.RemoveObject(path)
    self.EmitSignal(MAIN_IFACE, "SessionRemoved", "so", [name, path])
