// The weather in a Quickshell bar, from weatherd's socket. In shell.qml, with this file in the same directory:
//     PanelWindow {
//         anchors { top: true; left: true; right: true }
//         implicitHeight: 28
//         Weatherd { anchors.centerIn: parent }
//     }
import QtQuick
import Quickshell
import Quickshell.Io

Text {
    id: root

    // The fields of `weatherctl short --output eww`; none without a daemon.
    property var weather: ({})

    // eww reads \\ as \.
    text: (weather.text ?? "–").replace(/\\\\/g, "\\")
    textFormat: Text.PlainText

    Socket {
        id: socket
        path: Quickshell.env("WEATHERD_SOCKET") || Quickshell.env("XDG_RUNTIME_DIR") + "/weatherd.sock"
        connected: true
        // A reply is the line "OK 1" and a line of JSON.
        parser: SplitParser { onRead: line => { if (line.startsWith("{")) root.weather = JSON.parse(line) } }
        onConnectedChanged: if (connected) { write("watch short --output eww\n"); flush() } else retry()
        onError: retry()

        function retry() {
            root.weather = {}
            reconnection.start()
        }
    }

    Timer { id: reconnection; interval: 2000; onTriggered: socket.connected = true }

    MouseArea {
        id: mouse
        anchors.fill: parent
        hoverEnabled: true
        acceptedButtons: Qt.LeftButton | Qt.RightButton
        onClicked: event => run(event.button === Qt.LeftButton ? "toggle" : "refresh")
        onWheel: event => run(event.angleDelta.y > 0 ? "previous" : "next")

        function run(command: string) { Quickshell.execDetached(["weatherctl", command]) }
    }

    PopupWindow {
        anchor { item: root; edges: Edges.Bottom; gravity: Edges.Bottom }
        visible: mouse.containsMouse && details.text !== ""
        implicitWidth: details.implicitWidth + 24
        implicitHeight: details.implicitHeight + 24

        Text {
            id: details
            anchors.centerIn: parent
            text: root.weather.tooltip ?? ""; textFormat: Text.PlainText; font.family: "monospace"
        }
    }
}
