import QtQuick
import QtQuick.Layouts
import QtQuick.Shapes
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import "weather.js" as Weather

// The next hours as a scrolling strip, with a curve of the temperature. The arrow keys move from hour to hour.
Flickable {
    id: strip

    property var hours: []

    readonly property bool mirrored: LayoutMirroring.enabled
    readonly property real cell: Math.round(Kirigami.Units.gridUnit * 2.9)
    readonly property real line: Kirigami.Units.gridUnit
    readonly property real curveTop: line * 2 + Kirigami.Units.iconSizes.medium
    readonly property real curveHeight: Math.round(Kirigami.Units.gridUnit * 2.2)
    readonly property var celsius: hours.map(hour => Weather.number(hour.temperatureC))
    readonly property var known: celsius.filter(value => !isNaN(value))
    readonly property real least: Math.min(...known)
    readonly property real most: Math.max(...known)
    readonly property bool wet: hours.some(hour => rain(hour) !== "")

    // In coordinates of the strip, oldest first.
    readonly property var points: celsius.map((value, index) => ({x: (mirrored ? hours.length - index - 0.5 : index + 0.5) * cell, y: height_(value)}))
        .filter((point, index) => !isNaN(celsius[index]))
    property int current: 0

    function height_(value) {
        return curveTop + line + (most > least ? (most - value) / (most - least) * curveHeight : curveHeight / 2)
    }

    function rain(hour) {
        const texts = Weather.object(hour.texts)
        return Weather.line(texts.probability) || Weather.line(texts.precipitation)
    }

    function spoken(hour) {
        const texts = Weather.object(hour.texts)
        return [Weather.line(texts.time), Weather.conditionText(hour), Weather.temperature(hour), Weather.line(texts.probability),
            Weather.line(texts.precipitation), Weather.line(texts.wind)].filter(part => part !== "").join(", ")
    }

    function move(by) {
        current = Math.max(0, Math.min(hours.length - 1, current + by))
        const x = (mirrored ? hours.length - 1 - current : current) * cell
        contentX = Math.max(0, Math.min(contentWidth - width, Math.min(Math.max(contentX, x + cell - width), x)))
    }

    Layout.fillWidth: true
    visible: hours.length > 0
    implicitHeight: curveTop + line + curveHeight + (wet ? line * 1.3 : Kirigami.Units.smallSpacing) + Kirigami.Units.gridUnit
    contentWidth: hours.length * cell
    contentHeight: height
    flickableDirection: Flickable.HorizontalFlick
    boundsBehavior: Flickable.StopAtBounds
    clip: true
    activeFocusOnTab: true

    // The first hour is at the right in right-to-left layouts.
    onContentWidthChanged: if (mirrored) contentX = Math.max(0, contentWidth - width)
    onWidthChanged: if (mirrored) contentX = Math.max(0, contentWidth - width)

    Keys.onLeftPressed: move(mirrored ? 1 : -1)
    Keys.onRightPressed: move(mirrored ? -1 : 1)

    Accessible.role: Accessible.List
    Accessible.name: i18n("Next hours")
    Accessible.description: activeFocus && hours.length > current ? spoken(hours[current]) : ""

    PlasmaComponents.ScrollBar.horizontal: PlasmaComponents.ScrollBar {
        policy: strip.contentWidth > strip.width ? PlasmaComponents.ScrollBar.AsNeeded : PlasmaComponents.ScrollBar.AlwaysOff
    }

    // Wheels without a horizontal axis.
    WheelHandler {
        acceptedModifiers: Qt.ShiftModifier
        orientation: Qt.Vertical
        target: null
        onWheel: event => strip.contentX = Math.max(0, Math.min(strip.contentWidth - strip.width, strip.contentX - event.angleDelta.y))
    }

    Shape {
        width: strip.contentWidth
        height: strip.height
        visible: strip.points.length > 1
        Accessible.ignored: true

        ShapePath {
            strokeColor: "transparent"
            fillColor: Qt.alpha(Kirigami.Theme.highlightColor, 0.12)
            PathSvg {
                path: strip.points.length < 2 ? "" : Weather.curve(strip.points)
                    + "L" + strip.points[strip.points.length - 1].x + "," + (strip.curveTop + strip.line + strip.curveHeight + 4)
                    + "L" + strip.points[0].x + "," + (strip.curveTop + strip.line + strip.curveHeight + 4) + "Z"
            }
        }
        ShapePath {
            strokeColor: Kirigami.Theme.highlightColor
            strokeWidth: 2
            fillColor: "transparent"
            capStyle: ShapePath.RoundCap
            PathSvg {
                path: Weather.curve(strip.points)
            }
        }
    }

    Repeater {
        // A number, so that a change keeps the items.
        model: strip.hours.length

        Item {
            id: item

            required property int index
            readonly property var hour: strip.hours[index] ?? ({})
            readonly property var texts: Weather.object(hour.texts)
            readonly property real celsius: Weather.number(hour.temperatureC)

            x: (strip.mirrored ? strip.hours.length - 1 - index : index) * strip.cell
            width: strip.cell
            height: strip.height

            Accessible.role: Accessible.ListItem
            Accessible.name: strip.spoken(hour)

            Rectangle {
                anchors.fill: parent
                anchors.margins: 1
                visible: strip.activeFocus && strip.current === item.index
                radius: Kirigami.Units.cornerRadius
                color: "transparent"
                border.color: Kirigami.Theme.focusColor
            }
            PlasmaComponents.Label {
                width: parent.width
                height: strip.line * 1.2
                text: Weather.line(item.texts.time)
                textFormat: Text.PlainText
                horizontalAlignment: Text.AlignHCenter
                elide: Text.ElideRight
                font: Kirigami.Theme.smallFont
                opacity: item.index === 0 ? 1 : 0.75
                Accessible.ignored: true
            }
            Kirigami.Icon {
                anchors.horizontalCenter: parent.horizontalCenter
                y: strip.line * 1.2
                width: Kirigami.Units.iconSizes.medium
                height: Kirigami.Units.iconSizes.medium
                source: Weather.icon(item.hour)
                fallback: Weather.fallbackIcon(item.hour)
            }
            PlasmaComponents.Label {
                width: parent.width
                y: isNaN(item.celsius) ? strip.curveTop : strip.height_(item.celsius) - height - 3
                text: Weather.temperature(item.hour)
                textFormat: Text.PlainText
                horizontalAlignment: Text.AlignHCenter
                font.features: ({"tnum": 1})
                Accessible.ignored: true
            }
            PlasmaComponents.Label {
                width: parent.width
                y: strip.curveTop + strip.line + strip.curveHeight + 2
                text: strip.rain(item.hour)
                textFormat: Text.PlainText
                horizontalAlignment: Text.AlignHCenter
                elide: Text.ElideRight
                font: Kirigami.Theme.smallFont
                color: Kirigami.Theme.linkColor
                Accessible.ignored: true
            }
        }
    }
}
