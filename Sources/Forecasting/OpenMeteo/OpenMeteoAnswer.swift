import HTTP

/// An answer of Open-Meteo's, as it is documented on <https://open-meteo.com/en/docs>. Whatever is missing, null or of
/// another type is taken as not given, so that one bad value never costs the rest.
struct OpenMeteoAnswer {
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

    init(_ json: JSONValue) {
        func table(_ name: String) -> OpenMeteoTable {
            OpenMeteoTable(
                columns: json[name].members.mapValues(OpenMeteoTable.Column.init),
                units: json["\(name)_units"].members.mapValues(OpenMeteoTable.Unit.init))
        }
        utcOffset = json["utc_offset_seconds"].integer
        timeZone = json["timezone"].name
        current = table("current")
        hourly = table("hourly")
        daily = table("daily")
        quarterHourly = table("minutely_15")
        if json["error"].bool == true { error = json["reason"].text?.asReason ?? "no reason given" }
    }
}

/// A block of the answer: columns of values under their names, one row a time. The `current` block is a table of one row.
struct OpenMeteoTable {
    var columns: [String: Column]
    var units: [String: Unit]

    struct Column {
        var values: [Value]

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

    /// The name of a unit; nil when it is not a name.
    struct Unit {
        var name: String?

        init(_ json: JSONValue) {
            name = if case .text(let name) = json { name } else { nil }
        }
    }
}
