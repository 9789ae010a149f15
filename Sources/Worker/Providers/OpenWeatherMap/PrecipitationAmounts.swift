import HTTP
import Weather

/// Amounts as OpenWeatherMap sends them: rain and snow separately, both in mm of water.
struct PrecipitationAmounts {
    var rain: Double?
    var snow: Double?

    /// - Parameter period: the name of the amount within `rain` and `snow`; days have the amount there directly.
    init(_ json: JSONValue, period: String = "") {
        rain = Self.amount(json["rain"], period)
        snow = Self.amount(json["snow"], period)
    }

    /// The sum, mm; nil when either amount is unknown.
    var water: Double? {
        guard let rain, let snow else { return nil }
        return (rain + snow).rounded(decimals: 3)
    }

    /// As fresh snow, mm.
    var depth: Double? { snow.map(FreshSnow.depth(ofWater:)) }

    func put(into conditions: inout Conditions) {
        conditions.precipitation = water
        conditions.rain = rain
        conditions.snowfall = depth
    }

    /// No precipitation is omitted, null or an empty object. Anything else but a number is an unknown amount.
    private static func amount(_ json: JSONValue, _ period: String) -> Double? {
        switch json {
        case .null: 0
        case .object(let members): members.isEmpty ? 0 : QuantityKind.depth.believed(json[period].number)
        default: QuantityKind.depth.believed(json.number)
        }
    }
}
