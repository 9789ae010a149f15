"""A logind of python3-dbusmock that goes to sleep on request."""

import dbus
from dbusmock import MOCK_IFACE

BUS_NAME = "org.freedesktop.login1"
MAIN_OBJ = "/org/freedesktop/login1"
MAIN_IFACE = "org.freedesktop.login1.Manager"
SYSTEM_BUS = True


def load(mock, parameters):
    pass


@dbus.service.method(MOCK_IFACE, in_signature="b")
def Sleep(self, begins):
    """The machine is about to sleep, or has woken up."""
    self.EmitSignal(MAIN_IFACE, "PrepareForSleep", "b", [begins])
