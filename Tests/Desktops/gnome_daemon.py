"""Checks of the GNOME Shell extension with a weatherd that is late, fails, restarts, or is of another version."""

from gi.repository import GLib

from gnome_session import CARD, LABEL

NO_REPLY = "org.freedesktop.DBus.Error.NoReply"
UNREAD = "button()._client._retried && !button()._client._retry.running && button()._client._reading === null"


def fresh(session):
    """A new double."""
    session.stop_mock()
    session.start_mock()
    session.wait(LABEL, "19°C")


def check_unknown_warnings(session):
    """Warnings that are not known, or not all, are said to be so, without alarm; they are no 0."""
    session.show("warnings-unknown")
    name = session.wait("button().accessible_name", lambda name: "warnings are not known" in name)
    assert "Weather warning" not in name and session.eval("button()._mark.visible") is False, name
    session.open()
    session.wait(CARD, lambda texts: "Warnings are not known: MeteoAlarm cannot be reached" in texts)
    session.card("warnings-unknown")
    # Above the present, and within its spoken sentence.
    assert session.eval("const card = button()._card; card._doubtBox.get_transformed_position()[1] < card._present.get_transformed_position()[1]")
    assert "MeteoAlarm" in session.eval("button()._card._present.accessible_name")
    assert session.eval("button()._card._doubtBox.style_class") == session.eval("button()._card._stateBox.style_class")
    assert session.eval("button()._card._warnings.visible") is False
    session.show("warnings-doubtful")
    session.wait("button().accessible_name", lambda name: "Weather warning" in name and "not known" not in name)
    session.wait(CARD, lambda texts: "Thunderstorm warning" in texts and "2 warnings have no known area and may apply here" in texts)
    session.show("fresh")
    session.wait("button()._card._doubtBox.visible", False)
    session.wait("button().accessible_name", lambda name: "not known" not in name and "Weather warning" not in name)
    session.close_menu()


def check_late_views(session):
    """A view that comes too late is the former one of the same place, and is asked for once more."""
    session.show("warning")
    session.open()
    session.wait(CARD, lambda texts: "Thunderstorm warning" in texts and "Today" in texts)
    for view in ("alerts", "daily"):
        session.control("Fail", "(ss)", f"GetJson {view}", NO_REPLY)
    session.requests()
    session.control("Temperature", "(d)", 12)
    texts = session.wait(CARD, lambda texts: "12°" in texts)
    assert "Thunderstorm warning" in texts and "Today" in texts, texts
    session.wait_requests(lambda calls: sum('GetJson ["alerts"' in call for call in calls) == 2)
    session.wait("button()._card._loading || button()._card._retry.running", False)
    assert "Thunderstorm warning" in session.eval(CARD)
    # What another place has is not this one's: not the former warnings, and not none. The retry waits until it is asked for.
    session.eval("button()._card._retry.start = (seconds, fired) => { globalThis.retry = fired; }; true")
    session.eval("button()._step('Next'); true")
    texts = session.wait(CARD, lambda texts: "29°" in texts)
    assert "Thunderstorm warning" not in texts and "Today" not in texts, texts
    assert any(text.startswith("Warnings are not known: ") for text in texts), texts
    for view in ("alerts", "daily"):
        session.control("Fail", "(ss)", f"GetJson {view}", "")
    session.eval("retry(); delete button()._card._retry.start")
    session.wait(CARD, lambda texts: "Thunderstorm warning" in texts and "Today" in texts)
    session.control("Fail", "(ss)", "GetJson current", "org.weatherd.Error.Busy")
    session.control("Temperature", "(d)", 13)
    session.wait("button()._card._loading || button()._card._retry.running", False)
    assert "29°" in session.eval(CARD)
    session.close_menu()
    fresh(session)


def check_unread_properties(session):
    """Properties that could not be read are read once more, then at the next change, and when the card opens."""
    for heal in ("signal", "open"):
        session.stop_mock()
        session.wait("button().accessible_name", "weatherd is not running")
        session.start_mock("fresh", failing=("GetAll", NO_REPLY))
        session.wait(UNREAD)
        assert session.eval("[button()._client.complete, button()._label.opacity]") == [False, 140]
        session.wait(LABEL, "–")
        session.control("Fail", "(ss)", "GetAll", "")
        if heal == "signal":
            session.control("Temperature", "(d)", 12)
            session.wait(LABEL, "12°C")
        else:
            session.open()
            session.close_menu()
            session.wait(LABEL, "19°C")
        name = session.eval("button().accessible_name")
        assert "London" in name and session.eval("button()._label.opacity") == 255, name
    fresh(session)


def check_restart(session):
    """A restart dims the panel and changes nothing else; only a daemon that stays away is missed."""
    session.open()
    session.wait(CARD, lambda texts: "19°" in texts)
    session.eval("""globalThis.seen = new Set(); globalThis.watched = button();
        // However long the restart takes here.
        const away = watched._client._away, start = away.start;
        away.start = (seconds, fired) => start.call(away, 600, fired);
        globalThis.watching = ['notify::text', 'notify::visible', 'notify::opacity'].map(signal => watched._label.connect(signal, label =>
            seen.add(`${label.text.replace(/[\\u2068\\u2069]/g, '')} ${label.visible} ${label.opacity} ${watched._card._weather.visible}`))); true""")
    session.stop_mock()
    session.wait("button()._client.state", "away")
    name = session.eval("button().accessible_name")
    assert "London" in name, name
    session.start_mock()
    session.wait("button()._client.complete")
    session.wait("button()._label.opacity", 255)
    session.wait(CARD, lambda texts: "19°" in texts)
    seen = session.eval("watching.forEach(id => watched._label.disconnect(id)); [...seen].sort()")
    assert seen == ["19°C true 140 true", "19°C true 255 true"], seen
    session.eval("delete watched._client._away.start")
    session.stop_mock()
    session.wait("button().accessible_name", "weatherd is not running")
    session.wait(CARD, lambda texts: "weatherd is not running" in texts)
    session.start_mock()
    session.wait(CARD, lambda texts: "19°" in texts)
    session.close_menu()


def check_daemon_killed(session):
    session.stop_mock()
    session.wait("button().accessible_name", "weatherd is not running")
    session.open()
    session.wait(CARD, lambda texts: "weatherd is not running" in texts)
    session.card("stopped")
    # The card's own button starts it; the activation file starts the double.
    session.eval("button()._card._notice._button.emit('clicked', 1); true")
    session.wait(CARD, lambda texts: "19°" in texts)
    session.close_menu()
    session.wait(LABEL, "19°C")
    try:
        session.control("Quit")
    except GLib.Error:
        pass
    session.wait("button().accessible_name", "weatherd is not running")
    session.installed(False)
    session.start_mock()
    session.wait(LABEL, "19°C")
    # Not installed: there is nothing to wait for.
    session.stop_mock()
    session.wait("button().accessible_name", "weatherd is not installed")
    session.installed(True)
    session.start_mock()
    session.wait(LABEL, "19°C")


def check_failures_are_said(session):
    """Why Start and Refresh failed is in the card, also without weather."""
    session.stop_mock()
    session.wait("button().accessible_name", "weatherd is not running")
    session.installed(True, "/bin/false")
    session.open()
    session.eval("button()._card._notice._button.emit('clicked', 1); true")
    session.wait(CARD, lambda texts: any("exited with status 1" in text for text in texts))
    assert "exited with status 1" in session.eval("button()._card._notice.accessible_name")
    session.card("start-failed")
    session.close_menu()
    session.installed(True)
    session.start_mock("none")
    session.open()
    session.wait(CARD, lambda texts: "No weather yet" in texts)
    session.control("Fail", "(ss)", "Refresh", "org.weatherd.Error.Busy")
    session.eval("button()._card._refresh.emit('clicked', 1); true")
    session.wait("button()._card._notice._failure.visible && button()._card._notice._failure.text", "as asked for by the test")
    session.close_menu()
    fresh(session)


def check_other_version(session):
    for state, title in (("old", "Update weatherd"), ("newer", "Update the extension")):
        session.show(state)
        session.open()
        texts = session.wait(CARD, lambda texts, title=title: title in texts)
        assert session.eval("button()._card._weather.visible") is False, texts
        session.card({"old": "outdated"}.get(state, state))
        session.close_menu()
        fresh(session)
    # A daemon that does not know ready texts.
    session.control("Fail", "(ss)", "GetJson", "org.freedesktop.DBus.Error.InvalidArgs")
    session.open()
    session.wait(CARD, lambda texts: "Update weatherd" in texts)
    session.close_menu()
    fresh(session)
