"""A GeoClue2 of python3-dbusmock, whose locations the test sets. Parameters: refuses, silent."""

import dbus
from dbusmock import MOCK_IFACE, get_object

BUS_NAME = "org.freedesktop.GeoClue2"
MAIN_OBJ = "/org/freedesktop/GeoClue2/Manager"
MAIN_IFACE = "org.freedesktop.GeoClue2.Manager"
SYSTEM_BUS = True

CLIENT = "/org/freedesktop/GeoClue2/Client/1"
CLIENT_IFACE = "org.freedesktop.GeoClue2.Client"
LOCATION_IFACE = "org.freedesktop.GeoClue2.Location"
REFUSAL = """raise dbus.exceptions.DBusException(
    "'weatherd' disallowed, no agent for UID 1000", name="org.freedesktop.DBus.Error.AccessDenied")"""


def load(mock, parameters):
    mock.moves = 0
    silence = "import time; time.sleep(3600)"
    answer = f"ret = dbus.ObjectPath('{CLIENT}')"
    mock.AddMethod(MAIN_IFACE, "GetClient", "", "o", silence if parameters.get("silent") else answer)
    mock.AddObject(
        CLIENT,
        CLIENT_IFACE,
        {
            "DesktopId": "",
            "DistanceThreshold": dbus.UInt32(0),
            "TimeThreshold": dbus.UInt32(0),
            "RequestedAccuracyLevel": dbus.UInt32(0),
            "Active": False,
            "Location": dbus.ObjectPath("/"),
        },
        [
            ("Start", "", "", REFUSAL if parameters.get("refuses") else ""),
            ("Stop", "", "", ""),
        ],
    )


@dbus.service.method(MOCK_IFACE, in_signature="ddt")
def Move(self, latitude, longitude, time):
    """Reports a new location."""
    client = get_object(CLIENT)
    former = client.props[CLIENT_IFACE]["Location"]
    self.moves += 1
    location = dbus.ObjectPath(f"{CLIENT}/Location/{self.moves}")
    client.AddObject(
        location,
        LOCATION_IFACE,
        {
            "Latitude": latitude,
            "Longitude": longitude,
            "Accuracy": 500.0,
            "Altitude": -1.7976931348623157e308,
            "Description": "",
            "Timestamp": dbus.Struct((dbus.UInt64(time), dbus.UInt64(0)), signature="tt"),
        },
        [],
    )
    client.props[CLIENT_IFACE]["Location"] = location
    client.EmitSignal(CLIENT_IFACE, "LocationUpdated", "oo", [former, location])
