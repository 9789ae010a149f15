import HTTP
import Weather

/// A data point of the format: current, an hour or a day.
struct DarkSkyPoint {
    var json: JSONValue
    var flags: DarkSkyFlags

    /// The start of the point; nil when not given or implausible.
    var time: UnixTime? { json["time"].unixTime }

    /// The value called `name` in SI; nil when not given or implausible.
    func value(_ name: String, _ kind: QuantityKind) -> Double? {
        flags.units.value(json[name].number, kind)
    }

    /// `rain`, `snow`, `sleet`, `ice` (freezing rain), `mixed`, `none`; nil when not given.
    var precipitationType: String? { json["precipType"].text }

    /// The highest intensity as water, mm/h.
    var highestRate: Double? { value("precipIntensityMax", .depth) ?? value("precipIntensity", .depth) }

    /// The precipitation in the period of the point.
    ///
    /// - Parameter hours: the length of the period; the intensity is its mean.
    func precipitation(hours: Double) -> Precipitation {
        let water = QuantityKind.depth.believed(value("precipIntensity", .depth).map { $0 * hours })
        // Version 2 of the format separates rain, snow and ice; accumulations of rain and ice are depths of water.
        if let rain = value("liquidAccumulation", .freshSnow), let snow = value("snowAccumulation", .freshSnow) {
            let ice = value("iceAccumulation", .freshSnow) ?? 0
            let sum = snow == 0 ? QuantityKind.depth.believed(rain + ice) : nil
            return Precipitation(water: sum ?? water, rain: QuantityKind.depth.believed(rain), snow: snow)
        }
        let isDry = water == 0 || precipitationType == "none"
        return switch precipitationType {
        case "rain": Precipitation(water: water, rain: water, snow: 0)
        case "snow":
            Precipitation(water: water, rain: 0, snow: value("precipAccumulation", .freshSnow) ?? snow(of: water))
        case _ where isDry: Precipitation(water: water, rain: water.map { _ in 0 }, snow: water.map { _ in 0 })
        default: Precipitation(water: water)
        }
    }

    /// Without an accumulation, as in current weather, the service uses ten times the depth of water.
    private func snow(of water: Double?) -> Double? {
        QuantityKind.freshSnow.believed(water.map(FreshSnow.depth(ofWater:)))
    }

    /// Amounts, mm; nil when unknown.
    struct Precipitation {
        /// The total as water.
        var water: Double?
        var rain: Double?
        /// Depth of fresh snow.
        var snow: Double?
    }
}
