import QtQuick
import org.kde.plasma.configuration

ConfigModel {
    ConfigCategory {
        name: i18n("Appearance")
        icon: "preferences-desktop-color"
        source: "AppearancePage.qml"
    }
    ConfigCategory {
        name: i18n("Places and Units")
        icon: "mark-location"
        source: "PlacesPage.qml"
    }
}
