import QtQuick
import QtQuick.Controls as Controls
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

KCM.SimpleKCM {
    property alias cfg_panelText: panelText.currentIndex
    property alias cfg_middleClick: middleClick.currentIndex
    property alias cfg_wheelSwitches: wheelSwitches.checked
    property alias cfg_showAir: showAir.checked
    property alias cfg_showSun: showSun.checked
    // Plasma sets these too.
    property var cfg_panelTextDefault
    property var cfg_middleClickDefault
    property var cfg_wheelSwitchesDefault
    property var cfg_showAirDefault
    property var cfg_showSunDefault

    Kirigami.FormLayout {
        Controls.ComboBox {
            id: panelText

            Kirigami.FormData.label: i18n("Panel shows:")
            Accessible.name: Kirigami.FormData.label
            Accessible.description: displayText
            model: [i18n("Icon"), i18n("Icon and temperature"), i18n("Icon, temperature and weather")]
        }
        Controls.ComboBox {
            id: middleClick

            Kirigami.FormData.label: i18n("Middle click:")
            Accessible.name: Kirigami.FormData.label
            Accessible.description: displayText
            model: [i18n("Does nothing"), i18n("Refreshes the weather"), i18n("Shows the next place")]
        }
        Controls.CheckBox {
            id: wheelSwitches

            Kirigami.FormData.label: i18n("Mouse wheel:")
            text: i18n("Switches between places")
        }
        Controls.CheckBox {
            id: showAir

            Kirigami.FormData.label: i18n("Popup shows:")
            text: i18n("Air quality and pollen")
        }
        Controls.CheckBox {
            id: showSun

            text: i18n("Sun and moon")
        }
    }
}
