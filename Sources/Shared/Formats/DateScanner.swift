/// The proleptic Gregorian calendar.
package enum GregorianCalendar {
    package static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// - Parameter month: 1 is January.
    package static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Reads RFC 3339 dates and times: nil for another form, and if a number is out of range.
package struct DateScanner {
    private var rest: ArraySlice<UInt8>

    /// The length of a date without a time.
    static let dateLength = "2026-11-23".utf8.count

    package init(_ word: ArraySlice<UInt8>) { rest = word }

    package var isAtEnd: Bool { rest.isEmpty }

    /// Whether a word can only be a date or a time, valid or not.
    static func isDateTime(_ word: ArraySlice<UInt8>) -> Bool {
        let digits = word.prefix { Unicode.Scalar($0).isDigit }.count
        let sign = word.dropFirst(digits).first
        return (digits == 4 && sign == UInt8(ascii: "-")) || (digits == 2 && sign == UInt8(ascii: ":"))
    }

    /// nil when it is not one of TOML's four types, or a number is out of range.
    static func value(of word: ArraySlice<UInt8>) -> TOMLValue? {
        let text = String(decoding: word, as: UTF8.self)
        var scanner = DateScanner(word)
        if scanner.time() != nil { return scanner.isAtEnd ? .localTime(text) : nil }
        scanner = DateScanner(word)
        guard scanner.date() != nil else { return nil }
        if scanner.isAtEnd { return .localDate(text) }
        guard scanner.takeSeparator(), scanner.time() != nil else { return nil }
        if scanner.isAtEnd { return .localDateTime(text) }
        return scanner.offset() != nil && scanner.isAtEnd ? .offsetDateTime(text) : nil
    }

    package mutating func date() -> (year: Int, month: Int, day: Int)? {
        guard let year = number(digits: 4, in: 0...9999), take("-"), let month = number(digits: 2, in: 1...12),
            take("-"),
            let day = number(digits: 2, in: 1...GregorianCalendar.length(ofMonth: month, in: year))
        else { return nil }
        return (year, month, day)
    }

    /// Whether there is a `T` or a space between a date and a time.
    package mutating func takeSeparator() -> Bool { take("T") || take("t") || take(" ") }

    /// Ignores fractions of a second. A second of 60 is a leap second.
    ///
    /// - Parameter needsSecond: whether a time without seconds is another form.
    package mutating func time(needsSecond: Bool = true) -> (hour: Int, minute: Int, second: Int)? {
        guard let hour = number(digits: 2, in: 0...23), take(":"), let minute = number(digits: 2, in: 0...59) else {
            return nil
        }
        guard take(":") else { return needsSecond ? nil : (hour, minute, 0) }
        guard let second = number(digits: 2, in: 0...60) else { return nil }
        guard take(".") else { return (hour, minute, second) }
        let fraction = rest.prefix { Unicode.Scalar($0).isDigit }
        rest = rest.dropFirst(fraction.count)
        return fraction.isEmpty ? nil : (hour, minute, second)
    }

    /// Seconds east of Greenwich.
    package mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(digits: 2, in: 0...23), take(":"),
            let minutes = number(digits: 2, in: 0...59)
        else { return nil }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
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
}
