import HTTP
import Weather

/// The values of one time.
struct OpenMeteoRow {
    var table: OpenMeteoTable
    var index: Int
    /// Of local times, seconds.
    var utcOffset: Int

    /// The value called `name` in SI; nil when it is not given or cannot be believed.
    func value(_ name: String, _ quantity: Quantity) -> Double? {
        number(name).flatMap { quantity.value($0, unit: unit(name)) }
    }

    /// The number called `name` as it was sent; nil when it is not given.
    func number(_ name: String) -> Double? {
        if case .number(let number) = self[name] { number } else { nil }
    }

    /// The unit of the number called `name`; nil when it is not given.
    func unit(_ name: String) -> String? { table.units[name]?.name }

    func condition(_ name: String) -> Condition {
        guard case .number(let number) = self[name], let code = Int(exactly: number) else { return .unknown }
        return Condition(wmoCode: code)
    }

    /// 0 or 1; nil for all else.
    func flag(_ name: String) -> Bool? {
        guard case .number(let number) = self[name] else { return nil }
        return number == 1 ? true : number == 0 ? false : nil
    }

    /// A moment, given in Unix time or in local time; nil when it is not given or cannot be believed.
    func time(_ name: String) -> UnixTime? {
        let moment: UnixTime? =
            switch self[name] {
            case .number(let number): Int(exactly: number.rounded(.down)).map(UnixTime.init)
            case .text(let text): UnixTime(localTime: text, utcOffset: utcOffset)
            case .missing: nil
            }
        return moment.flatMap { $0.isBelievable ? $0 : nil }
    }

    private subscript(name: String) -> OpenMeteoTable.Value {
        guard let values = table.columns[name]?.values, values.indices.contains(index) else { return .missing }
        return values[index]
    }
}

extension OpenMeteoTable {
    /// The numbers in a column of WMO codes that are none of those that Open-Meteo documents.
    func unknownCodes(_ name: String) -> [Int] {
        (columns[name]?.values ?? []).compactMap { value in
            guard case .number(let number) = value, let code = Int(exactly: number) else { return nil }
            return Condition(wmoCode: code) == .unknown ? code : nil
        }
    }

    /// More than the 1,536 quarters of an hour of the longest forecast on offer; a service gone mad must not fill the
    /// memory and the cache.
    private static let mostRows = 2000

    /// The rows, each with its time. A row whose time is not given, absurd, or not after the row before is left out.
    ///
    /// - Parameter utcOffset: of local times, seconds.
    func rows(utcOffset: Int) -> [(time: UnixTime, row: OpenMeteoRow)] {
        var rows: [(time: UnixTime, row: OpenMeteoRow)] = []
        for index in 0..<min(columns["time"]?.values.count ?? 0, Self.mostRows) {
            let row = OpenMeteoRow(table: self, index: index, utcOffset: utcOffset)
            guard let time = row.time("time") else { continue }
            if let last = rows.last, time <= last.time { continue }
            rows.append((time, row))
        }
        return rows
    }
}

extension UnixTime {
    /// `2026-07-26T23:00` or, for its midnight, `2026-07-26`.
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
