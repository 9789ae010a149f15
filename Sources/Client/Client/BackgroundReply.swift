import ClientProtocol

/// A terminal's reply to a query for its background colour, followed by its attributes:
struct BackgroundReply {
    /// The beginning, which contains the colour.
    private var bytes: [UInt8] = []
    private var position = Position.text
    /// Whether the attributes, which end the reply, have arrived.
    private(set) var isComplete = false

    /// Where the last byte was.
    private enum Position {
        case text, escape, parameters
    }

    /// Maximum length of a reply, bytes; longer than any known reply.
    private static let limit = 256
    private static let escape: UInt8 = 0x1B
    private static let bell: UInt8 = 0x07

    mutating func take(_ more: some Collection<UInt8>) {
        bytes += more.prefix(max(0, Self.limit - bytes.count))
        for byte in more where !isComplete { take(byte) }
    }

    private mutating func take(_ byte: UInt8) {
        switch (position, byte) {
        case (_, Self.escape): position = .escape
        case (.escape, UInt8(ascii: "[")): position = .parameters
        case (.parameters, UInt8(ascii: "c")): isComplete = true
        // Parameters and intermediate bytes of ECMA-48.
        case (.parameters, 0x20...0x3F): break
        default: position = .text
        }
    }

    /// nil when the reply contains no colour.
    var theme: Theme? {
        let introducer = Array("\u{1B}]11;rgb".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: introducer) }) else { return nil }
        var value = bytes[(start + introducer.count)...]
        guard let end = value.firstIndex(where: { $0 == Self.escape || $0 == Self.bell }),
            value[end] == Self.bell || value[end...].starts(with: [Self.escape, UInt8(ascii: "\\")])
        else { return nil }
        value = value[..<end]
        // `rgba:` has a fourth component, the opacity.
        if value.first == UInt8(ascii: "a") { value = value.dropFirst() }
        guard value.first == UInt8(ascii: ":") else { return nil }
        let shares = value.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Self.share($0) }
        guard shares.count == 3 || shares.count == 4, let red = shares[0], let green = shares[1], let blue = shares[2]
        else { return nil }
        // The luma of Rec. ITU-R BT.709.
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5 ? .light : .dark
    }

    /// Parses one to four hexadecimal digits as a fraction of the largest number with as many digits.
    private static func share(_ digits: ArraySlice<UInt8>) -> Double? {
        guard (1...4).contains(digits.count), let value = Int(String(decoding: digits, as: UTF8.self), radix: 16),
            value >= 0
        else { return nil }
        return Double(value) / Double(1 << (4 * digits.count) - 1)
    }
}
