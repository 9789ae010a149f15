import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami
import "weather.js" as Weather

// The places and units, which belong to weatherd and apply to all of its clients. Changes are sent on Apply, in their order.
KCM.SimpleKCM {
    id: page

    readonly property var daemon: link.item && link.item.usable ? link.item : null
    readonly property bool ready: daemon !== null && daemon.running
    property string units: ""
    property string place: ""
    // Their names as the daemon has them, in its order.
    property var favourites: []
    property var found: []
    property var changes: []
    property string failure: ""
    // Plasma sets all settings on all pages.
    property var cfg_panelText
    property var cfg_panelTextDefault
    property var cfg_middleClick
    property var cfg_middleClickDefault
    property var cfg_wheelSwitches
    property var cfg_wheelSwitchesDefault
    property var cfg_showAir
    property var cfg_showAirDefault
    property var cfg_showSun
    property var cfg_showSunDefault

    signal configurationChanged

    // Called by Plasma on Apply and OK.
    function saveConfig() {
        const units = [temperature, wind, pressure, precipitation, distance].map(box => box.currentValue).filter(unit => unit !== "")
        if (system.currentValue !== "")
            units.unshift(system.currentValue)
        const all = changes.concat(units.length > 0 ? [{member: "SetUnits", signature: "(sa{sv})", parameters: [units.join(" "), {}]}] : [])
        changes = []
        failure = ""
        for (const box of [system, temperature, wind, pressure, precipitation, distance])
            box.currentIndex = 0
        send(all)
    }

    // Stops at the first failure.
    function send(all) {
        if (all.length === 0) {
            read()
            return
        }
        daemon.call(all[0].member, all[0].signature, all[0].parameters, (value, error) => {
            failure = error ? daemon.said(error) : ""
            send(error ? [] : all.slice(1))
        })
    }

    function change(member, signature, parameters) {
        changes = changes.concat([{member: member, signature: signature, parameters: parameters}])
        configurationChanged()
    }

    function read() {
        if (!ready)
            return
        daemon.ask("places")
        daemon.call("Get", "(ss)", [daemon.name, "Units"], (value, error) => units = error ? "" : Weather.line(plain(value)), "org.freedesktop.DBus.Properties")
    }

    function show() {
        // Not below unsaved changes.
        if (changes.length > 0 || !daemon || !daemon.places)
            return
        const all = Weather.list(daemon.places.places)
        place = Weather.line(name(all.find(place => place.current === true)))
        // The current place can be one of them.
        favourites = all.filter(place => Number.isInteger(place.position)).sort((one, other) => one.position - other.position)
            .map(name).filter(name => name !== "")
    }

    // As the daemon knows it; not for display.
    function name(place) {
        const found = Weather.object(Weather.object(place).place).name
        return typeof found === "string" ? found : ""
    }

    function search(text) {
        if (!ready || text.trim() === "") {
            found = []
            return
        }
        daemon.call("Search", "(sa{sv})", [text, {}], (cities, error) => {
            failure = error && error.name !== "org.weatherd.Error.NotFound" ? daemon.said(error) : ""
            // An earlier reply can come while the user types on.
            if (text === field.text)
                found = error ? [] : Array.from(cities).map(city => ({
                    name: Weather.line(plain(city.name)),
                    region: [city.region, city.country].map(part => Weather.line(plain(part))).filter(part => part !== "").join(", "),
                    coordinates: plain(city.latitude) + "," + plain(city.longitude)
                })).filter(city => city.name !== "")
        })
    }

    // Plasma delivers variants as objects.
    function plain(value) {
        return value !== null && typeof value === "object" && value.value !== undefined ? value.value : value
    }

    function setPlace(city) {
        change("SetLocation", "(sa{sv})", [city.coordinates, {}])
        place = city.name
        field.clear()
    }

    function add(city) {
        change("AddPlace", "(ssa{sv})", [city.coordinates, city.name, {}])
        favourites = favourites.concat([city.name])
        field.clear()
    }

    function remove(index) {
        change("RemovePlace", "(s)", [favourites[index]])
        favourites = favourites.filter((favourite, other) => other !== index)
    }

    function move(index, to) {
        change("MovePlace", "(su)", [favourites[index], daemon.unsigned(to + 1)])
        const moved = favourites.slice()
        moved.splice(to, 0, moved.splice(index, 1)[0])
        favourites = moved
    }

    function rename(index, to) {
        if (to === "" || to === Weather.line(favourites[index]))
            return
        change("RenamePlace", "(ss)", [favourites[index], to])
        favourites = favourites.map((favourite, other) => other === index ? to : favourite)
    }

    onReadyChanged: read()

    Loader {
        id: link
        source: "Daemon.qml"
        onLoaded: item.listed = true
    }
    Connections {
        target: page.daemon
        function onPlacesChanged() {
            page.show()
        }
    }

    ColumnLayout {
        spacing: Kirigami.Units.largeSpacing

        Kirigami.InlineMessage {
            Layout.fillWidth: true
            visible: !page.ready || page.failure !== ""
            type: Kirigami.MessageType.Warning
            // Not markup.
            text: (page.ready ? page.failure : i18n("weatherd is not running: places and units cannot be changed.")).replace(/&/g, "&amp;").replace(/</g, "&lt;")
        }

        Kirigami.FormLayout {
            id: placeForm

            Layout.fillWidth: true
            enabled: page.ready

            Item {
                Kirigami.FormData.isSection: true
                Kirigami.FormData.label: i18n("Current place")
            }
            Controls.Label {
                Kirigami.FormData.label: i18n("Place:")
                Layout.maximumWidth: Kirigami.Units.gridUnit * 18
                text: page.place !== "" ? page.place : i18n("None")
                textFormat: Text.PlainText
                elide: Text.ElideRight
            }
            Controls.Button {
                text: i18n("Detect Automatically")
                icon.name: "find-location"
                onClicked: {
                    page.change("SetLocation", "(sa{sv})", ["auto", {}])
                    page.place = i18n("Detected on Apply")
                }
            }
            Kirigami.SearchField {
                id: field

                Kirigami.FormData.label: i18n("Search:")
                placeholderText: i18n("City, airport code, or LAT,LON")
                // Also some time after the last key.
                onAccepted: page.search(text)
            }
        }

        // Lists are not in the forms: rows that come and go there crash Kirigami 6.13.
        ColumnLayout {
            Layout.alignment: Qt.AlignHCenter
            visible: page.found.length > 0
            spacing: 0

            Repeater {
                // As many as there can be: items that come and go while a screen reader looks at them can crash Qt 6.8.
                model: 10

                RowLayout {
                    id: result

                    required property int index
                    readonly property var city: page.found[index] ?? {name: "", region: ""}

                    visible: index < page.found.length

                    ColumnLayout {
                        spacing: 0

                        Controls.Label {
                            Layout.preferredWidth: Kirigami.Units.gridUnit * 13
                            text: result.city.name
                            textFormat: Text.PlainText
                            elide: Text.ElideRight
                        }
                        Controls.Label {
                            Layout.preferredWidth: Kirigami.Units.gridUnit * 13
                            text: result.city.region
                            textFormat: Text.PlainText
                            elide: Text.ElideRight
                            font: Kirigami.Theme.smallFont
                            opacity: 0.75
                        }
                    }
                    Controls.ToolButton {
                        icon.name: "mark-location"
                        text: i18n("Use as current place")
                        display: Controls.AbstractButton.IconOnly
                        Controls.ToolTip.text: text
                        Controls.ToolTip.visible: hovered
                        Accessible.name: i18n("Use %1 as current place", result.city.name)
                        onClicked: page.setPlace(result.city)
                    }
                    Controls.ToolButton {
                        icon.name: "list-add"
                        text: i18n("Add to favourites")
                        display: Controls.AbstractButton.IconOnly
                        Controls.ToolTip.text: text
                        Controls.ToolTip.visible: hovered
                        Accessible.name: i18n("Add %1 to favourites", result.city.name)
                        onClicked: page.add(result.city)
                    }
                }
            }
        }

        Kirigami.Heading {
            Layout.alignment: Qt.AlignHCenter
            Layout.topMargin: Kirigami.Units.gridUnit
            level: 3
            font.bold: true
            text: i18n("Favourites")
        }
        Controls.Label {
            Layout.alignment: Qt.AlignHCenter
            visible: page.favourites.length === 0
            text: i18n("None. Search above to add some.")
        }
        ColumnLayout {
            Layout.alignment: Qt.AlignHCenter
            enabled: page.ready
            visible: page.favourites.length > 0
            spacing: 0

            Repeater {
                model: page.favourites.length

                RowLayout {
                    id: row

                    required property int index
                    readonly property string name: Weather.line(page.favourites[index])

                    Controls.TextField {
                        id: nameField

                        Layout.preferredWidth: Kirigami.Units.gridUnit * 13
                        text: row.name
                        Accessible.name: i18n("Name of the favourite")
                        onEditingFinished: {
                            page.rename(row.index, text.trim())
                            text = Qt.binding(() => row.name)
                        }
                    }
                    Controls.ToolButton {
                        icon.name: "go-up"
                        enabled: row.index > 0
                        Accessible.name: i18n("Move %1 up", row.name)
                        onClicked: page.move(row.index, row.index - 1)
                    }
                    Controls.ToolButton {
                        icon.name: "go-down"
                        enabled: row.index < page.favourites.length - 1
                        Accessible.name: i18n("Move %1 down", row.name)
                        onClicked: page.move(row.index, row.index + 1)
                    }
                    Controls.ToolButton {
                        icon.name: "edit-delete-remove"
                        Accessible.name: i18n("Remove %1", row.name)
                        onClicked: page.remove(row.index)
                    }
                }
            }
        }

        Kirigami.FormLayout {
            Layout.fillWidth: true
            enabled: page.ready
            twinFormLayouts: placeForm

            Item {
                Kirigami.FormData.isSection: true
                Kirigami.FormData.label: i18n("Units")
            }
            Controls.Label {
                Kirigami.FormData.label: i18n("In use:")
                Layout.maximumWidth: Kirigami.Units.gridUnit * 18
                visible: page.units !== ""
                text: page.units
                textFormat: Text.PlainText
                wrapMode: Text.Wrap
            }
            UnitBox {
                id: system
                label: i18n("All:")
                units: [{text: i18n("As configured"), value: "auto"}, {text: i18n("Metric"), value: "metric"}, {text: i18n("Imperial"), value: "imperial"}]
            }
            UnitBox {
                id: temperature
                label: i18n("Temperature:")
                units: [{text: "°C", value: "temperature=c"}, {text: "°F", value: "temperature=f"}, {text: "K", value: "temperature=k"}]
            }
            UnitBox {
                id: wind
                label: i18n("Wind:")
                units: [{text: "m/s", value: "wind=ms"}, {text: "km/h", value: "wind=kmh"}, {text: "mph", value: "wind=mph"}, {text: "kn", value: "wind=kn"}, {text: "Bft", value: "wind=bft"}]
            }
            UnitBox {
                id: pressure
                label: i18n("Pressure:")
                units: [{text: "hPa", value: "pressure=hpa"}, {text: "mmHg", value: "pressure=mmhg"}, {text: "inHg", value: "pressure=inhg"}]
            }
            UnitBox {
                id: precipitation
                label: i18n("Precipitation:")
                units: [{text: "mm", value: "precipitation=mm"}, {text: "in", value: "precipitation=in"}]
            }
            UnitBox {
                id: distance
                label: i18n("Distance:")
                units: [{text: "km", value: "distance=km"}, {text: "mi", value: "distance=mi"}]
            }
        }
    }

    component UnitBox: Controls.ComboBox {
        property string label
        property var units: []

        Kirigami.FormData.label: label
        Accessible.name: label
        Accessible.description: displayText
        onActivated: page.configurationChanged()
        textRole: "text"
        valueRole: "value"
        model: [{text: i18n("Unchanged"), value: ""}].concat(units)
    }
}
