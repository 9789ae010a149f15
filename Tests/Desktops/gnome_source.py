"""What extensions.gnome.org refuses, and what the oldest release that metadata.json names has not: read from the source of the extension."""

import re
import subprocess

PREFERENCES = {"prefs.js", "search.js", "favourites.js", "units.js"}
SHARED = {"client.js", "words.js", "timer.js"}
LIBRARIES = "Adw Atk Clutter GLib GObject Gdk Gio Gtk Pango PangoCairo Shell Meta St Main PanelMenu".split()
# All that the extension uses of its libraries. Every name is in GNOME 45 (libadwaita 1.4, GTK 4.12); the youngest are the markup of
# toasts (libadwaita 1.4), selectable subtitles (1.3) and the suffix of headers (1.1). A new name belongs here once its release is known.
NAMES = {
    "Adw": "ActionRow ComboRow EntryRow PreferencesGroup PreferencesPage Toast",
    "Atk": "Role StateType",
    "Clutter": "ActorAlign AlignAxis AlignConstraint BUTTON_MIDDLE BinLayout EVENT_PROPAGATE EVENT_STOP EventType Orientation ScrollDirection TextDirection",
    "GLib": "PRIORITY_DEFAULT SOURCE_REMOVE Variant source_remove timeout_add_seconds utf8_make_valid",
    "GObject": "TYPE_STRING registerClass",
    "Gdk": "ContentProvider DragAction",
    "Gio": "AppInfo BusNameWatcherFlags BusType Cancellable DBusCallFlags DBusError DBusSignalFlags FileIcon IOErrorEnum ThemedIcon bus_get "
           "bus_get_finish bus_unwatch_name bus_watch_name_on_connection",
    "Gtk": "Align Box Button DragSource DropTarget Image StringList WidgetPaintable",
    "Main": "panel",
    "Pango": "EllipsizeMode WrapMode",
    "PanelMenu": "Button",
    "St": "Bin BoxLayout Button DrawingArea Icon Label PolicyType ScrollView Settings Widget",
}
ACTOR = "accessible_name accessible_role can_focus layout_manager reactive style_class track_hover visible x_align x_expand y_align y_expand"
PROPERTIES = {
    "Adw.ActionRow": "activatable subtitle subtitle_selectable title title_lines tooltip_text use_markup",
    "Adw.ComboRow": "model selected title visible",
    "Adw.EntryRow": "title",
    "Adw.PreferencesGroup": "description header_suffix title",
    "Adw.PreferencesPage": "icon_name title",
    "Adw.Toast": "title use_markup",
    "Clutter.AlignConstraint": "align_axis factor source",
    "Clutter.Text": "ellipsize line_wrap line_wrap_mode",
    "Gtk.Box": "spacing",
    "Gtk.Button": "css_classes icon_name label tooltip_text valign",
    "Gtk.DragSource": "actions",
    "Gtk.Image": "icon_name",
    "Gtk.WidgetPaintable": "widget",
    "St.Bin": ACTOR,
    "St.BoxLayout": ACTOR,
    "St.Button": ACTOR + " child",
    "St.DrawingArea": ACTOR,
    "St.Icon": ACTOR + " fallback_gicon gicon icon_size",
    "St.Label": ACTOR,
    "St.ScrollView": ACTOR + " hscrollbar_policy overlay_scrollbars vscrollbar_policy",
    "St.Widget": ACTOR,
}
# Members of the classes above that are younger; boxes.js uses some where they exist.
YOUNGER = {"max_length", "text_length", "description_centered", "banner", "separate_rows", "search_match_mode", "announce", "accent_color",
           "getLogger", "orientation", "vadjustment", "hadjustment"}
BY_RELEASE = {"boxes.js": {"orientation"}}
# Functions that pass an object of properties on.
BUILDERS = {"row": "St.BoxLayout", "column": "St.BoxLayout", "scrolling": "St.ScrollView", "clutter_text.set": "Clutter.Text"}


def members(text, start):
    """The keys of the object literal that begins at an index."""
    depth, quote, parts = 0, None, [""]
    for character in text[start:]:
        if quote:
            quote = None if character == quote else quote
        elif character in "'`\"":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
            if depth == 0:
                break
        elif character == "," and depth == 1:
            parts.append("")
        elif depth == 1:
            parts[-1] += character
    return {found[1] for part in parts if (found := re.match(r"\s*(\w+)\s*(?::|$)", part))}


def check_interfaces(name, text):
    """Refuses what is not in the lists above."""
    for library, member in re.findall(rf"\b({'|'.join(LIBRARIES)})\.(\w+)", re.sub(r"^ *(//|/?\*).*", "", text, flags=re.M)):
        assert member in NAMES.get(library, "").split(), f"{name}: is {library}.{member} in GNOME 45?"
    for found in re.finditer(r"(?:new (\w+\.\w+)|(super\._init)|\b(row|column|scrolling|clutter_text\.set))\(\{", text):
        constructor, inherited, builder = found.groups()
        parent = re.findall(r"extends ([\w.]+)", text[:found.start()])[-1] if inherited else None
        kind = constructor or parent or BUILDERS[builder]
        unknown = members(text, found.end() - 1) - set(PROPERTIES.get(kind, "").split())
        assert not unknown, f"{name}: has {kind} {', '.join(sorted(unknown))} in GNOME 45?"
    younger = set(re.findall(r"\.(\w+)", text)) & YOUNGER - BY_RELEASE.get(name, set())
    assert not younger, f"{name}: {younger} is younger than GNOME 45"


def check(directory, configuration):
    """ESLint with GNOME's style, and the rules above."""
    result = subprocess.run(["eslint", "--no-eslintrc", "--config", configuration, "--format", "unix", "--ext", ".js", "."],
                            capture_output=True, text=True, cwd=directory)
    assert result.returncode == 0, result.stdout + result.stderr
    for file in directory.glob("*.js"):
        text = file.read_text()
        assert not re.search(r"_sync\(|run_dispose|spawn|setTimeout|setInterval|eval\(|console\.log|\bMainloop|ByteArray", text), file
        # No catalogue exists; and all timers end with their owner.
        assert "gettext" not in text, file
        assert file.name == "timer.js" or not re.search(r"timeout_add|idle_add", text), file
        if file.name in PREFERENCES | SHARED:
            assert not re.search(r"gi://(Clutter|Meta|St|Shell)'|resource:///org/gnome/shell/", text), file
        if file.name not in PREFERENCES:
            assert not re.search(r"gi://(Gtk|Gdk|Adw)'", text), file
        # Objects of GLib outlive disable() in a module.
        assert not re.search(r"^(const|let) [^(]*= new (Map|Set|G|St|Clutter)", text, re.M), file
        check_interfaces(file.name, text)
    assert "gettext" not in (directory / "metadata.json").read_text()
