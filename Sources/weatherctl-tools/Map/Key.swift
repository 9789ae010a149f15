/// A key that does something on the map.
enum Key: Equatable {
    /// By so many cells, to the right and down.
    case move(columns: Int, lines: Int)
    case zoomIn, zoomOut
    case enter
    case leave
}

/// Reads keys out of the bytes that a terminal sends, in whatever pieces they come: the sequences of xterm and of the VT220,
/// which all terminals of today send.
struct KeyDecoder {
    /// How many cells a key goes that is held down with Shift.
    private static let stride = 10

    private static let escape: UInt8 = 0x1B

    /// How long an escape character waits for the rest of a sequence, in milliseconds: that of a slow connection too.
    static let patience: Int32 = 50

    /// The beginning of a sequence that has not ended yet.
    private var pending: [UInt8] = []

    /// Whether what comes next decides what an escape character was: a key of its own, or the beginning of a sequence.
    var isUndecided: Bool { !pending.isEmpty }

    /// The keys that the bytes end; those that do nothing here are passed over.
    mutating func decode(_ bytes: [UInt8]) -> [Key] {
        bytes.compactMap { decode($0) }
    }

    /// Nothing has come for a while, so that an escape character was the key of that name.
    mutating func settle() -> [Key] {
        defer { pending = [] }
        return pending == [Self.escape] ? [.leave] : []
    }

    private mutating func decode(_ byte: UInt8) -> Key? {
        if byte == Self.escape {
            defer { pending = [byte] }
            // The key struck twice.
            return pending == [byte] ? .leave : nil
        }
        guard !pending.isEmpty else { return Self.key(byte) }
        pending.append(byte)
        if pending.count == 2 {
            // Control Sequence Introducer, and Single Shift Three of a keypad in its application mode.
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
                pending = []
                return nil
            }
            return nil
        }
        guard (0x40...0x7E).contains(byte) else {
            // Parameters; what has too many of them is no key.
            if pending.count > 16 || !(0x20...0x3F).contains(byte) { pending = [] }
            return nil
        }
        defer { pending = [] }
        return Self.key(sequence: pending.dropFirst(2), ofKeypad: pending[1] == UInt8(ascii: "O"))
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "h"): .move(columns: -1, lines: 0)
        case UInt8(ascii: "j"): .move(columns: 0, lines: 1)
        case UInt8(ascii: "k"): .move(columns: 0, lines: -1)
        case UInt8(ascii: "l"): .move(columns: 1, lines: 0)
        case UInt8(ascii: "H"): .move(columns: -stride, lines: 0)
        case UInt8(ascii: "J"): .move(columns: 0, lines: stride)
        case UInt8(ascii: "K"): .move(columns: 0, lines: -stride)
        case UInt8(ascii: "L"): .move(columns: stride, lines: 0)
        case UInt8(ascii: "+"), UInt8(ascii: "="): .zoomIn
        case UInt8(ascii: "-"), UInt8(ascii: "_"): .zoomOut
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"): .enter
        // Control-C and Control-D are bytes like others in raw mode.
        case UInt8(ascii: "q"), 0x03, 0x04: .leave
        default: nil
        }
    }

    /// - Parameter sequence: what follows the introducer: `A`, `1;2A`, `M`.
    private static func key(sequence: ArraySlice<UInt8>, ofKeypad isOfKeypad: Bool) -> Key? {
        let parameters = sequence.dropLast().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        // The modifiers are a number: 1, and 1 more for Shift.
        let isShifted = parameters.count == 2 && parameters[1].elementsEqual("2".utf8)
        let cells = isShifted ? stride : 1
        return switch sequence.last {
        case UInt8(ascii: "A"): .move(columns: 0, lines: -cells)
        case UInt8(ascii: "B"): .move(columns: 0, lines: cells)
        case UInt8(ascii: "C"): .move(columns: cells, lines: 0)
        case UInt8(ascii: "D"): .move(columns: -cells, lines: 0)
        case UInt8(ascii: "M") where isOfKeypad: .enter
        case UInt8(ascii: "k") where isOfKeypad: .zoomIn
        case UInt8(ascii: "m") where isOfKeypad: .zoomOut
        default: nil
        }
    }
}
