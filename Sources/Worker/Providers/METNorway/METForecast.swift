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
