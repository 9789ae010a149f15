import Foundation

/// An X server without a monitor, with a pointer.
struct Screen {
    private let desktop: Desktop

    /// - Parameter size: `900x300`.
    init(_ desktop: Desktop, size: String) throws {
        self.desktop = desktop
        let output = Pipe()
        try desktop.start(
            ["Xvfb", "-displayfd", "1", "-screen", "0", size + "x24", "-nolisten", "tcp", "-noreset"], output: output)
        // It prints its display number when it accepts connections.
        let number = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let line = number.split(separator: "\n").first else { throw UnmetExpectation("Xvfb did not start") }
        desktop.environment["DISPLAY"] = ":" + line
    }

    func picture() throws -> Picture {
        try Picture(ppm: desktop.output(of: ["import", "-silent", "-window", "root", "-depth", "8", "ppm:-"]))
    }

    /// Presses a mouse button with X's numbers: 1 left, 3 right, 4 and 5 the wheel up and down.
    func press(_ button: Int, x: Int, y: Int) throws {
        try point(x: x, y: y)
        _ = try desktop.output(of: ["xdotool", "click", String(button)])
    }

    /// Types text, and then presses keys with X's names, such as `Return`.
    func type(_ text: String, _ keys: String...) throws {
        if !text.isEmpty { _ = try desktop.output(of: ["xdotool", "type", text]) }
        _ = try desktop.output(of: ["xdotool", "key"] + keys)
    }

    /// Moves the pointer there, and a little further, since programs react to motion.
    func point(x: Int, y: Int) throws {
        _ = try desktop.output(of: [
            "xdotool", "mousemove", String(x - 2), String(y - 1), "mousemove", String(x), String(y),
        ])
    }
}
