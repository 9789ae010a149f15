import Testing

/// A status bar that shows the weather.
protocol Bar {
    /// The text of the bar; empty if there is none.
    func line() throws -> String

    /// Presses a mouse button on the weather, with X's numbers: 1 left, 4 and 5 the wheel up and down.
    func press(_ button: Int) throws

    /// Whether the recognized text is that line.
    func isSame(_ read: String, _ line: String) -> Bool
}

extension Bar {
    func isSame(_ read: String, _ line: String) -> Bool { read == line }

    /// Returns when the bar shows the line.
    func awaitLine(_ line: String) throws {
        try patiently("the line \(line)", observe: self.line, until: { isSame($0, line) })
    }

    /// Lets the bar show the weather, clicks and scrolls, and stops the daemon and the provider.
    ///
    /// - Parameter buttons: those that the bar reacts to, of 1 for the click, 4 and 5 for the wheel.
    func exercise(
        on desktop: Desktop, buttons: Set<Int> = [1, 4, 5], see: (BarState) throws -> Void = { _ in }
    ) throws {
        let line = try desktop.weatherctl("short")
        #expect(line.contains("21°") && line.contains("Lisbon"))
        try awaitLine(line)
        try see(.weather)

        try press(1, or: "toggle", buttons, desktop)
        let alternate = "partly cloudy"
        try patiently("the click") {
            try desktop.weatherctl("short")
        } until: {
            $0.contains(alternate)
        }
        try awaitLine(try desktop.weatherctl("short"))
        try press(1, or: "toggle", buttons, desktop)
        try awaitLine(line)

        try press(5, or: "next", buttons, desktop)
        try patiently("the wheel") {
            try desktop.weatherctl("short")
        } until: {
            $0.contains(Desktop.hostileName)
        }
        try awaitLine(try desktop.weatherctl("short"))
        try see(.hostileName)
        try press(4, or: "previous", buttons, desktop)
        try awaitLine(line)

        desktop.killDaemon()
        // The placeholder.
        try awaitLine("–")
        try desktop.startDaemon()
        try awaitLine(line)

        try desktop.loseProvider()
        let stale = try desktop.weatherctl("short")
        #expect(stale.contains("Lisbon"))
        try awaitLine(stale)
        try see(.staleWeather)
    }

    /// Presses the button, or runs its command if the bar does not react to it.
    private func press(_ button: Int, or command: String, _ buttons: Set<Int>, _ desktop: Desktop) throws {
        if buttons.contains(button) { try press(button) } else { _ = try desktop.weatherctl(command) }
    }
}

/// A state of the bar during the exercise that a test inspects.
enum BarState {
    case weather, hostileName, staleWeather
}
