import HTTP
import Weather

/// A data point of the format: the present, an hour or a day.
struct DarkSkyPoint {
    var json: JSONValue
    var flags: DarkSkyFlags

    /// When the point begins; nil when it is not given or cannot be believed.
    var time: UnixTime? { json["time"].unixTime }

    /// The value called `name` in SI; nil when it is not given or cannot be believed.
    func value(_ name: String, _ quantity: Quantity) -> Double? {
        flags.units.value(json[name].number, quantity)
    }

    /// `rain`, `snow`, `sleet`, `ice` (which is freezing rain), `mixed`, `none`; nil when it is not given.
    var precipitationType: String? { json["precipType"].text }

    /// The most that falls, as water, mm/h.
    var highestRate: Double? { value("precipIntensityMax", .depth) ?? value("precipIntensity", .depth) }

    /// What falls in the time that the point stands for.
    ///
    /// - Parameter hours: how long that is. The intensity is the mean over it.
    func precipitation(hours: Double) -> Precipitation {
        let water = Quantity.depth.believed(value("precipIntensity", .depth).map { $0 * hours })
        // Version 2 of the format tells rain, snow and ice apart; accumulations are depths, those of rain and ice of water.
        if let rain = value("liquidAccumulation", .snowDepth), let snow = value("snowAccumulation", .snowDepth) {
            let ice = value("iceAccumulation", .snowDepth) ?? 0
            let sum = snow == 0 ? Quantity.depth.believed(rain + ice) : nil
            return Precipitation(water: sum ?? water, rain: Quantity.depth.believed(rain), snow: snow)
        }
        let isDry = water == 0 || precipitationType == "none"
        return switch precipitationType {
        case "rain": Precipitation(water: water, rain: water, snow: 0)
        case "snow":
            Precipitation(water: water, rain: 0, snow: value("precipAccumulation", .snowDepth) ?? snow(of: water))
        case _ where isDry: Precipitation(water: water, rain: water.map { _ in 0 }, snow: water.map { _ in 0 })
        default: Precipitation(water: water)
        }
    }

    /// The service reckons with ten times the depth of the water where it has no accumulation, as for the present.
    private func snow(of water: Double?) -> Double? {
        Quantity.snowDepth.believed(water.map(FreshSnow.depth(ofWater:)))
    }

    /// What falls, in mm; nil where it is not known.
    struct Precipitation {
        /// All of it as water.
        var water: Double?
        var rain: Double?
        /// Depth of fresh snow.
        var snow: Double?
    }
}
