import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import "weather.js" as Weather

// Labels and values that the daemon has worded, in two columns if there is room.
ColumnLayout {
    id: section

    property string title
    property var rows: []

    Layout.fillWidth: true
    Layout.leftMargin: Kirigami.Units.largeSpacing
    Layout.rightMargin: Kirigami.Units.largeSpacing
    visible: rows.length > 0
    spacing: Kirigami.Units.smallSpacing

    Kirigami.ListSectionHeader {
        Layout.fillWidth: true
        text: section.title
        leftPadding: 0
        rightPadding: 0
    }
    GridLayout {
        Layout.fillWidth: true
        columns: section.width > Kirigami.Units.gridUnit * 21 ? 2 : 1
        columnSpacing: Kirigami.Units.gridUnit
        rowSpacing: Kirigami.Units.smallSpacing
        uniformCellWidths: true

        Repeater {
            model: section.rows.length

            RowLayout {
                id: row

                required property int index
                readonly property var content: section.rows[index] ?? ({})

                Layout.fillWidth: true
                spacing: Kirigami.Units.smallSpacing

                Accessible.role: Accessible.StaticText
                Accessible.name: [Weather.line(content.label), Weather.line(content.value)].join(": ")

                PlasmaComponents.Label {
                    Layout.fillWidth: true
                    Layout.minimumWidth: Kirigami.Units.gridUnit * 2
                    text: Weather.line(row.content.label)
                    textFormat: Text.PlainText
                    elide: Text.ElideRight
                    opacity: 0.75
                    Accessible.ignored: true
                }
                PlasmaComponents.Label {
                    // Not a part of the row's width, which would be a loop.
                    Layout.maximumWidth: Kirigami.Units.gridUnit * 8
                    text: Weather.line(row.content.value)
                    textFormat: Text.PlainText
                    elide: Text.ElideRight
                    horizontalAlignment: Text.AlignRight
                    Accessible.ignored: true
                }
            }
        }
    }
}
