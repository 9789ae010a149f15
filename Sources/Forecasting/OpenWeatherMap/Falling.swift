import HTTP
import Weather

/// What falls, as OpenWeatherMap tells it: rain and snow apart, both in mm of water.
struct Falling {
    var rain: Double?
    var snow: Double?

    /// - Parameter period: the name of the amounts in `rain` and `snow`; days have the amounts there themselves.
    init(_ json: JSONValue, period: String = "") {
        rain = Self.amount(json["rain"], period)
        snow = Self.amount(json["snow"], period)
    }

    /// All water, mm; nil when a part of it is not known.
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

    /// What does not fall is left out, or is null or an empty object. Something else than a number is a number not known.
    private static func amount(_ json: JSONValue, _ period: String) -> Double? {
        switch json {
        case .null: 0
        case .object(let members): members.isEmpty ? 0 : Quantity.depth.believed(json[period].number)
        default: Quantity.depth.believed(json.number)
        }
    }
}
