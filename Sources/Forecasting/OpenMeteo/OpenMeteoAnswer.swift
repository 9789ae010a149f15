import HTTP

/// An answer of Open-Meteo's, as it is documented on <https://open-meteo.com/en/docs>. Whatever is missing, null or of
/// another type is taken as not given, so that one bad value never costs the rest.
struct OpenMeteoAnswer: Decodable {
    /// Of the whole answer, even of its days beyond a change of the clocks; nil when not given.
    var utcOffset: Int?
    /// As tzdata names it; nil when not given.
    var timeZone: String?
    var current: OpenMeteoTable
    var hourly: OpenMeteoTable
    var daily: OpenMeteoTable
    var quarterHourly: OpenMeteoTable
    /// Why there is no weather; nil when the answer is no error.
    var error: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func table(_ columns: CodingKeys, _ units: CodingKeys) -> OpenMeteoTable {
            OpenMeteoTable(
                columns: (try? container.decode([String: OpenMeteoTable.Column].self, forKey: columns)) ?? [:],
                units: (try? container.decode([String: OpenMeteoTable.Unit].self, forKey: units)) ?? [:])
        }
        utcOffset = try? container.decode(Int.self, forKey: .utcOffset)
        timeZone = try? container.decode(String.self, forKey: .timeZone)
        current = table(.current, .currentUnits)
        hourly = table(.hourly, .hourlyUnits)
        daily = table(.daily, .dailyUnits)
        quarterHourly = table(.quarterHourly, .quarterHourlyUnits)
        if (try? container.decode(Bool.self, forKey: .error)) == true {
            error = (try? container.decode(String.self, forKey: .reason))?.asReason ?? "no reason given"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case utcOffset = "utc_offset_seconds"
        case timeZone = "timezone"
        case current, hourly, daily, error, reason
        case quarterHourly = "minutely_15"
        case currentUnits = "current_units"
        case hourlyUnits = "hourly_units"
        case dailyUnits = "daily_units"
        case quarterHourlyUnits = "minutely_15_units"
    }
}

/// A block of the answer: columns of values under their names, one row a time. The `current` block is a table of one row.
struct OpenMeteoTable {
    var columns: [String: Column]
    var units: [String: Unit]

    struct Column: Decodable {
        var values: [Value]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // Nearly every column is numbers throughout, and read as such ten times as fast.
            if let numbers = try? container.decode([Double?].self) {
                values = numbers.map { $0.map(Value.number) ?? .missing }
            } else {
                values = try (try? container.decode([Value].self)) ?? [container.decode(Value.self)]
            }
        }
    }

    enum Value: Decodable {
        case number(Double)
        case text(String)
        case missing

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self =
                if container.decodeNil() {
                    .missing
                } else if let number = try? container.decode(Double.self) {
                    .number(number)
                } else if let text = try? container.decode(String.self) {
                    .text(text)
                } else {
                    .missing
                }
        }
    }

    /// The name of a unit; nil when it is not a name.
    struct Unit: Decodable {
        var name: String?

        init(from decoder: any Decoder) throws {
            name = try? decoder.singleValueContainer().decode(String.self)
        }
    }
}
