import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.core as PlasmaCore
import org.kde.plasma.plasmoid
import "weather.js" as Weather

// The widget: shows what Daemon has received, as Compact in a panel and as Full in the popup and on the desktop.
PlasmoidItem {
    id: root

    // null before Plasma 6.2.
    readonly property var daemon: link.item && link.item.usable ? link.item : null
    readonly property bool supported: link.status === Loader.Loading || daemon !== null
    readonly property var current: daemon ? daemon.current : null
    readonly property bool known: current !== null

    readonly property string place: known ? Weather.line(Weather.object(current.place).name) : ""
    readonly property string temperature: known ? Weather.temperature(current) : ""
    readonly property string condition: known ? Weather.conditionText(current) : ""
    readonly property string summary: known ? Weather.line(current.summary) : ""
    readonly property var texts: known ? Weather.object(current.texts) : ({})
    readonly property string nowcast: known ? Weather.line(Weather.object(current.nowcast).text) : ""
    readonly property string attribution: known ? Weather.line(current.attribution) : ""

    readonly property bool offline: known && Array.isArray(current.class) && current.class.indexOf("offline") >= 0
    readonly property bool stale: known && (current.freshness === "stale" || current.freshness === "expired")
    // The last request failed; what is shown is from before.
    readonly property bool unanswered: known && daemon.problem !== ""
    readonly property bool sample: known && current.sample === true
    readonly property bool approximate: known && Weather.object(current.place).approximate === true
    // The mark on the icon and above the weather; empty if the weather is what it seems.
    readonly property string mark: !known ? "" : !daemon.running || unanswered || offline ? "network-disconnect-symbolic" : stale ? "chronometer-symbolic"
        : sample || approximate ? "question-symbolic" : ""
    // The time of the report; its age would be wrong where it stays visible.
    readonly property string fetched: Weather.line(texts.fetched)
    readonly property string reason: !known ? "" : !daemon.running ? i18n("weatherd is not running") : unanswered ? i18n("weatherd does not answer") : Weather.line(texts.state)
    // With the time, if that is what is wrong.
    readonly property string remark: (stale || offline || unanswered) && reason !== "" && fetched !== "" ? reason + " · " + fetched : reason

    // Until their texts are known, what the view current says of them.
    readonly property var warnings: !known ? [] : daemon.alerts ? Weather.list(daemon.alerts.alerts)
        : [Object.assign({}, current.alert, {inForce: true}), Object.assign({}, current.announced, {inForce: false})].filter(warning => Weather.line(warning.event) !== "")
    // Why there may be warnings that are not known.
    readonly property string doubt: Weather.line(texts.warnings)
    readonly property var inForce: warnings.filter(warning => warning.inForce === true)
    readonly property int worst: inForce.reduce((most, warning) => Math.max(most, Weather.severity(warning)), -1)

    // Why there is no weather, and what helps.
    readonly property var notice: known ? {icon: "", title: "", text: ""}
        : !supported ? {icon: "plasma", title: i18n("Plasma 6.2 is required"), text: i18n("This widget talks to weatherd through D-Bus, which widgets can use only since Plasma 6.2. Update Plasma.")}
        : !daemon ? {icon: "weather-few-clouds", title: i18n("Loading…"), text: ""}
        : !daemon.running && daemon.installed === false ? {icon: "weather-none-available-symbolic", title: i18n("weatherd is not installed"),
            text: i18n("This widget shows the weather from the service weatherd. Install the package weatherd, then run “weatherctl setup” in a terminal. The weather appears here without a restart.")}
        : !daemon.running ? {icon: "weather-none-available-symbolic", title: i18n("weatherd is not running"), action: "start",
            text: i18n("To start it at every login, run “weatherctl setup” in a terminal.")}
        : daemon.problem === "Schema" ? {icon: "update-none", title: i18n("Update this widget"), text: i18n("weatherd is newer than this widget, which cannot read its data.")}
        : /^org\.freedesktop\.DBus\.Error\.(Unknown|InvalidArgs)/.test(daemon.problem) ? {icon: "update-none", title: i18n("Update weatherd"), text: i18n("weatherd is older than this widget, and lacks a function that it needs.")}
        : daemon.problem === "org.weatherd.Error.NoLocation" ? {icon: "mark-location", title: i18n("No place is set"), action: "configure",
            text: i18n("weatherd could not detect your place. Choose one.")}
        : daemon.problem === "org.weatherd.Error.NoData" || daemon.problem === "" ? {icon: "weather-few-clouds", title: i18n("Waiting for the weather"), text: i18n("weatherd is fetching it.")}
        : {icon: "dialog-error", title: i18n("No weather"), text: Weather.line(daemon.problemText)}

    // What a screen reader says of the panel's button.
    readonly property string spoken: known
        ? [i18nc("place: weather, temperature", "%1: %2, %3", place, condition, temperature), remark,
           inForce.length > 0 ? i18np("%1 warning", "%1 warnings", inForce.length) : ""].filter(part => part !== "").join(". ")
        : notice.title

    function act(action) {
        if (action === "start")
            daemon.start()
        else if (action === "configure")
            Plasmoid.internalAction("configure").trigger()
    }

    Plasmoid.icon: known ? Weather.icon(current) : notice.icon
    Plasmoid.status: known || notice.action !== undefined ? PlasmaCore.Types.ActiveStatus : PlasmaCore.Types.PassiveStatus
    Plasmoid.backgroundHints: PlasmaCore.Types.DefaultBackground | PlasmaCore.Types.ConfigurableBackground
    Plasmoid.contextualActions: [
        PlasmaCore.Action {
            text: i18n("Refresh")
            icon.name: "view-refresh"
            visible: root.daemon !== null && root.daemon.running
            onTriggered: root.daemon.refresh()
        },
        PlasmaCore.Action {
            text: i18n("Next Place")
            icon.name: "go-next"
            visible: root.known
            onTriggered: root.daemon.turn(1)
        },
        PlasmaCore.Action {
            text: i18n("Previous Place")
            icon.name: "go-previous"
            visible: root.known
            onTriggered: root.daemon.turn(-1)
        }
    ]

    switchWidth: Kirigami.Units.gridUnit * 11
    switchHeight: Kirigami.Units.gridUnit * 9

    toolTipMainText: known ? [Weather.isolated(place), temperature].filter(part => part !== "").join(" · ") : notice.title
    toolTipSubText: known ? inForce.map(warning => Weather.line(warning.event)).slice(0, 3)
            .concat([doubt, condition, summary, nowcast, Weather.line(texts.highLow), reason, Weather.line(texts.updated), attribution])
            .filter(part => part !== "").join("\n")
        : notice.text
    toolTipTextFormat: Text.PlainText

    compactRepresentation: Compact {
        widget: root
    }
    fullRepresentation: Full {
        widget: root
    }

    // Also true of the full representation on the desktop. Items of a closed popup stay visible.
    Binding {
        target: root.daemon
        when: root.daemon !== null
        property: "detailed"
        value: root.expanded
        restoreMode: Binding.RestoreNone
    }

    // Loaded by name, since the import does not exist in Plasma 6.0.
    Loader {
        id: link
        source: "Daemon.qml"
    }
}
