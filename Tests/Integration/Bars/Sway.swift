import Foundation

extension Desktop {
    /// Starts sway in a screen of 900 × 600, which is a window of an X server, so that there is a pointer; and the
    /// session bus.
    ///
    /// - Parameter configuration: lines of sway's configuration.
    func startSway(_ configuration: String) throws -> Screen {
        let screen = try Screen(self, size: "900x600")
        let basics = """
            output * mode 900x600 bg #33556f solid_color
            seat seat0 hide_cursor 0
            xwayland disable

            """
        try write(basics + configuration + "\n", to: "sway.conf")
        environment.merge([
            "WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman", "GDK_BACKEND": "wayland", "GSETTINGS_BACKEND": "memory",
        ]) { $1 }
        try startBus(words: Self.asUser)
        // sway refuses to run as root.
        try startAsUser(["sway", "--config", "sway.conf"], errors: "sway.log")
        return screen
    }

    /// Starts the session bus.
    ///
    /// - Parameter words: `asUser` if its clients run as an ordinary user.
    func startBus(words: [String] = []) throws {
        let address = "--address=unix:path=" + file("bus")
        try start(words + ["dbus-daemon", "--session", "--nofork", "--nopidfile", address])
        try patiently("the bus") {
            FileManager.default.fileExists(atPath: file("bus"))
        } until: {
            $0
        }
    }
}
