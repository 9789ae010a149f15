/// Validates RFC 3339 dates and times: the form, and the range of each number.
struct DateScanner {
    private var rest: ArraySlice<UInt8>

    /// The length of a date without a time.
    static let dateLength = "2026-11-23".utf8.count

    private init(_ word: ArraySlice<UInt8>) { rest = word }

    /// Whether a word can only be a date or a time, valid or not.
    static func isDateTime(_ word: ArraySlice<UInt8>) -> Bool {
        let digits = word.prefix { Unicode.Scalar($0).isDigit }.count
        let sign = word.dropFirst(digits).first
        return (digits == 4 && sign == UInt8(ascii: "-")) || (digits == 2 && sign == UInt8(ascii: ":"))
    }

    /// nil when it is not one of the four types, or a number is out of range.
    static func value(of word: ArraySlice<UInt8>) -> TOMLValue? {
        let text = String(decoding: word, as: UTF8.self)
        var scanner = DateScanner(word)
        if scanner.takeTime() { return scanner.rest.isEmpty ? .localTime(text) : nil }
        scanner = DateScanner(word)
        guard scanner.takeDate() else { return nil }
        if scanner.rest.isEmpty { return .localDate(text) }
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "), scanner.takeTime() else { return nil }
        if scanner.rest.isEmpty { return .localDateTime(text) }
        return scanner.takeOffset() && scanner.rest.isEmpty ? .offsetDateTime(text) : nil
    }

    private mutating func takeDate() -> Bool {
        guard let year = number(digits: 4, in: 0...9999), take("-"), let month = number(digits: 2, in: 1...12),
            take("-")
        else { return false }
        return number(digits: 2, in: 1...Self.days(year: year, month: month)) != nil
    }

    /// A second of 60 is a leap second.
    private mutating func takeTime() -> Bool {
        guard number(digits: 2, in: 0...23) != nil, take(":"), number(digits: 2, in: 0...59) != nil, take(":"),
            number(digits: 2, in: 0...60) != nil
        else { return false }
        guard take(".") else { return true }
        let fraction = rest.prefix { Unicode.Scalar($0).isDigit }
        rest = rest.dropFirst(fraction.count)
        return !fraction.isEmpty
    }

    private mutating func takeOffset() -> Bool {
        if take("Z") || take("z") { return true }
        return (take("+") || take("-")) && number(digits: 2, in: 0...23) != nil && take(":")
            && number(digits: 2, in: 0...59) != nil
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest.removeFirst()
        return true
    }

    /// Reads exactly this many digits.
    private mutating func number(digits: Int, in range: ClosedRange<Int>) -> Int? {
        let written = rest.prefix(digits)
        guard written.count == digits, written.allSatisfy({ Unicode.Scalar($0).isDigit }) else { return nil }
        rest = rest.dropFirst(digits)
        let number = written.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return range.contains(number) ? number : nil
    }

    private static func days(year: Int, month: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        default: 31
        }
    }
}
