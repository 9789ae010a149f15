// The panels of Xfce, MATE and LXQt, each with one plugin at the top of the screen.
extension Desktop {
    /// - Parameter plugin: the property `plugin-7` of the panel's settings, in XML.
    func startXfcePanel(_ plugin: String) throws {
        try write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <channel name="xfce4-panel" version="1.0">
              <property name="configver" type="int" value="2"/>
              <property name="panels" type="array">
                <value type="int" value="1"/>
                <property name="panel-1" type="empty">
                  <property name="position" type="string" value="p=6;x=0;y=0"/>
                  <property name="position-locked" type="bool" value="true"/>
                  <property name="length" type="uint" value="100"/>
                  <property name="size" type="uint" value="28"/>
                  <property name="background-style" type="uint" value="1"/>
                  <property name="background-rgba" type="array">
                    <value type="double" value="0.125"/><value type="double" value="0.125"/>
                    <value type="double" value="0.125"/><value type="double" value="1"/>
                  </property>
                  <property name="plugin-ids" type="array"><value type="int" value="7"/></property>
                </property>
              </property>
              <property name="plugins" type="empty">\(plugin)</property>
            </channel>
            """, to: "config/xfce4/xfconf/xfce-perchannel-xml/xfce4-panel.xml")
        try start(["xfce4-panel", "--disable-wm-check"], errors: "panel.log")
    }

    /// - Parameters:
    ///   - applet: its identifier, `FACTORY::APPLET`.
    ///   - settings: the lines of its key file.
    func startMATEPanel(_ applet: String, settings: String = "") throws {
        try write(
            """
            [org/mate/panel/general]
            toplevel-id-list=['top']
            object-id-list=['weather']

            [org/mate/panel/toplevels/top]
            orientation='top'
            expand=true
            size=28

            [org/mate/panel/toplevels/top/background]
            type='color'
            color='#202020'

            [org/mate/panel/objects/weather]
            object-type='applet'
            applet-iid='\(applet)'
            toplevel-id='top'
            position=0

            [org/mate/panel/objects/weather/prefs]
            \(settings)
            """, to: "config/glib-2.0/settings/keyfile")
        try start(["mate-panel"], errors: "panel.log")
    }

    /// - Parameters:
    ///   - plugin: the lines of the plugin's section in `panel.conf`.
    ///   - settings: lines of the panel's section.
    func startLXQtPanel(_ plugin: String, settings: String) throws {
        try write(
            """
            panels=panel

            [panel]
            position=Top
            panelSize=28
            plugins=weather
            \(settings)

            [weather]
            alignment=Left
            \(plugin)
            """, to: "config/lxqt/panel.conf")
        environment.merge(["QT_QPA_PLATFORM": "xcb", "XDG_CURRENT_DESKTOP": "LXQt"]) { $1 }
        try start(["lxqt-panel"], errors: "panel.log")
    }
}
