extension TimeZone {
    /// The largest offset with a name.
    private static let largestOffset = 18 * 3600

    /// A zone with a fixed offset, named by hours and minutes: `GMT+0530`, or `GMT`.
    ///
    /// - Parameter offset: seconds east of Greenwich.
    /// - Returns: nil beyond 18 hours.
    public init?(offset: Int) {
        guard offset.magnitude <= Self.largestOffset else { return nil }
        let minutes = Int((offset.magnitude + 30) / 60)
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let digits = twoDigits(minutes / 60) + twoDigits(minutes % 60)
        self.init(name: minutes == 0 ? "GMT" : "GMT\(offset < 0 ? "-" : "+")\(digits)", offset: offset)
    }

    /// Parses `GMT`, `UTC`, and offsets from them: `GMT+3`, `GMT+03`, `GMT-0330`, `UTC+05:30`; nil for anything else.
    init?(fixed name: String) {
        guard name != "UTC" else {
            self.init(name: name, offset: 0)
            return
        }
        guard name.hasPrefix("GMT") || name.hasPrefix("UTC") else { return nil }
        let rest = Array(name.utf8.dropFirst(3))
        guard let sign = rest.first else {
            self = .gmt
            return
        }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let number = rest.dropFirst()
        let hasColon = number.count == 5 && number[number.startIndex + 2] == UInt8(ascii: ":")
        let digits = (hasColon ? number.prefix(2) + number.suffix(2) : number).map { Int($0) - 48 }
        guard digits.allSatisfy((0...9).contains), [1, 2, 4].contains(digits.count) else { return nil }
        let hours = digits.prefix(2).reduce(0) { $0 * 10 + $1 }
        let minutes = digits.dropFirst(2).reduce(0) { $0 * 10 + $1 }
        guard minutes < 60 else { return nil }
        let offset = hours * 3600 + minutes * 60
        self.init(offset: sign == UInt8(ascii: "-") ? -offset : offset)
    }
}
