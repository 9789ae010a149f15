import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import org.kde.plasma.core as PlasmaCore
import org.kde.plasma.plasmoid
import "weather.js" as Weather

// The button in a panel, and the widget on the desktop when it is small: icon, temperature, and a badge of warnings.
MouseArea {
    id: compact

    required property var widget

    readonly property bool vertical: Plasmoid.formFactor === PlasmaCore.Types.Vertical
    readonly property bool horizontal: Plasmoid.formFactor === PlasmaCore.Types.Horizontal
    readonly property bool stacked: vertical || (!horizontal && width < height * 1.5)
    readonly property string words: !widget.known || Plasmoid.configuration.panelText === 0 ? ""
        : Plasmoid.configuration.panelText === 2 && !stacked ? [widget.temperature, widget.condition].filter(part => part !== "").join("  ")
        : widget.temperature
    // There is room for words on the desktop.
    readonly property bool roomy: !vertical && !horizontal && height >= Kirigami.Units.gridUnit * 5 && width >= Kirigami.Units.gridUnit * 5 && widget.known
    // On the desktop the parts grow with the widget.
    readonly property real iconSize: Math.floor(vertical ? Math.min(width, Kirigami.Units.iconSizes.huge)
        : horizontal ? Math.min(height, Kirigami.Units.iconSizes.huge)
        : stacked ? Math.min(width, height * (roomy ? 0.45 : words === "" ? 1 : 0.62)) : Math.min(height, width * 0.45))
    readonly property real textSize: Math.max(7, Math.floor(vertical ? Math.min(width * 0.42, Kirigami.Units.gridUnit)
        : horizontal ? Math.min(Math.max(height * 0.45, Kirigami.Theme.smallFont.pixelSize), Kirigami.Units.gridUnit * 1.4)
        : stacked ? Math.min(height * (roomy ? 0.2 : 0.3), width * 0.4) : Math.min(height * 0.5, width * 0.22)))

    Layout.minimumWidth: horizontal ? parts.implicitWidth : 0
    Layout.maximumWidth: horizontal ? parts.implicitWidth : Infinity
    Layout.minimumHeight: vertical ? parts.implicitHeight : 0
    Layout.maximumHeight: vertical ? parts.implicitHeight : Infinity

    LayoutMirroring.enabled: Qt.application.layoutDirection === Qt.RightToLeft
    LayoutMirroring.childrenInherit: true

    acceptedButtons: Qt.LeftButton | Qt.MiddleButton
    hoverEnabled: true
    activeFocusOnTab: true

    property int wheelDelta: 0
    property bool wasExpanded: false

    Accessible.role: Accessible.Button
    Accessible.name: widget.spoken
    Accessible.description: widget.toolTipSubText
    Accessible.onPressAction: toggle()

    function toggle() {
        widget.expanded = !widget.expanded
    }

    onPressed: wasExpanded = widget.expanded
    onClicked: mouse => {
        if (mouse.button === Qt.LeftButton)
            widget.expanded = !wasExpanded
        else if (widget.daemon && Plasmoid.configuration.middleClick === 1)
            widget.daemon.refresh()
        else if (widget.daemon && Plasmoid.configuration.middleClick === 2)
            widget.daemon.turn(1)
    }
    // The age is as of the last reply.
    onEntered: if (widget.daemon) widget.daemon.ask("current")
    onActiveFocusChanged: if (activeFocus && widget.daemon) widget.daemon.ask("current")
    onWheel: wheel => {
        if (!widget.daemon || !Plasmoid.configuration.wheelSwitches)
            return
        // Touchpads send small steps.
        wheelDelta += wheel.angleDelta.y !== 0 ? wheel.angleDelta.y : -wheel.angleDelta.x
        const steps = Math.trunc(wheelDelta / 120)
        wheelDelta -= steps * 120
        if (steps !== 0)
            widget.daemon.turn(-steps)
    }
    Keys.onReturnPressed: toggle()
    Keys.onEnterPressed: toggle()
    Keys.onSpacePressed: toggle()

    GridLayout {
        id: parts

        anchors.centerIn: parent
        flow: compact.stacked ? GridLayout.LeftToRight : GridLayout.TopToBottom
        rows: compact.stacked ? -1 : 1
        columns: compact.stacked ? 1 : -1
        rowSpacing: 0
        columnSpacing: compact.words === "" ? 0 : Kirigami.Units.smallSpacing

        Kirigami.Icon {
            id: icon

            Layout.preferredWidth: compact.iconSize
            Layout.preferredHeight: compact.iconSize
            Layout.alignment: Qt.AlignCenter
            source: Plasmoid.icon
            fallback: compact.widget.known ? Weather.fallbackIcon(compact.widget.current) : "weather-overcast-symbolic"
            active: compact.containsMouse
            opacity: compact.widget.mark !== "" || !compact.widget.known ? 0.6 : 1

            // Warnings in force.
            Rectangle {
                anchors.top: parent.top
                anchors.right: parent.right
                visible: compact.widget.inForce.length > 0
                height: Math.max(11, Math.round(compact.iconSize * 0.4))
                width: Math.max(height, count.implicitWidth + Math.round(height * 0.4))
                radius: height / 2
                color: compact.widget.worst >= 2 ? Kirigami.Theme.negativeTextColor : Kirigami.Theme.neutralTextColor

                Text {
                    id: count

                    anchors.centerIn: parent
                    text: compact.widget.inForce.length === 1 ? "!" : compact.widget.inForce.length > 9 ? "9+" : compact.widget.inForce.length
                    textFormat: Text.PlainText
                    color: "white"
                    font.pixelSize: Math.round(parent.height * 0.78)
                    font.bold: true
                }
            }
        }

        PlasmaComponents.Label {
            id: label

            // As wide as two digits, so that neighbours do not move when one becomes two.
            Layout.minimumWidth: compact.horizontal && compact.words !== "" ? Math.ceil(least.advanceWidth) : 0
            Layout.maximumWidth: compact.horizontal ? Kirigami.Units.gridUnit * 12 : compact.width
            Layout.alignment: Qt.AlignCenter
            visible: compact.words !== ""
            text: compact.words
            textFormat: Text.PlainText
            elide: Text.ElideRight
            horizontalAlignment: compact.stacked ? Text.AlignHCenter : Text.AlignLeft
            font.pixelSize: compact.textSize
            font.features: ({"tnum": 1})
            opacity: compact.widget.mark !== "" ? 0.75 : 1
            // The button has the words.
            Accessible.ignored: true

            TextMetrics {
                id: least
                font: label.font
                text: "88°"
            }
        }

        PlasmaComponents.Label {
            Layout.maximumWidth: compact.width - Kirigami.Units.largeSpacing
            Layout.alignment: Qt.AlignCenter
            visible: compact.roomy && compact.stacked
            text: compact.widget.condition
            textFormat: Text.PlainText
            elide: Text.ElideRight
            Accessible.ignored: true
        }
        PlasmaComponents.Label {
            Layout.maximumWidth: compact.width - Kirigami.Units.largeSpacing
            Layout.alignment: Qt.AlignCenter
            visible: compact.roomy && compact.stacked
            text: compact.widget.place
            textFormat: Text.PlainText
            elide: Text.ElideRight
            font: Kirigami.Theme.smallFont
            opacity: 0.75
            Accessible.ignored: true
        }
    }

    // Stale, offline, sample or approximate. Beside the dimmed icon, not in it.
    Rectangle {
        visible: compact.widget.mark !== "" && compact.iconSize >= 16
        width: Math.max(10, Math.round(compact.iconSize * 0.45))
        height: width
        radius: width / 2
        color: Kirigami.Theme.backgroundColor
        x: parts.x + icon.x + icon.width - width
        y: parts.y + icon.y + icon.height - height

        Kirigami.Icon {
            anchors.fill: parent
            anchors.margins: 1
            source: compact.widget.mark
            fallback: "dialog-question"
            color: Kirigami.Theme.textColor
            isMask: true
        }
    }
}
