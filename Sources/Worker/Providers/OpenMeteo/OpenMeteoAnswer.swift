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
            OpenMeteoTable(
                columns: json[name].members.mapValues(OpenMeteoTable.Column.init),
                units: json["\(name)_units"].members.mapValues(OpenMeteoTable.Unit.init))
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
    var columns: [String: Column]
    var units: [String: Unit]

    struct Column {
        var values: [Value]

        init(values: [Value]) {
            self.values = values
        }

        init(_ json: JSONValue) {
            values = if case .array(let elements) = json { elements.map(Value.init) } else { [Value(json)] }
        }
    }

    enum Value {
        case number(Double)
        case text(String)
        case missing

        init(_ json: JSONValue) {
            self =
                switch json {
                case .number(let number): .number(number)
                case .text(let text): .text(text)
                default: .missing
                }
        }
    }

    /// nil when it is not a string.
    struct Unit {
        var name: String?

        init(_ json: JSONValue) {
            name = if case .text(let name) = json { name } else { nil }
        }
    }
}
