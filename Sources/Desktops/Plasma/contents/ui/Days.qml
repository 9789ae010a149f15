import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import "weather.js" as Weather

// The next days, each with a bar from its low to its high on a common scale.
ColumnLayout {
    id: column

    property var days: []
    // For a day whose extremes are known only from its remaining hours.
    property var hours: []

    readonly property var ranges: days.map(day => range(day))
    readonly property real least: Math.min(...ranges.map(range => range.low).filter(value => !isNaN(value)))
    readonly property real most: Math.max(...ranges.map(range => range.high).filter(value => !isNaN(value)))
    readonly property bool wet: days.some(day => rain(day) !== "")

    function range(day) {
        const low = Weather.number(day.temperatureMinC), high = Weather.number(day.temperatureMaxC)
        if (!isNaN(low) && !isNaN(high))
            return {low: low, high: high}
        const known = hours.filter(hour => Weather.text(day.date) !== "" && Weather.text(hour.time).startsWith(day.date))
            .map(hour => Weather.number(hour.temperatureC)).filter(value => !isNaN(value))
        return known.length > 0 ? {low: Math.min(...known), high: Math.max(...known)} : {low: NaN, high: NaN}
    }

    function rain(day) {
        const texts = Weather.object(day.texts)
        return Weather.line(texts.probability) || Weather.line(texts.precipitation)
    }

    function name(day) {
        return Weather.line(Weather.object(day.texts).day)
    }

    Layout.fillWidth: true
    Layout.leftMargin: Kirigami.Units.largeSpacing
    Layout.rightMargin: Kirigami.Units.largeSpacing
    visible: days.length > 0
    spacing: 0

    Repeater {
        model: column.days.length

        RowLayout {
            id: row

            required property int index
            readonly property var day: column.days[index] ?? ({})
            readonly property var expected: ({condition: Weather.object(day.expected).code ? day.expected : day.condition, isDay: true})
            readonly property var range: column.ranges[index] ?? {low: NaN, high: NaN}

            Layout.fillWidth: true
            Layout.minimumHeight: Kirigami.Units.iconSizes.medium
            spacing: Kirigami.Units.smallSpacing
            activeFocusOnTab: true

            Accessible.role: Accessible.ListItem
            Accessible.name: [column.name(day), Weather.conditionText(expected),
                Weather.line(Weather.object(day.texts).range) || [Weather.low(day), Weather.high(day)].filter(part => part !== "").join(" – "),
                Weather.line(Weather.object(day.texts).probability), Weather.line(Weather.object(day.texts).precipitation)].filter(part => part !== "").join(", ")

            PlasmaComponents.Label {
                Layout.preferredWidth: Kirigami.Units.gridUnit * 3.2
                text: column.name(row.day)
                textFormat: Text.PlainText
                elide: Text.ElideRight
                font.bold: row.index === 0
                font.underline: row.activeFocus
                Accessible.ignored: true
            }
            Kirigami.Icon {
                implicitWidth: Kirigami.Units.iconSizes.medium
                implicitHeight: Kirigami.Units.iconSizes.medium
                source: Weather.icon(row.expected)
                fallback: Weather.fallbackIcon(row.expected)
            }
            PlasmaComponents.Label {
                Layout.preferredWidth: Kirigami.Units.gridUnit * 2.6
                visible: column.wet
                text: column.rain(row.day)
                textFormat: Text.PlainText
                elide: Text.ElideRight
                font: Kirigami.Theme.smallFont
                color: Kirigami.Theme.linkColor
                Accessible.ignored: true
            }
            PlasmaComponents.Label {
                Layout.preferredWidth: Kirigami.Units.gridUnit * 2.4
                text: Weather.low(row.day)
                textFormat: Text.PlainText
                horizontalAlignment: Text.AlignRight
                font.features: ({"tnum": 1})
                opacity: 0.75
                Accessible.ignored: true
            }
            Rectangle {
                Layout.fillWidth: true
                Layout.minimumWidth: Kirigami.Units.gridUnit
                Layout.leftMargin: Kirigami.Units.smallSpacing
                Layout.rightMargin: Kirigami.Units.smallSpacing
                implicitHeight: Math.round(Kirigami.Units.gridUnit * 0.32)
                radius: height / 2
                color: Qt.alpha(Kirigami.Theme.textColor, 0.12)

                Rectangle {
                    readonly property real scale_: column.most > column.least ? parent.width / (column.most - column.least) : 0

                    visible: !isNaN(row.range.low)
                    x: column.LayoutMirroring.enabled ? (column.most - row.range.high) * scale_ : (row.range.low - column.least) * scale_
                    width: Math.max(height, (row.range.high - row.range.low) * scale_)
                    height: parent.height
                    radius: height / 2
                    gradient: Gradient {
                        orientation: Gradient.Horizontal
                        GradientStop {
                            position: 0
                            color: Weather.ink(column.LayoutMirroring.enabled ? row.range.high : row.range.low)
                        }
                        GradientStop {
                            position: 0.5
                            color: Weather.ink((row.range.low + row.range.high) / 2)
                        }
                        GradientStop {
                            position: 1
                            color: Weather.ink(column.LayoutMirroring.enabled ? row.range.low : row.range.high)
                        }
                    }
                }
            }
            PlasmaComponents.Label {
                Layout.preferredWidth: Kirigami.Units.gridUnit * 2.4
                text: Weather.high(row.day)
                textFormat: Text.PlainText
                font.features: ({"tnum": 1})
                Accessible.ignored: true
            }
        }
    }
}
