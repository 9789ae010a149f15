import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import "weather.js" as Weather

// A weather warning, in force or announced; a click shows the authority's words.
PlasmaComponents.AbstractButton {
    id: button

    property var warning
    readonly property var alert: Weather.object(warning)
    readonly property var texts: Weather.object(alert.texts)
    readonly property string title: Weather.line(alert.event)
    readonly property string when: [alert.inForce === true ? "" : i18n("announced"), Weather.line(texts.when), Weather.line(texts.severity)]
        .filter(part => part !== "").join(" · ")
    readonly property string words: [alert.headline, alert.description, alert.instruction].map(Weather.text).filter(part => part !== "").join("\n\n")
    readonly property color accent: alert.inForce !== true ? Kirigami.Theme.disabledTextColor
        : Weather.severity(alert) >= 2 ? Kirigami.Theme.negativeTextColor : Kirigami.Theme.neutralTextColor

    Layout.fillWidth: true
    Layout.topMargin: Kirigami.Units.smallSpacing
    Layout.leftMargin: Kirigami.Units.largeSpacing
    Layout.rightMargin: Kirigami.Units.largeSpacing
    padding: Kirigami.Units.smallSpacing * 2
    checkable: true
    activeFocusOnTab: true

    Accessible.role: Accessible.Button
    Accessible.name: i18nc("warning: its time", "Warning: %1, %2", title, when)
    Accessible.description: words

    background: Rectangle {
        radius: Kirigami.Units.cornerRadius
        color: Qt.alpha(button.accent, button.hovered ? 0.22 : 0.14)
        border.width: button.visualFocus ? 2 : 1
        border.color: Qt.alpha(button.accent, button.visualFocus ? 1 : 0.5)
    }

    contentItem: ColumnLayout {
        spacing: Kirigami.Units.smallSpacing

        RowLayout {
            spacing: Kirigami.Units.largeSpacing

            Kirigami.Icon {
                implicitWidth: Kirigami.Units.iconSizes.smallMedium
                implicitHeight: Kirigami.Units.iconSizes.smallMedium
                source: "dialog-warning-symbolic"
                fallback: "dialog-warning"
                color: button.accent
                isMask: true
            }
            ColumnLayout {
                spacing: 0

                PlasmaComponents.Label {
                    Layout.fillWidth: true
                    text: button.title
                    textFormat: Text.PlainText
                    font.bold: true
                    wrapMode: Text.Wrap
                    maximumLineCount: 2
                    elide: Text.ElideRight
                }
                PlasmaComponents.Label {
                    Layout.fillWidth: true
                    visible: text !== ""
                    text: button.when
                    textFormat: Text.PlainText
                    elide: Text.ElideRight
                    font: Kirigami.Theme.smallFont
                }
            }
            Kirigami.Icon {
                implicitWidth: Kirigami.Units.iconSizes.small
                implicitHeight: Kirigami.Units.iconSizes.small
                source: button.checked ? "arrow-up-symbolic" : "arrow-down-symbolic"
                fallback: button.checked ? "pan-up-symbolic" : "pan-down-symbolic"
                visible: button.words !== ""
            }
        }
        PlasmaComponents.Label {
            Layout.fillWidth: true
            visible: button.checked && button.words !== ""
            text: button.words
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            maximumLineCount: 60
            elide: Text.ElideRight
        }
    }
}
