import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

// Why there is no weather, and what helps.
Item {
    id: notice

    required property var widget
    readonly property var content: widget.notice

    ColumnLayout {
        anchors.centerIn: parent
        width: Math.min(parent.width - Kirigami.Units.gridUnit * 2, Kirigami.Units.gridUnit * 20)
        spacing: Kirigami.Units.largeSpacing

        Kirigami.Icon {
            Layout.alignment: Qt.AlignHCenter
            visible: notice.height > Kirigami.Units.gridUnit * 12
            implicitWidth: Kirigami.Units.iconSizes.huge
            implicitHeight: Kirigami.Units.iconSizes.huge
            source: notice.content.icon
            fallback: "weather-overcast"
            opacity: 0.7
        }
        Kirigami.Heading {
            Layout.fillWidth: true
            level: 2
            text: notice.content.title
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignHCenter
        }
        PlasmaComponents.Label {
            Layout.fillWidth: true
            visible: text !== ""
            text: notice.content.text
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            maximumLineCount: 8
            elide: Text.ElideRight
            horizontalAlignment: Text.AlignHCenter
            opacity: 0.8
        }
        PlasmaComponents.Button {
            Layout.alignment: Qt.AlignHCenter
            visible: notice.content.action !== undefined
            icon.name: notice.content.action === "start" ? "media-playback-start" : "configure"
            text: notice.content.action === "start" ? i18n("Start weatherd") : i18n("Choose a Place…")
            onClicked: notice.widget.act(notice.content.action)
        }
        PlasmaComponents.Label {
            Layout.fillWidth: true
            visible: text !== ""
            text: notice.widget.daemon ? notice.widget.daemon.refusal : ""
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            maximumLineCount: 4
            elide: Text.ElideRight
            horizontalAlignment: Text.AlignHCenter
            color: Kirigami.Theme.negativeTextColor
        }
    }
}
