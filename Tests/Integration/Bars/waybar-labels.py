"""What a screen reader would read of Waybar: the texts of its visible labels, as JSON."""

import json

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


def labels(node):
    """Of the node and all below. What goes away meanwhile is not there."""
    try:
        if node.get_role() == Atspi.Role.LABEL and node.get_state_set().contains(Atspi.StateType.SHOWING):
            yield node.get_name()
        for index in range(node.get_child_count()):
            yield from labels(node.get_child_at_index(index))
    except (GLib.Error, AttributeError):
        pass


print(json.dumps(list(labels(Atspi.get_desktop(0)))))
