import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import "weather.js" as Weather

// The weather now, and the day in a sentence.
ColumnLayout {
    id: present

    required property var widget

    Layout.fillWidth: true
    Layout.topMargin: Kirigami.Units.smallSpacing
    Layout.leftMargin: Kirigami.Units.largeSpacing
    Layout.rightMargin: Kirigami.Units.largeSpacing
    spacing: Kirigami.Units.smallSpacing

    RowLayout {
        spacing: Kirigami.Units.largeSpacing

        Kirigami.Icon {
            implicitWidth: Kirigami.Units.iconSizes.huge
            implicitHeight: Kirigami.Units.iconSizes.huge
            source: Weather.icon(present.widget.current)
            fallback: Weather.fallbackIcon(present.widget.current)
        }
        PlasmaComponents.Label {
            text: present.widget.temperature
            textFormat: Text.PlainText
            font.pixelSize: Math.round(Kirigami.Theme.defaultFont.pixelSize * 3.2)
            font.weight: Font.Light
            font.features: ({"tnum": 1})
        }
        ColumnLayout {
            spacing: 0

            Kirigami.Heading {
                Layout.fillWidth: true
                level: 3
                text: present.widget.condition
                textFormat: Text.PlainText
                elide: Text.ElideRight
            }
            PlasmaComponents.Label {
                Layout.fillWidth: true
                visible: text !== ""
                text: [present.widget.texts.feelsLikeLine, present.widget.texts.highLow].map(Weather.line).filter(part => part !== "").join(" · ")
                textFormat: Text.PlainText
                wrapMode: Text.Wrap
                maximumLineCount: 2
                elide: Text.ElideRight
                opacity: 0.8
            }
        }
    }
    PlasmaComponents.Label {
        Layout.fillWidth: true
        visible: text !== ""
        text: [present.widget.nowcast, present.widget.summary].filter(part => part !== "").join(" · ")
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        maximumLineCount: 3
        elide: Text.ElideRight
    }
}
