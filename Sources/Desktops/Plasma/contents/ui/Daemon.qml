import QtQuick
import org.kde.plasma.workspace.dbus as DBus

// The connection to weatherd. The daemon takes and releases a second bus name when the weather changes, which Plasma 6.2 reports
// without polling; SignalWatcher exists only since 6.4.
Item {
    id: daemon

    // Whether more than the panel is visible, and needs the forecast.
    property bool detailed: false
    // Whether the list of places is visible, which can be long.
    property bool listed: false
    readonly property bool running: owner !== ""
    // The daemon's unique name. Calls to it never start a daemon, unlike calls to the name that it is started by.
    property string owner: ""
    // undefined until the bus has answered.
    property var installed: undefined
    // The parsed JSON of each view; null until it is known.
    property var current: null
    property var hourly: null
    property var daily: null
    property var alerts: null
    property var air: null
    property var sun: null
    property var places: null
    // Why the view current is unknown or not renewed: a D-Bus error name, or "Schema" if the daemon's JSON is of a later version.
    property string problem: ""
    property string problemText: ""
    // Why the last request of the user was refused.
    property string refusal: ""
    property bool refreshing: false

    property var inFlight: ({})
    property var again: ({})
    // The views that are kept although their last request failed.
    property var failed: ({})
    // Switches between places: one request at a time. What is asked for meanwhile is summed, or replaced by a choice.
    property bool switching: false
    property int chosen: -1
    property int steps: 0

    readonly property string name: "org.weatherd.Weather1"
    readonly property bool usable: DBus.SessionBus !== undefined
    readonly property int firstRetry: 10000
    readonly property int lastRetry: 300000

    function send(target, member, signature, parameters, finished) {
        const reply = DBus.SessionBus.asyncCall({
            service: target.service, path: target.path, iface: target.iface,
            member: member, arguments: parameters, signature: signature
        })
        reply.finished.connect(() => {
            const error = reply.isError ? {name: reply.error.name, message: reply.error.message} : null
            const value = error ? undefined : reply.value
            // Replies are not deleted otherwise.
            reply.destroy()
            if (daemon)
                finished(value, error)
        })
    }

    // Replies of a daemon that has ended meanwhile are dropped.
    function call(member, signature, parameters, finished, iface) {
        const asked = owner
        send({service: asked, path: "/org/weatherd/Weather1", iface: iface ?? name}, member, signature, parameters, (value, error) => {
            if (asked === owner)
                finished(value, error)
        })
    }

    function askBus(member, signature, parameters, finished) {
        send({service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", iface: "org.freedesktop.DBus"}, member, signature, parameters, finished)
    }

    // One request per view at a time: changes meanwhile are one more request.
    function ask(view) {
        if (!running || !usable)
            return
        if (inFlight[view]) {
            again[view] = true
            return
        }
        inFlight[view] = true
        call("GetJson", "(sa{sv})", [view, {texts: new DBus.bool(true)}], (text, error) => {
            inFlight[view] = false
            const repeat = again[view]
            again[view] = false
            // Another daemon has the name.
            if (error && error.name === "org.freedesktop.DBus.Error.ServiceUnknown") {
                connect()
                return
            }
            if (error)
                fail(view, error)
            else
                take(view, text)
            if (repeat)
                ask(view)
        })
    }

    // Only a fact replaces what is known; a request without an answer is repeated.
    function fail(view, error) {
        const fact = /^org\.weatherd\.Error\.(NoData|NoLocation|NotFound)$|^org\.freedesktop\.DBus\.Error\.(Unknown\w+|InvalidArgs)$/.test(error.name)
        if (fact) {
            succeed(view)
        } else {
            failed[view] = true
            if (!retry.running)
                retry.start()
        }
        if (view === "current") {
            problem = error.name
            problemText = error.message
            if (fact)
                current = alerts = null
        } else if (fact || !samePlace(daemon[view], current)) {
            daemon[view] = null
        }
    }

    function succeed(view) {
        delete failed[view]
        if (Object.keys(failed).length > 0)
            return
        retry.stop()
        retry.interval = firstRetry
    }

    // The list of places has no place.
    function samePlace(view, other) {
        const here = view && view.place, there = other && other.place
        return !here || !there || here.name === there.name && here.latitude === there.latitude && here.longitude === there.longitude
    }

    function take(view, text) {
        succeed(view)
        let value = null
        try {
            value = JSON.parse(text)
        } catch (error) {
        }
        const known = value !== null && typeof value === "object" && value.schema === 1
        daemon[view] = known ? value : null
        if (view !== "current")
            return
        problem = known ? "" : "Schema"
        problemText = ""
        // Kept for a place that is no longer shown.
        Object.keys(failed).filter(kept => !samePlace(daemon[kept], current)).forEach(kept => daemon[kept] = null)
        if (value && (value.alert || value.announced))
            ask("alerts")
        else
            alerts = null
    }

    // What is visible.
    function wanted() {
        return ["current"].concat(detailed ? ["hourly", "daily", "sun", "air"] : [], listed ? ["places"] : [])
    }

    function askAll() {
        wanted().forEach(ask)
    }

    function askFailed() {
        retry.interval = Math.min(retry.interval * 2, lastRetry)
        const visible = wanted().concat("alerts")
        Object.keys(failed).forEach(view => visible.indexOf(view) >= 0 ? ask(view) : succeed(view))
    }

    // A request of the user.
    function request(member, signature, parameters, finished) {
        refusal = ""
        call(member, signature, parameters, (value, error) => {
            refusal = error ? said(error) : ""
            finished(value, error)
        })
    }

    function said(error) {
        return /^org\.freedesktop\.DBus\.Error\.(Unknown|InvalidArgs)/.test(error.name)
            ? i18n("Update weatherd: it is older than this widget, and lacks a function that it needs.") : error.message
    }

    function refresh() {
        if (refreshing || !running || !usable)
            return
        refreshing = true
        request("Refresh", "(a{sv})", [{}], () => refreshing = false)
    }

    // Shows the place this number of positions further in the daemon's list, after whose end it continues at the beginning.
    function turn(by) {
        steps += by
        change()
    }

    // Shows the place at this position of the daemon's list.
    function select(position) {
        chosen = position
        steps = 0
        change()
    }

    function change() {
        if (switching || !running || !usable)
            return
        const position = chosen, by = position < 0 ? steps : 0
        chosen = -1
        steps -= by
        if (position >= 0)
            request("Select", "(ua{sv})", [unsigned(position), {}], changed)
        else if (by === 1 || by === -1)
            request(by > 0 ? "Next" : "Previous", "(a{sv})", [{}], changed)
        else if (by !== 0)
            request("GetJson", "(sa{sv})", ["places", {}], (text, error) => turned(by, text, error))
        else
            return
        switching = true
    }

    function changed() {
        switching = false
        change()
    }

    function turned(by, text, error) {
        let all = []
        try {
            all = error ? [] : Array.from(JSON.parse(text).places)
        } catch (malformed) {
        }
        const shown = all.findIndex(place => place && place.shown === true)
        // Without a place, the first step is to the first favourite.
        const from = shown >= 0 ? shown : by > 0 ? -1 : 0
        if (all.length > 0)
            request("Select", "(ua{sv})", [unsigned(((from + by) % all.length + all.length) % all.length), {}], changed)
        else
            changed()
    }

    function unsigned(value) {
        return new DBus.uint32(value)
    }

    function start() {
        askBus("StartServiceByName", "(su)", [name, new DBus.uint32(0)], (value, error) => {
            refusal = error ? error.message : ""
        })
    }

    function connect() {
        if (!usable)
            return
        owner = ""
        refreshing = switching = false
        chosen = -1
        steps = 0
        inFlight = {}
        again = {}
        failed = {}
        retry.stop()
        retry.interval = firstRetry
        if (!service.registered) {
            restart.start()
            findService()
            return
        }
        askBus("GetNameOwner", "(s)", [name], (unique, error) => {
            if (error || !service.registered)
                return
            restart.stop()
            owner = unique
            askAll()
        })
    }

    function findService() {
        askBus("ListActivatableNames", "()", [], (names, error) => {
            installed = !error && Array.from(names).indexOf(name) >= 0
        })
    }

    function forget() {
        ["current", "hourly", "daily", "alerts", "air", "sun", "places"].forEach(view => daemon[view] = null)
        problem = ""
        problemText = ""
    }

    onDetailedChanged: if (detailed) askAll()
    onListedChanged: if (listed) ask("places")
    Component.onCompleted: connect()

    DBus.DBusServiceWatcher {
        id: service
        busType: DBus.BusType.Session
        watchedService: daemon.name
        onRegisteredChanged: daemon.connect()
    }

    DBus.DBusServiceWatcher {
        busType: DBus.BusType.Session
        watchedService: daemon.name + ".Changed"
        onRegisteredChanged: daemon.askAll()
    }

    Timer {
        id: retry
        interval: daemon.firstRetry
        onTriggered: daemon.askFailed()
    }

    // The weather stays visible while the daemon restarts, such as for an update.
    Timer {
        id: restart
        interval: 5000
        onTriggered: daemon.forget()
    }
}
