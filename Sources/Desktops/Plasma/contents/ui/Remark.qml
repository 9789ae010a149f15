import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

// A line with an icon; hidden without text.
RowLayout {
    id: remark

    property alias icon: icon.source
    property alias text: label.text
    property color color: Kirigami.Theme.neutralTextColor

    Layout.fillWidth: true
    Layout.topMargin: Kirigami.Units.smallSpacing
    Layout.leftMargin: Kirigami.Units.largeSpacing
    Layout.rightMargin: Kirigami.Units.largeSpacing
    visible: text !== ""
    spacing: Kirigami.Units.smallSpacing

    Kirigami.Icon {
        id: icon

        implicitWidth: Kirigami.Units.iconSizes.small
        implicitHeight: Kirigami.Units.iconSizes.small
        color: remark.color
        fallback: "dialog-information"
        isMask: true
    }
    PlasmaComponents.Label {
        id: label

        Layout.fillWidth: true
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        maximumLineCount: 3
        elide: Text.ElideRight
        color: remark.color
    }
}
