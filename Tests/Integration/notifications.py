"""A notification service of python3-dbusmock. Parameter: silent."""

BUS_NAME = "org.freedesktop.Notifications"
MAIN_OBJ = "/org/freedesktop/Notifications"
MAIN_IFACE = BUS_NAME
SYSTEM_BUS = False


def load(mock, parameters):
    silence = "import time; time.sleep(3600)"
    mock.AddMethod(MAIN_IFACE, "Notify", "susssasa{sv}i", "u", silence if parameters.get("silent") else "ret = 1")
