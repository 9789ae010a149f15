/// A key with a function on the map.
enum Key: Equatable {
    /// In cells, right and down.
    case move(columns: Int, lines: Int)
    case zoomIn, zoomOut
    case enter
    case leave
}

/// Decodes keys from a terminal's bytes in chunks of any size: the sequences of xterm and of the VT220, which all
/// current terminals send.
struct KeyDecoder {
    /// The cells moved by a key with Shift.
    private static let stride = 10

    private static let escape: UInt8 = 0x1B

    /// The timeout after an escape character, in milliseconds, long enough for slow connections.
    static let patience: Int32 = 50

    /// An incomplete sequence.
    private var pending: [UInt8] = []

    /// Whether the next bytes decide if an escape character is a key or starts a sequence.
    var isUndecided: Bool { !pending.isEmpty }

    /// Decodes keys; ignores those without a function.
    mutating func decode(_ bytes: [UInt8]) -> [Key] {
        bytes.compactMap { decode($0) }
    }

    /// The timeout has passed, so a pending escape character is the Escape key.
    mutating func settle() -> [Key] {
        defer { pending = [] }
        return pending == [Self.escape] ? [.leave] : []
    }

    private mutating func decode(_ byte: UInt8) -> Key? {
        if byte == Self.escape {
            defer { pending = [byte] }
            // Escape pressed twice.
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
            // Parameters; sequences with too many are ignored.
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
        // In raw mode, Control-C and Control-D are ordinary bytes.
        case UInt8(ascii: "q"), 0x03, 0x04: .leave
        default: nil
        }
    }

    /// - Parameter sequence: the sequence after its introducer: `A`, `1;2A`, `M`.
    private static func key(sequence: ArraySlice<UInt8>, ofKeypad isOfKeypad: Bool) -> Key? {
        let parameters = sequence.dropLast().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        // The modifiers are encoded as 1 plus 1 for Shift.
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
