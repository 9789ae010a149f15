import Glibc

/// The clicks that a bar writes to standard input.
struct ClickReader {
    /// Standard input, or -1 once it has ended.
    private(set) var descriptor: Int32 = STDIN_FILENO
    private var line: [UInt8] = []

    /// A line longer than this is no click; its beginning is kept alone.
    private static let longestLine = 4096

    /// The clicks that have come; called when there is something to read.
    mutating func clicks() -> [Click] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else {
            // Standard input may not be a bar's: at its end nothing is over but the clicks.
            if count == 0 || (errno != EINTR && errno != EAGAIN) { descriptor = -1 }
            return []
        }
        var clicks: [Click] = []
        for byte in bytes.prefix(count) {
            if byte != UInt8(ascii: "\n") {
                if line.count < Self.longestLine { line.append(byte) }
                continue
            }
            if let click = Click(line: line) { clicks.append(click) }
            line = []
        }
        return clicks
    }
}
