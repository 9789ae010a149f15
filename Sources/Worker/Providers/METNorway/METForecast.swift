import HTTP
import Weather

/// A parsed answer of Locationforecast 2.0, documented at
/// <https://api.met.no/weatherapi/locationforecast/2.0/documentation>.
struct METForecast {
    /// The time series, each entry with the precipitation of the next hour or, further ahead, the next six hours.
    private(set) var steps: [ForecastStep] = []
    /// Entries without precipitation, such as the last one: hours are interpolated up to them, but none starts there.
    private(set) var bareTimes: Set<UnixTime> = []
    /// The highest and lowest temperatures of six hours each.
    private(set) var extremes: [Extremes] = []
    /// The forecast's last update; nil when not given.
    let updatedAt: UnixTime?
    /// Condition words that the service does not document.
    private(set) var unknownWords: Set<String> = []

    struct Extremes {
        var start: UnixTime
        /// °C; nil when not given.
        var highest: Double?
        var lowest: Double?

        var end: UnixTime { start.advanced(by: 6 * 3600) }
    }

    /// More than twice the service's 82 to 93 entries, so that a broken service cannot fill memory.
    private static let mostEntries = 250

    private let coordinate: Coordinate

    /// - Parameter window: entries outside it are skipped.
    init(_ answer: JSONValue, for coordinate: Coordinate, within window: Range<UnixTime>) {
        self.coordinate = coordinate
        let properties = answer["properties"]
        updatedAt = properties["meta"]["updated_at"].timestamp
        let units = METUnits(properties["meta"]["units"])
        for entry in properties["timeseries"].elements.prefix(Self.mostEntries) {
            guard let time = entry["time"].timestamp, window.contains(time) else { continue }
            add(entry["data"], at: time, units)
        }
    }

    private mutating func add(_ data: JSONValue, at time: UnixTime, _ units: METUnits) {
        let details = data["instant"]["details"]
        var conditions = Conditions()
        conditions.temperature = units.value("air_temperature", .temperature, in: details)
        conditions.dewPoint = units.value("dew_point_temperature", .temperature, in: details)
        conditions.humidity = units.value("relative_humidity", .percent, in: details)
        conditions.cloudCover = units.value("cloud_area_fraction", .percent, in: details)
        conditions.pressure = units.value("air_pressure_at_sea_level", .pressure, in: details)
        conditions.windSpeed = units.value("wind_speed", .speed, in: details)
        conditions.windDirection = units.value("wind_from_direction", .direction, in: details)
        conditions.windGust = units.value("wind_speed_of_gust", .speed, in: details)
        // For a clear sky, the only one that the service provides; clouds reduce it.
        conditions.uvIndex = units.value("ultraviolet_index_clear_sky", .uvIndex, in: details)
        if conditions == Conditions() { return }
        conditions.feelsLike = DerivedWeather.feelsLike(conditions, at: time, in: coordinate)

        let sixHours = data["next_6_hours"]
        extremes.append(
            Extremes(
                start: time, highest: units.value("air_temperature_max", .temperature, in: sixHours["details"]),
                lowest: units.value("air_temperature_min", .temperature, in: sixHours["details"])))
        let hour = data["next_1_hours"]
        let following = hour.members.isEmpty ? sixHours : hour
        let isBare = following.members.isEmpty
        if isBare { bareTimes.insert(time) }
        let symbol = following["summary"]["symbol_code"].text.map { word in
            let symbol = METSymbol(word)
            if symbol.condition == .unknown, let word = word.asReason { unknownWords.insert(word) }
            return symbol
        }
        conditions.condition = symbol?.condition ?? .unknown
        conditions.add(
            water: units.value("precipitation_amount", .depth, in: following["details"]), of: symbol)
        steps.append(
            ForecastStep(
                time: time, duration: hour.members.isEmpty && !isBare ? 6 * 3600 : 3600, conditions: conditions,
                precipitationProbability: units.value(
                    "probability_of_precipitation", .percent, in: following["details"])))
    }
}

extension Conditions {
    /// Splits precipitation into rain and snow.
    fileprivate mutating func add(water: Double?, of symbol: METSymbol?) {
        precipitation = water
        guard let water else { return }
        guard water > 0 else {
            rain = 0
            snowfall = 0
            return
        }
        guard let share = symbol?.rainShare(at: temperature) else { return }
        rain = (water * share).rounded(decimals: 3)
        snowfall = FreshSnow.depth(ofWater: water * (1 - share)).rounded(decimals: 3)
    }
}

/// The units of an answer's quantities.
struct METUnits {
    private let names: [String: JSONValue]

    /// - Parameter units: `properties.meta.units`.
    init(_ units: JSONValue) {
        names = units.members
    }

    /// The number called `name` in SI; nil when not given, implausible, or in an unknown unit.
    func value(_ name: String, _ kind: QuantityKind, in details: JSONValue) -> Double? {
        guard let number = details[name].number, let unit = names[name]?.text else { return nil }
        return kind.believed(Self.converted(number, from: unit, kind))
    }

    private static func converted(_ number: Double, from unit: String, _ kind: QuantityKind) -> Double? {
        switch kind {
        case .temperature:
            switch unit {
            case "celsius": number
            case "fahrenheit": Units.Temperature.fahrenheit.celsius(number)
            case "kelvin", "K": Units.Temperature.kelvin.celsius(number)
            default: nil
            }
        case .speed:
            switch unit {
            case "m/s": number
            case "km/h": number / 3.6
            case "knots", "kt": number * 1852 / 3600
            default: nil
            }
        case .depth:
            switch unit {
            case "mm", "mm/h": number
            case "cm": number * 10
            case "m": number * 1000
            default: nil
            }
        case .pressure: unit == "hPa" ? number : unit == "Pa" ? number / 100 : nil
        case .percent: unit == "%" ? number : unit == "1" ? number * 100 : nil
        case .direction: unit == "degrees" ? number : nil
        case .uvIndex: unit == "1" ? number : nil
        case .waveHeight, .seaLevel: unit == "m" ? number : nil
        default: nil
        }
    }
}

/// A condition word of MET Norway: `lightrainshowers_day`, `heavysnowandthunder`.
///
/// The words are those of <https://github.com/metno/weathericons>. Two are misspelled there and in answers:
/// `lightssleetshowersandthunder` and `lightssnowshowersandthunder`.
struct METSymbol: Hashable {
    /// The type of precipitation.
    enum PrecipitationType: String, CaseIterable {
        case rain, sleet, snow
    }

    /// `unknown` for an undocumented word.
    var condition: Condition
    /// nil without precipitation, or for an unknown word.
    var precipitation: PrecipitationType?

    init(_ code: String) {
        // The variants for night and twilight mean the same weather.
        var word = code.prefix { $0 != "_" }
        if let sky = Self.skies[String(word)] {
            self.init(condition: sky, precipitation: nil)
            return
        }
        if word.hasPrefix("lightss") { word = "light" + word.dropFirst("lights".count) }
        let strength = ["light", "heavy"].first { word.hasPrefix($0) } ?? ""
        word = word.dropFirst(strength.count)
        guard let precipitation = PrecipitationType.allCases.first(where: { word.hasPrefix($0.rawValue) }),
            let variant = Variant(rawValue: String(word.dropFirst(precipitation.rawValue.count)))
        else {
            self.init(condition: .unknown, precipitation: nil)
            return
        }
        self.init(condition: variant.condition(of: precipitation, strength: strength), precipitation: precipitation)
    }

    private init(condition: Condition, precipitation: PrecipitationType?) {
        self.condition = condition
        self.precipitation = precipitation
    }

    private static let skies: [String: Condition] = [
        "clearsky": .clear, "fair": .mostlyClear, "partlycloudy": .partlyCloudy, "cloudy": .overcast, "fog": .fog,
    ]

    private enum Variant: String {
        case steady = ""
        case showers
        case thunder = "andthunder"
        case thunderShowers = "showersandthunder"

        func condition(of precipitation: PrecipitationType, strength: String) -> Condition {
            switch (self, precipitation, strength) {
            case (.thunder, _, _), (.thunderShowers, _, _): .thunderstorm
            case (_, .sleet, _): .sleet
            case (.showers, .rain, _): .rainShowers
            case (.showers, .snow, _): .snowShowers
            case (.steady, .rain, "light"): .rainLight
            case (.steady, .rain, "heavy"): .rainHeavy
            case (.steady, .rain, _): .rain
            case (.steady, .snow, "light"): .snowLight
            case (.steady, .snow, "heavy"): .snowHeavy
            case (.steady, .snow, _): .snow
            }
        }
    }

    /// The share of the water that falls as rain, 0 to 1; nil when unknown.
    ///
    /// Sleet, and the little that may fall with words for the sky, is split by temperature: all snow at 0 °C, all rain
    /// at 5 °C (A. H. Auer, "The rain versus snow threshold temperatures", Weatherwise 27, 1974, found equal shares at
    /// 2.5 °C).
    ///
    /// - Parameter temperature: °C.
    func rainShare(at temperature: Double?) -> Double? {
        switch precipitation {
        case .rain: 1
        case .snow: 0
        default: temperature.map { Swift.min(Swift.max($0 / 5, 0), 1) }
        }
    }
}
