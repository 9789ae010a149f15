import Glibc

/// Reads clicks from standard input.
struct ClickReader {
    /// Standard input, or -1 once it has ended.
    private(set) var descriptor: Int32 = STDIN_FILENO
    private var line: [UInt8] = []

    /// Longer lines are not clicks; the rest of them is discarded.
    private static let longestLine = 4096

    /// The clicks that have arrived; called when input is available.
    mutating func clicks() -> [Click] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else {
            // Standard input need not be a bar's: its end ends only the clicks.
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
