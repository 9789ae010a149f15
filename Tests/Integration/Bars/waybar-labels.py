"""Prints the texts of Waybar's visible labels, as a screen reader sees them, as JSON."""

import json

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


def labels(node):
    """The labels of the node and its descendants. Those that disappear meanwhile are skipped."""
    try:
        if node.get_role() == Atspi.Role.LABEL and node.get_state_set().contains(Atspi.StateType.SHOWING):
            yield node.get_name()
        for index in range(node.get_child_count()):
            yield from labels(node.get_child_at_index(index))
    except (GLib.Error, AttributeError):
        pass


print(json.dumps(list(labels(Atspi.get_desktop(0)))))
