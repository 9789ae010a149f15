/// Parses an integer or a float of TOML 1.0: unlike JSON, with underscores between digits, prefixes of a radix, `+`, `inf`
/// and `nan`.
struct NumberScanner {
    private var rest: ArraySlice<UInt8>
    /// The digits that were read.
    private var plain: [UInt8] = []

    private init(_ word: ArraySlice<UInt8>) { rest = word }

    static func value(of word: ArraySlice<UInt8>) throws(TOMLError.Reason) -> TOMLValue {
        var scanner = NumberScanner(word)
        guard let radix = radix(of: word) else { return try scanner.decimal() }
        scanner.rest = word.dropFirst(2)
        guard scanner.takeDigits(radix), scanner.rest.isEmpty else { throw .invalidNumber }
        return try scanner.integer(radix)
    }

    /// nil without one of the prefixes `0x`, `0o` and `0b`.
    private static func radix(of word: ArraySlice<UInt8>) -> Int? {
        guard word.first == UInt8(ascii: "0") else { return nil }
        return switch word.dropFirst().first {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    private mutating func decimal() throws(TOMLError.Reason) -> TOMLValue {
        takeSign()
        let isNegative = plain == [UInt8(ascii: "-")]
        if rest.elementsEqual("inf".utf8) { return .float(isNegative ? -.infinity : .infinity) }
        if rest.elementsEqual("nan".utf8) { return .float(.nan) }
        let hasLeadingZero = rest.first == UInt8(ascii: "0") && rest.count > 1
        let isFraction = [UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(rest.dropFirst().first)
        guard !hasLeadingZero || isFraction, takeDigits(10) else { throw .invalidNumber }
        if rest.isEmpty { return try integer(10) }
        if take(".") { guard takeDigits(10) else { throw .invalidNumber } }
        if take("e") || take("E") {
            takeSign()
            guard takeDigits(10) else { throw .invalidNumber }
        }
        guard rest.isEmpty, let number = Double(String(decoding: plain, as: UTF8.self)) else { throw .invalidNumber }
        return .float(number)
    }

    private func integer(_ radix: Int) throws(TOMLError.Reason) -> TOMLValue {
        guard let number = Int64(String(decoding: plain, as: UTF8.self), radix: radix) else { throw .integerOutOfRange }
        return .integer(number)
    }

    private mutating func takeSign() {
        if !take("+") { _ = take("-") }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        plain.append(rest.removeFirst())
        return true
    }

    /// - Returns: whether there is at least one digit, and each underscore is between two digits.
    private mutating func takeDigits(_ radix: Int) -> Bool {
        var isAfterDigit = false
        while let byte = rest.first {
            if isAfterDigit, byte == UInt8(ascii: "_") {
                isAfterDigit = false
            } else if Self.isDigit(byte, radix) {
                plain.append(byte)
                isAfterDigit = true
            } else {
                break
            }
            rest.removeFirst()
        }
        return isAfterDigit
    }

    private static func isDigit(_ byte: UInt8, _ radix: Int) -> Bool {
        switch Unicode.Scalar(byte) {
        case "0", "1": true
        case "2"..."7": radix >= 8
        case "8", "9": radix >= 10
        case "a"..."f", "A"..."F": radix == 16
        default: false
        }
    }
}
