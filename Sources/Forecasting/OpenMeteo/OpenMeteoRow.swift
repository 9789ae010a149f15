import Weather

/// The values of one time.
struct OpenMeteoRow {
    var table: OpenMeteoTable
    var index: Int
    /// Of local times, seconds.
    var utcOffset: Int

    /// The value called `name` in SI; nil when it is not given or cannot be believed.
    func value(_ name: String, _ quantity: OpenMeteoQuantity) -> Double? {
        guard case .number(let number) = self[name] else { return nil }
        return quantity.value(number, unit: table.units[name]?.name)
    }

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
        return moment.flatMap { Self.believable.contains($0.seconds) ? $0 : nil }
    }

    /// From 2000 to 2100: a missing time must not become 1970.
    private static let believable = 946_684_800..<4_102_444_800

    private subscript(name: String) -> OpenMeteoTable.Value {
        guard let values = table.columns[name]?.values, values.indices.contains(index) else { return .missing }
        return values[index]
    }
}

extension OpenMeteoTable {
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
        guard let date = halves.first?.split(separator: "-").map({ Int($0) }), date.count == 3,
            let year = date[0], let month = date[1], let day = date[2]
        else { return nil }
        var clock: [Int?] = [0, 0]
        if halves.count == 2 { clock = halves[1].split(separator: ":").map { Int($0) } }
        guard clock.count == 2, let hour = clock[0], let minute = clock[1],
            let moment = PlaceCalendar.greenwich.moment(
                CalendarDate(year: year, month: month, day: day), hour: hour, minute: minute)
        else { return nil }
        self = moment.advanced(by: -utcOffset)
    }
}
