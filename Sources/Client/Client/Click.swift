import ClientProtocol
import Glibc

/// A click on a bar's block, as bars write it to standard input: i3bar and swaybar as a JSON object per line of an
/// endless array, i3blocks as the same object or as the button's number.
struct Click: Equatable {
    /// X button numbers: 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down.
    var button: Int

    /// nil when the line is not a click.
    init?(line: some Collection<UInt8>) {
        var digits: [UInt8] = []
        let number = line.drop { $0 == 0x20 || $0 == 0x2C || $0 == 0x5B }
        if let first = number.first, first != UInt8(ascii: "{") {
            digits = Array(number)
        } else {
            guard let key = Self.end(of: "\"button\"", in: Array(line)) else { return nil }
            let value = line.dropFirst(key).drop { $0 == 0x20 || $0 == UInt8(ascii: ":") }
            digits = Array(value.prefix { (0x30...0x39).contains($0) })
        }
        while let last = digits.last, last == 0x20 || last == 0x0D || last == 0x2C { digits.removeLast() }
        guard let button = Int(String(decoding: digits, as: UTF8.self)), (1...5).contains(button) else { return nil }
        self.button = button
    }

    /// The request of the click: the other format, a refresh, the next or previous place.
    var request: Command {
        switch button {
        case 1: .toggle
        case 4: .previous
        case 5: .next
        default: .refresh
        }
    }

    /// The index after `key`; nil when it is missing.
    private static func end(of key: StaticString, in line: [UInt8]) -> Int? {
        key.withUTF8Buffer { key in
            guard line.count >= key.count else { return nil }
            for start in 0...(line.count - key.count) where line[start..<(start + key.count)].elementsEqual(key) {
                return start + key.count
            }
            return nil
        }
    }
}

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
