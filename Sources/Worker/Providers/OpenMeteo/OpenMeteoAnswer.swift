import HTTP
import Weather

/// An answer of Open-Meteo, documented at <https://open-meteo.com/en/docs>. A value that is missing, null or of another
/// type counts as not given, so that one bad value does not discard the rest.
struct OpenMeteoAnswer {
    /// Of the whole answer, including days after a clock change; nil when not given.
    var utcOffset: Int?
    /// As in tzdata; nil when not given.
    var timeZone: String?
    /// Of the place above sea level, m; nil when not given.
    var elevation: Double?
    var current: OpenMeteoTable
    var hourly: OpenMeteoTable
    var daily: OpenMeteoTable
    var quarterHourly: OpenMeteoTable
    /// The service's error message; nil for a success.
    var error: String?

    init(_ json: JSONValue) {
        func table(_ name: String) -> OpenMeteoTable {
            OpenMeteoTable(columns: json[name].members, units: json["\(name)_units"].members)
        }
        utcOffset = json["utc_offset_seconds"].integer
        timeZone = json["timezone"].name
        elevation = json["elevation"].number.flatMap { LocationFix.altitudes.contains($0) ? $0 : nil }
        current = table("current")
        hourly = table("hourly")
        daily = table("daily")
        quarterHourly = table("minutely_15")
        if json["error"].bool == true { error = json["reason"].text?.asReason ?? "no reason given" }
    }
}

/// A block of the answer: named columns with one row per time. The `current` block is a table with one row.
struct OpenMeteoTable {
    /// Each an array, or a single value.
    var columns: [String: JSONValue]
    /// Texts.
    var units: [String: JSONValue]

    /// The values of a column; empty if there is none.
    func values(_ name: String) -> [JSONValue] {
        guard let column = columns[name] else { return [] }
        if case .array(let values) = column { return values }
        return [column]
    }

    /// nil when not given.
    func unit(_ name: String) -> String? {
        if case .text(let unit) = units[name] { unit } else { nil }
    }
}

/// The values of one time.
struct OpenMeteoRow {
    var table: OpenMeteoTable
    var index: Int
    /// Of local times, s.
    var utcOffset: Int

    /// The value called `name` in SI; nil when not given or implausible.
    func value(_ name: String, _ kind: QuantityKind) -> Double? {
        number(name).flatMap { kind.value($0, unit: table.unit(name)) }
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
            default: nil
            }
        return moment.flatMap { $0.isPlausible ? $0 : nil }
    }

    /// null when not given.
    private subscript(name: String) -> JSONValue {
        switch table.columns[name] {
        case .array(let values)?: values.indices.contains(index) ? values[index] : .null
        case let value?: index == 0 ? value : .null
        case nil: .null
        }
    }
}

extension OpenMeteoTable {
    /// The codes in a column of WMO codes that Open-Meteo does not document.
    func unknownCodes(_ name: String) -> [Int] {
        values(name).compactMap { value in
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
        for index in 0..<min(values("time").count, most) {
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

/// The answer for several models, in which each variable has a column per model: `temperature_2m_gfs_seamless`.
extension OpenMeteoAnswer {
    /// One column per variable: in each row the value of the first model that has one. Without quarter hours, unless their
    /// areas are known.
    ///
    /// - Parameter models: as requested, in the order of preference; empty for the service's choice.
    func merging(_ models: [String]) -> OpenMeteoAnswer {
        var answer = self
        if !OpenMeteo.hasQuarterHours(of: models) { answer.quarterHourly = OpenMeteoTable(columns: [:], units: [:]) }
        guard models.count > 1 else { return answer }
        answer.current.merge(OpenMeteo.current, models)
        answer.hourly.merge(OpenMeteo.hourly, models)
        answer.daily.merge(OpenMeteo.daily, models)
        answer.quarterHourly.merge(OpenMeteo.quarterHourly, models)
        return answer
    }
}

extension OpenMeteoTable {
    fileprivate mutating func merge(_ variables: [String], _ models: [String]) {
        var parts: [String: [(rank: Int, name: String)]] = [:]
        for name in columns.keys {
            // `precipitation_probability_…` is not a `precipitation_…`.
            let candidates = variables.filter { name.hasPrefix($0 + "_") }
            guard columns[name] != nil, !variables.contains(name),
                let variable = candidates.max(by: { $0.count < $1.count })
            else { continue }
            let model = String(name.dropFirst(variable.count + 1))
            parts[variable, default: []].append((Self.rank(of: model, in: models), name))
        }
        for (variable, columns) in parts where self.columns[variable] == nil {
            merge(columns.sorted { $0 < $1 }.map(\.name), to: variable)
        }
    }

    /// The position of a model in the request. The service answers with its present name of a model, which ends with the
    /// former one (`gfs_seamless` is `ncep_gfs_seamless`); one with another name comes last.
    private static func rank(of model: String, in models: [String]) -> Int {
        models.firstIndex { $0 == model || model.hasSuffix("_" + $0) || $0.hasSuffix("_" + model) } ?? models.count
    }

    /// - Parameter names: of the columns, in the order of preference. Those with another unit than the first that has
    ///   values are left out; a model without the variable has the unit `undefined`.
    private mutating func merge(_ names: [String], to variable: String) {
        var merged: [JSONValue] = []
        var unit: String?
        for name in names {
            let values = values(name)
            guard values.contains(where: \.isKnown) else { continue }
            if merged.isEmpty {
                (merged, unit) = (values, self.unit(name))
            } else if self.unit(name) == unit {
                for (index, value) in values.enumerated() where index < merged.count && !merged[index].isKnown {
                    merged[index] = value
                }
            }
        }
        guard !merged.isEmpty else { return }
        columns[variable] = .array(merged)
        units[variable] = unit.map { .text($0) }
    }
}

extension JSONValue {
    /// A number or a text, as opposed to a value of another type.
    fileprivate var isKnown: Bool {
        switch self {
        case .number, .text: true
        default: false
        }
    }
}
