import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import org.kde.plasma.core as PlasmaCore
import org.kde.plasma.extras as PlasmaExtras
import org.kde.plasma.plasmoid
import "weather.js" as Weather

// The popup, and the widget on the desktop: the weather of a place, or the list of places.
PlasmaExtras.Representation {
    id: full

    required property var widget

    readonly property bool planar: Plasmoid.formFactor === PlasmaCore.Types.Planar
    readonly property var daemon: widget.daemon
    property bool choosing: false

    LayoutMirroring.enabled: Qt.application.layoutDirection === Qt.RightToLeft
    LayoutMirroring.childrenInherit: true

    Layout.minimumWidth: widget.switchWidth
    Layout.minimumHeight: widget.switchHeight
    Layout.preferredWidth: Kirigami.Units.gridUnit * 25
    Layout.preferredHeight: Kirigami.Units.gridUnit * 34
    collapseMarginsHint: true

    function choose(open) {
        choosing = open
        if (open)
            places.forceActiveFocus()
        else
            body.forceActiveFocus()
    }

    Keys.onEscapePressed: event => {
        event.accepted = choosing
        choose(false)
    }

    Binding {
        target: full.daemon
        when: full.daemon !== null
        property: "listed"
        value: full.choosing
        restoreMode: Binding.RestoreNone
    }

    Connections {
        target: full.widget
        function onExpandedChanged() {
            full.choosing = false
        }
    }

    header: PlasmaExtras.PlasmoidHeading {
        visible: full.widget.known || full.choosing

        contentItem: RowLayout {
            spacing: 0

            PlasmaComponents.ToolButton {
                id: chooser

                Layout.fillWidth: true
                Layout.maximumWidth: implicitWidth
                icon.name: full.choosing ? "go-previous" : "mark-location"
                text: full.widget.place
                checkable: true
                checked: full.choosing
                enabled: full.daemon !== null
                onClicked: full.choose(!full.choosing)
                Accessible.name: i18nc("button, with the place's name", "Place: %1", full.widget.place)
                Accessible.description: i18n("Shows the favourite places")
                // Not the style's label: it would take an ampersand of a name for a shortcut.
                contentItem: RowLayout {
                    spacing: Kirigami.Units.smallSpacing

                    Kirigami.Icon {
                        implicitWidth: Kirigami.Units.iconSizes.small
                        implicitHeight: Kirigami.Units.iconSizes.small
                        source: full.choosing ? "go-previous-symbolic" : "mark-location-symbolic"
                    }
                    PlasmaComponents.Label {
                        Layout.fillWidth: true
                        text: full.widget.place
                        textFormat: Text.PlainText
                        elide: Text.ElideRight
                        font.bold: true
                    }
                    Kirigami.Icon {
                        implicitWidth: Kirigami.Units.iconSizes.small
                        implicitHeight: Kirigami.Units.iconSizes.small
                        source: "arrow-down-symbolic"
                        fallback: "pan-down-symbolic"
                        visible: !full.choosing
                    }
                }
            }
            Item {
                Layout.fillWidth: true
            }
            PlasmaComponents.ToolButton {
                icon.name: "view-refresh-symbolic"
                display: PlasmaComponents.AbstractButton.IconOnly
                text: i18n("Refresh")
                enabled: full.daemon !== null && full.daemon.running && !full.daemon.refreshing
                onClicked: full.daemon.refresh()
                PlasmaComponents.ToolTip.text: text
                PlasmaComponents.ToolTip.visible: hovered
                PlasmaComponents.ToolTip.delay: Kirigami.Units.toolTipDelay
            }
            PlasmaComponents.ToolButton {
                visible: !full.planar
                icon.name: "window-pin-symbolic"
                display: PlasmaComponents.AbstractButton.IconOnly
                text: i18n("Keep open")
                checkable: true
                checked: !full.widget.hideOnWindowDeactivate
                onToggled: full.widget.hideOnWindowDeactivate = !checked
                PlasmaComponents.ToolTip.text: text
                PlasmaComponents.ToolTip.visible: hovered
                PlasmaComponents.ToolTip.delay: Kirigami.Units.toolTipDelay
            }
        }
    }

    contentItem: Item {
        Notice {
            anchors.fill: parent
            visible: !full.widget.known && !full.choosing
            widget: full.widget
        }

        Places {
            id: places

            anchors.fill: parent
            visible: full.choosing
            daemon: full.daemon
            onChosen: full.choose(false)
        }

        PlasmaComponents.ScrollView {
            id: body

            anchors.fill: parent
            visible: full.widget.known && !full.choosing
            contentWidth: availableWidth
            PlasmaComponents.ScrollBar.horizontal.policy: PlasmaComponents.ScrollBar.AlwaysOff

            ColumnLayout {
                width: body.availableWidth
                spacing: Kirigami.Units.largeSpacing

                // Above all: what is wrong with what follows.
                Remark {
                    icon: full.widget.mark
                    text: full.widget.remark
                }
                Remark {
                    icon: "documentinfo-symbolic"
                    text: full.daemon ? Weather.line(full.daemon.refusal) : ""
                }
                Repeater {
                    model: full.widget.warnings.length
                    Warning {
                        required property int index
                        warning: full.widget.warnings[index]
                    }
                }
                Remark {
                    icon: "documentinfo-symbolic"
                    color: Kirigami.Theme.textColor
                    text: full.widget.doubt
                }
                Present {
                    widget: full.widget
                }
                Hours {
                    hours: full.daemon && full.daemon.hourly ? Weather.list(full.daemon.hourly.hours) : []
                }
                Days {
                    days: full.daemon && full.daemon.daily ? Weather.list(full.daemon.daily.days) : []
                    hours: full.daemon && full.daemon.hourly ? Weather.list(full.daemon.hourly.hours) : []
                }
                Rows {
                    title: i18n("Now")
                    rows: full.widget.known ? Weather.list(full.widget.current.rows) : []
                }
                Rows {
                    title: i18n("Air")
                    rows: Plasmoid.configuration.showAir && full.daemon && full.daemon.air ? Weather.list(full.daemon.air.rows) : []
                }
                Rows {
                    title: i18n("Sun and Moon")
                    rows: Plasmoid.configuration.showSun && full.daemon && full.daemon.sun ? Weather.list(full.daemon.sun.rows) : []
                }
                PlasmaComponents.Label {
                    Layout.fillWidth: true
                    Layout.leftMargin: Kirigami.Units.largeSpacing
                    Layout.rightMargin: Kirigami.Units.largeSpacing
                    Layout.bottomMargin: Kirigami.Units.largeSpacing
                    visible: text !== ""
                    text: [full.widget.fetched, full.widget.attribution].filter(part => part !== "").join(" · ")
                    textFormat: Text.PlainText
                    wrapMode: Text.Wrap
                    maximumLineCount: 4
                    elide: Text.ElideRight
                    font: Kirigami.Theme.smallFont
                    opacity: 0.7
                }
            }
        }
    }
}
