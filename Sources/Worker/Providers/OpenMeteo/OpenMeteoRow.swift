import HTTP
import Weather

/// The values of one time.
struct OpenMeteoRow {
    var table: OpenMeteoTable
    var index: Int
    /// Of local times, s.
    var utcOffset: Int

    /// The value called `name` in SI; nil when not given or implausible.
    func value(_ name: String, _ kind: QuantityKind) -> Double? {
        number(name).flatMap { kind.value($0, unit: unit(name)) }
    }

    /// The value of a field in SI: the sum of its parts; nil when none is given.
    func value<Owner>(_ field: OpenMeteoField<Owner>) -> Double? {
        let parts = field.names.compactMap { value($0, field.quantity.kind) }
        guard let first = parts.first else { return nil }
        return parts.count == 1 ? first : parts.reduce(0, +).rounded(decimals: 3)
    }

    /// The number called `name` as sent; nil when not given.
    func number(_ name: String) -> Double? {
        if case .number(let number) = self[name] { number } else { nil }
    }

    /// nil when not given.
    func unit(_ name: String) -> String? { table.units[name]?.name }

    func condition(_ name: String) -> Condition {
        guard case .number(let number) = self[name], let code = Int(exactly: number) else { return .unknown }
        return Condition(wmoCode: code)
    }

    /// Whether its weather code is not one that Open-Meteo documents; false without a code.
    var hasUnknownCode: Bool { number("weather_code") != nil && condition("weather_code") == .unknown }

    /// 0 or 1; nil for anything else.
    func flag(_ name: String) -> Bool? {
        guard case .number(let number) = self[name] else { return nil }
        return number == 1 ? true : number == 0 ? false : nil
    }

    /// A moment in Unix time or local time; nil when not given or implausible.
    func time(_ name: String) -> UnixTime? {
        let moment: UnixTime? =
            switch self[name] {
            case .number(let number): Int(exactly: number.rounded(.down)).map(UnixTime.init)
            case .text(let text): UnixTime(localTime: text, utcOffset: utcOffset)
            case .missing: nil
            }
        return moment.flatMap { $0.isPlausible ? $0 : nil }
    }

    private subscript(name: String) -> OpenMeteoTable.Value {
        guard let values = table.columns[name]?.values, values.indices.contains(index) else { return .missing }
        return values[index]
    }
}

extension OpenMeteoTable {
    /// The codes in a column of WMO codes that Open-Meteo does not document.
    func unknownCodes(_ name: String) -> [Int] {
        (columns[name]?.values ?? []).compactMap { value in
            guard case .number(let number) = value, let code = Int(exactly: number) else { return nil }
            return Condition(wmoCode: code) == .unknown ? code : nil
        }
    }

    /// More than the 1,536 quarter hours of the longest forecast, so that a broken service cannot fill memory and
    /// cache.
    static let mostRows = 2000

    /// The rows with their times. A row without a plausible time, or not after the previous row, is skipped.
    ///
    /// - Parameters:
    ///   - utcOffset: of local times, s.
    ///   - most: the rows to read.
    func rows(utcOffset: Int, most: Int = mostRows) -> [(time: UnixTime, row: OpenMeteoRow)] {
        var rows: [(time: UnixTime, row: OpenMeteoRow)] = []
        for index in 0..<min(columns["time"]?.values.count ?? 0, most) {
            let row = OpenMeteoRow(table: self, index: index, utcOffset: utcOffset)
            guard let time = row.time("time") else { continue }
            if let last = rows.last, time <= last.time { continue }
            rows.append((time, row))
        }
        return rows
    }
}

extension UnixTime {
    /// `2026-07-26T23:00`, or `2026-07-26` for its midnight.
    fileprivate init?(localTime text: String, utcOffset: Int) {
        let halves = text.split(separator: "T", maxSplits: 1)
        let date = halves.first?.numbers(separatedBy: "-") ?? []
        let clock = halves.count == 2 ? halves[1].numbers(separatedBy: ":") : [0, 0]
        guard date.count == 3, clock.count == 2,
            let moment = PlaceCalendar.greenwich.moment(
                CalendarDate(year: date[0], month: date[1], day: date[2]), hour: clock[0], minute: clock[1])
        else { return nil }
        self = moment.advanced(by: -utcOffset)
    }
}
