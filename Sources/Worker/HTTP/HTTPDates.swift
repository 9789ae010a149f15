public import Weather

extension HTTPAnswer {
    /// The delay that the server requests, s (RFC 9110, 10.2.3); nil when not given. A date is relative to the server's clock.
    public func retryAfter(at now: UnixTime) -> Int? {
        guard let value = self[header: "Retry-After"]?.withoutBlanks else { return nil }
        let isNumber = !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let seconds =
            isNumber
            ? Int(value) ?? .max : UnixTime(httpDate: value).map { max(0, $0.seconds(since: date ?? now)) }
        return seconds.map { min($0, Self.longestWait) }
    }

    /// Caps Retry-After, s: no service means more than a month, and larger numbers could overflow.
    private static let longestWait = 30 * 86_400

    /// The freshness lifetime (RFC 9111, 5.3); nil when not given. It is relative to the server's clock, since this
    /// machine's may be wrong.
    public func httpFreshness(at now: UnixTime) -> HTTPFreshness? {
        let expires = self[header: "Expires"].flatMap { UnixTime(httpDate: $0.withoutBlanks) }
        let sent = date ?? now
        let httpFreshness = HTTPFreshness(
            expires: expires.map { now.advanced(by: min(max(0, $0.seconds(since: sent)), HTTPFreshness.longest)) },
            lastModified: self[header: "Last-Modified"])
        return httpFreshness == HTTPFreshness() ? nil : httpFreshness
    }

    /// The server's clock (RFC 9110, 6.6.1); nil when not given.
    public var date: UnixTime? { self[header: "Date"].flatMap { UnixTime(httpDate: $0.withoutBlanks) } }
}

extension UnixTime {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter text: `Sun, 06 Nov 1994 08:49:37 GMT`, the only date format that servers may send (RFC 9110, 5.6.7).
    /// - Returns: nil for another format, and for an impossible time.
    init?(httpDate text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[0].hasSuffix(","), Self.weekdays.contains(String(words[0].dropLast())),
            let day = words[1].number(digits: 2), let month = Self.months.firstIndex(of: String(words[2])),
            let year = words[3].number(digits: 4), words[5] == "GMT"
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false).compactMap { $0.number(digits: 2) }
        guard clock.count == 3, words[4].count == 8, clock[0] < 24, clock[1] < 60, clock[2] <= 60,
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        let days =
            Self.daysBefore(year: year) + (0..<month).reduce(0) { $0 + Self.days(inMonth: $1, of: year) } + day - 1
        self.init(((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2])
    }

    /// Days from 1 January 1970 to 1 January of a year.
    private static func daysBefore(year: Int) -> Int {
        let past = year - 1
        return year * 365 + past / 4 - past / 100 + past / 400 - 719_527
    }

    /// - Parameter month: 0 is January.
    private static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return month == 1 ? (isLeap ? 29 : 28) : [3, 5, 8, 10].contains(month) ? 30 : 31
    }
}

extension Substring {
    /// nil unless it is exactly this many ASCII digits.
    fileprivate func number(digits: Int) -> Int? {
        utf8.count == digits && utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(self) : nil
    }
}

extension String {
    /// Without white space at either end.
    fileprivate var withoutBlanks: String {
        let start = drop { $0.isWhitespace }
        return String(
            start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
    }
}
