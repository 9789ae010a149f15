/// Named columns of equal length: the format of a report's hours and days.
package struct ColumnTable: Sendable, Hashable, Codable {
    private var columns: [String: DeltaColumn] = [:]

    package init() {}

    /// - Throws: `ReportMisfit` when there is no such column.
    package func column(_ name: String) throws -> [Int?] {
        guard let column = columns[name] else { throw ReportMisfit() }
        return column.values
    }

    /// A column without a nil.
    package func wholeColumn(_ name: String) throws -> [Int] {
        try column(name).map { value in
            guard let value else { throw ReportMisfit() }
            return value
        }
    }

    package mutating func set(_ name: String, _ values: [Int?]) {
        columns[name] = DeltaColumn(values)
    }

    /// Omits a column without a value.
    mutating func setIfAny(_ name: String, _ values: [Int?]) {
        if values.contains(where: { $0 != nil }) { set(name, values) }
    }

    /// A column that `setIfAny` wrote; all nil when there is none.
    ///
    /// - Throws: `ReportMisfit` when the column is not as long as there are rows.
    func columnIfAny(_ name: String, rows: Int) throws -> [Int?] {
        guard let values = columns[name]?.values else { return Array(repeating: nil, count: rows) }
        guard values.count == rows else { throw ReportMisfit() }
        return values
    }

    /// Writes a quantity in thousandths; omits the column when no row has it.
    mutating func set<Row>(_ quantity: Quantity<Row>, of rows: [Row]) {
        setIfAny(quantity.name, rows.map { Thousandths(wrappedValue: quantity.get($0)).integer })
    }

    /// Reads a quantity into the rows.
    ///
    /// - Throws: `ReportMisfit` when the column is not as long as there are rows.
    func fill<Row>(_ rows: inout [Row], _ quantity: Quantity<Row>) throws {
        guard let values = columns[quantity.name]?.values else { return }
        guard values.count == rows.count else { throw ReportMisfit() }
        for (index, value) in values.enumerated() {
            quantity.set(&rows[index], Thousandths(integer: value).wrappedValue.within(quantity.range))
        }
    }

    /// Writes each row's condition as its index in a list of those that occur.
    mutating func set(_ name: String, _ conditions: [Condition], of list: [Condition]) {
        set(name, conditions.map { list.firstIndex(of: $0) })
    }

    package func conditions(_ name: String, of list: [Condition]) throws -> [Condition] {
        try wholeColumn(name).map { number in
            guard list.indices.contains(number) else { throw ReportMisfit() }
            return list[number]
        }
    }
}

/// The hours of a report by columns.
extension ColumnTable {
    package init(_ hours: [Hour], _ conditions: [Condition]) {
        set("time", hours.map(\.time.seconds))
        set("condition", hours.map(\.conditions.condition), of: conditions)
        set("isDay", hours.map { hour in hour.conditions.isDay.map { $0 ? 1 : 0 } })
        setIfAny("likelihood", hours.map { $0.conditions.likelihood?.number })
        setIfAny("precipitationPeriod", hours.map(\.conditions.precipitationPeriod))
        for quantity in Hour.quantities { set(quantity, of: hours) }
    }

    package func hours(_ conditions: [Condition]) throws -> [Hour] {
        let times = try wholeColumn("time")
        let words = try self.conditions("condition", of: conditions)
        let isDay = try column("isDay")
        let likelihoods = try columnIfAny("likelihood", rows: times.count)
        let periods = try columnIfAny("precipitationPeriod", rows: times.count)
        guard words.count == times.count, isDay.count == times.count else { throw ReportMisfit() }
        var hours = times.indices.map { index in
            var conditions = Conditions(condition: words[index])
            conditions.isDay = isDay[index].map { $0 == 1 }
            conditions.likelihood = likelihoods[index].flatMap(Likelihood.init(number:))
            conditions.precipitationPeriod = periods[index].flatMap {
                Conditions.precipitationPeriods.contains($0) ? $0 : nil
            }
            return Hour(time: UnixTime(times[index]), conditions: conditions)
        }
        for quantity in Hour.quantities { try fill(&hours, quantity) }
        return hours
    }
}

extension Likelihood {
    /// Its number in the columns.
    var number: Int {
        switch self {
        case .possible: 0
        case .likely: 1
        }
    }

    init?(number: Int) {
        guard let likelihood = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = likelihood
    }
}

/// The days of a report by columns.
extension ColumnTable {
    /// The number of each type of daylight in the column `daylight`.
    private enum Sun {
        static let risesAndSets = 0
        static let stays = 1
        static let staysAway = 2
        static let rises = 3
        static let sets = 4
    }

    package init(_ days: [Day], _ conditions: [Condition]) {
        // As 20261121, which people can read.
        set("date", days.map { $0.date.year * 10_000 + $0.date.month * 100 + $0.date.day })
        set("start", days.map(\.start.seconds))
        set("end", days.map(\.end.seconds))
        set("condition", days.map(\.condition), of: conditions)
        set(
            "daylight",
            days.map { day in
                switch day.daylight {
                case .sun: Sun.risesAndSets
                case .risesOnly: Sun.rises
                case .setsOnly: Sun.sets
                case .polarDay: Sun.stays
                case .polarNight: Sun.staysAway
                case nil: nil
                }
            })
        set("sunrise", days.map { $0.daylight?.sunrise?.seconds })
        set("sunset", days.map { $0.daylight?.sunset?.seconds })
        setIfAny("likelihood", days.map { $0.likelihood?.number })
        for quantity in Day.quantities { set(quantity, of: days) }
    }

    package func days(_ conditions: [Condition]) throws -> [Day] {
        let dates = try wholeColumn("date")
        let starts = try wholeColumn("start")
        let ends = try wholeColumn("end")
        let words = try self.conditions("condition", of: conditions)
        let suns = try ["daylight", "sunrise", "sunset"].map { try column($0) }
        let likelihoods = try columnIfAny("likelihood", rows: dates.count)
        let columns = [starts.count, ends.count, words.count] + suns.map(\.count)
        guard columns.allSatisfy({ $0 == dates.count }) else { throw ReportMisfit() }
        var days = try dates.indices.map { index in
            var day = Day(
                date: try CalendarDate(number: dates[index]), start: UnixTime(starts[index]),
                end: UnixTime(ends[index]), condition: words[index])
            day.likelihood = likelihoods[index].flatMap(Likelihood.init(number:))
            switch (suns[0][index], suns[1][index], suns[2][index]) {
            case (Sun.risesAndSets, let rise?, let set?):
                day.daylight = .sun(rise: UnixTime(rise), set: UnixTime(set))
            case (Sun.rises, let rise?, _): day.daylight = .risesOnly(UnixTime(rise))
            case (Sun.sets, _, let set?): day.daylight = .setsOnly(UnixTime(set))
            case (Sun.stays, _, _): day.daylight = .polarDay
            case (Sun.staysAway, _, _): day.daylight = .polarNight
            case (nil, _, _): break
            default: throw ReportMisfit()
            }
            return day
        }
        for quantity in Day.quantities { try fill(&days, quantity) }
        return days
    }
}

extension ColumnTable {
    init(_ series: PrecipitationSeries) {
        set("end", series.map(\.end.seconds))
        set("duration", series.prefix(1).map(\.duration))
        set("amount", series.map { Thousandths(wrappedValue: $0.amount).integer })
    }

    func precipitation() throws -> PrecipitationSeries {
        let ends = try wholeColumn("end")
        let amounts = try column("amount")
        guard amounts.count == ends.count else { throw ReportMisfit() }
        guard let duration = try wholeColumn("duration").first else { return [] }
        return PrecipitationSeries(
            zip(ends, amounts).map { end, amount in
                PrecipitationStep(
                    end: UnixTime(end), duration: duration,
                    amount: Thousandths(integer: amount).wrappedValue.within(QuantityKind.depth.range))
            })
    }

    package init(_ points: [PastTemperatures.Point]) {
        set("time", points.map(\.time.seconds))
        set("temperature", points.map { Thousandths(wrappedValue: $0.temperature).integer })
    }

    package func points() throws -> [PastTemperatures.Point] {
        let (times, values) = (try wholeColumn("time"), try column("temperature"))
        guard times.count == values.count else { throw ReportMisfit() }
        return zip(times, values).compactMap { time, value in
            Thousandths(integer: value).wrappedValue.within(QuantityKind.temperature.range).map {
                PastTemperatures.Point(time: UnixTime(time), temperature: $0)
            }
        }
    }
}

extension CalendarDate {
    /// - Parameter number: 20261121.
    fileprivate init(number: Int) throws {
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            throw ReportMisfit()
        }
    }
}

/// A column of integers or nils as reports.json stores it: one string, since a JSON array takes ten times as long to
/// read and write.
///
/// Numbers separated by spaces: the greatest common divisor of the column as unit, the first number in units, and then
/// the differences; a point is nil. 15.2, 15.5, nil and 15.4 degrees, stored as 15200, 15500, nil and 15400, are `100
/// 152 3 . -1`.
package struct DeltaColumn: Sendable, Hashable {
    package var values: [Int?]

    /// The largest magnitude; differences of two such numbers fit into the longest word.
    private static let largest = 100_000_000_000_000_000
    /// More than any series has.
    private static let mostValues = 20_000

    package init(_ values: [Int?]) {
        self.values = values
    }

    /// nil for an invalid text.
    package init?(text: String) {
        var words = DeltaColumnWords(text)
        guard let first = words.next(), case .number(let unit) = first, unit > 0 else { return nil }
        values = []
        var last = 0
        while let word = words.next() {
            guard values.count < Self.mostValues else { return nil }
            switch word {
            case .missing: values.append(nil)
            case .nonsense: return nil
            case .number(let number):
                let (difference, isTooLarge) = number.multipliedReportingOverflow(by: unit)
                let (value, isBeyond) = last.addingReportingOverflow(difference)
                guard !isTooLarge, !isBeyond, (-Self.largest...Self.largest).contains(value) else { return nil }
                values.append(value)
                last = value
            }
        }
    }

    package var text: String {
        let unit = max(values.reduce(0) { Self.commonDivisor($0, abs($1 ?? 0)) }, 1)
        var bytes = Array(String(unit).utf8)
        var last = 0
        for value in values {
            bytes.append(UInt8(ascii: " "))
            if let value {
                bytes.append(contentsOf: String((value - last) / unit).utf8)
                last = value
            } else {
                bytes.append(UInt8(ascii: "."))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func commonDivisor(_ left: Int, _ right: Int) -> Int {
        right == 0 ? left : commonDivisor(right, left % right)
    }
}

extension DeltaColumn: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let column = DeltaColumn(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a column")
        }
        self = column
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The words of a column's text. Parsed byte by byte, since a start with 200 places in the cache parses a million of
/// them.
private struct DeltaColumnWords: IteratorProtocol {
    enum Word {
        case number(Int)
        case missing
        case nonsense
    }

    private var bytes: String.UTF8View.Iterator
    private var byte: UInt8?

    init(_ text: String) {
        bytes = text.utf8.makeIterator()
        byte = bytes.next()
    }

    mutating func next() -> Word? {
        guard byte != nil else { return nil }
        var number = 0
        var digits = 0
        var isNegative = false
        var isPoint = false
        while let byte, byte != UInt8(ascii: " ") {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                // No overflow up to here; longer words are invalid.
                guard digits <= 18, !isPoint else { return .nonsense }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "-") where digits == 0 && !isNegative: isNegative = true
            case UInt8(ascii: ".") where digits == 0 && !isPoint: isPoint = true
            default: return .nonsense
            }
            self.byte = bytes.next()
        }
        // The space after the word.
        byte = bytes.next()
        if isPoint { return isNegative ? .nonsense : .missing }
        return digits == 0 ? .nonsense : .number(isNegative ? -number : number)
    }
}
