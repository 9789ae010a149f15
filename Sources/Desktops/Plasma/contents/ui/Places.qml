import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import org.kde.plasma.extras as PlasmaExtras
import "weather.js" as Weather

// The current place and the favourites, each with its weather; a click selects one.
FocusScope {
    id: places

    required property var daemon
    readonly property var all: daemon && daemon.places ? Weather.list(daemon.places.places) : []
    // Positions in the daemon's list.
    readonly property var found: all.map((place, index) => index).filter(index => matches(all[index]))

    signal chosen

    function name(place) {
        return Weather.line(Weather.object(Weather.object(place).place).name)
    }

    function matches(place) {
        return field.text === "" || name(place).toLowerCase().indexOf(field.text.toLowerCase()) >= 0
    }

    function choose(position) {
        daemon.select(position)
        field.text = ""
        chosen()
    }

    ColumnLayout {
        anchors.fill: parent
        spacing: 0

        PlasmaExtras.SearchField {
            id: field

            Layout.fillWidth: true
            Layout.margins: Kirigami.Units.smallSpacing
            // A short list needs no search.
            visible: places.all.length > 8
            focus: visible
            Keys.onDownPressed: view.forceActiveFocus()
            onAccepted: if (places.found.length > 0) places.choose(places.found[0])
        }
        PlasmaComponents.ScrollView {
            Layout.fillWidth: true
            Layout.fillHeight: true
            focus: !field.visible

            ListView {
                id: view

                model: places.found.length
                focus: true
                clip: true
                reuseItems: true
                keyNavigationEnabled: true
                highlight: PlasmaExtras.Highlight {}
                highlightMoveDuration: 0
                currentIndex: Math.max(0, places.found.findIndex(position => places.all[position].shown === true))
                Keys.onReturnPressed: places.choose(places.found[currentIndex])
                Keys.onEnterPressed: places.choose(places.found[currentIndex])
                Keys.onSpacePressed: places.choose(places.found[currentIndex])

                Accessible.role: Accessible.List
                Accessible.name: i18n("Places")

                delegate: PlasmaComponents.ItemDelegate {
                    id: item

                    required property int index
                    readonly property int position: places.found[index] ?? 0
                    readonly property var place: places.all[position] ?? ({})
                    readonly property string line: Weather.line(Weather.object(place.texts).line)

                    width: view.width
                    onClicked: places.choose(position)

                    Accessible.role: Accessible.ListItem
                    Accessible.name: [places.name(place), line].filter(part => part !== "").join(": ")

                    contentItem: RowLayout {
                        spacing: Kirigami.Units.largeSpacing

                        Kirigami.Icon {
                            implicitWidth: Kirigami.Units.iconSizes.medium
                            implicitHeight: Kirigami.Units.iconSizes.medium
                            source: Weather.icon(item.place)
                            fallback: Weather.fallbackIcon(item.place)
                        }
                        ColumnLayout {
                            spacing: 0

                            PlasmaComponents.Label {
                                Layout.fillWidth: true
                                text: places.name(item.place)
                                textFormat: Text.PlainText
                                elide: Text.ElideRight
                                font.bold: item.place.shown === true
                                Accessible.ignored: true
                            }
                            PlasmaComponents.Label {
                                Layout.fillWidth: true
                                visible: text !== ""
                                text: item.line
                                textFormat: Text.PlainText
                                elide: Text.ElideRight
                                font: Kirigami.Theme.smallFont
                                opacity: 0.75
                                Accessible.ignored: true
                            }
                        }
                        Kirigami.Icon {
                            visible: Weather.object(item.place.alert).event !== undefined
                            implicitWidth: Kirigami.Units.iconSizes.small
                            implicitHeight: Kirigami.Units.iconSizes.small
                            source: "dialog-warning-symbolic"
                            fallback: "dialog-warning"
                            color: Weather.severity(item.place.alert) >= 2 ? Kirigami.Theme.negativeTextColor : Kirigami.Theme.neutralTextColor
                            isMask: true
                        }
                        PlasmaComponents.Label {
                            text: Weather.temperature(item.place)
                            textFormat: Text.PlainText
                            font.features: ({"tnum": 1})
                            Accessible.ignored: true
                        }
                    }
                }
            }
        }
        PlasmaComponents.Label {
            Layout.fillWidth: true
            Layout.margins: Kirigami.Units.largeSpacing
            text: i18n("Add favourites in the widget's settings.")
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            font: Kirigami.Theme.smallFont
            opacity: 0.7
        }
    }
}
