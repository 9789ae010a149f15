/// The forecast for one day of the place's own calendar. Values that the provider does not give are nil.
public struct Day: Sendable, Hashable, Codable {
    public var date: CalendarDate
    /// Midnight at the place. A day lasts 23 or 25 hours when the clocks change.
    public var start: UnixTime
    /// The following midnight at the place.
    public var end: UnixTime
    /// The day's worst weather.
    public var condition: Condition
    /// How likely `condition` is; nil when the service states it as expected.
    public var likelihood: Likelihood?
    /// Highest temperature, °C.
    @Thousandths public var temperatureMax: Double?
    /// Lowest temperature, °C.
    @Thousandths public var temperatureMin: Double?
    /// Highest and lowest apparent temperature, °C.
    @Thousandths public var feelsLikeMax: Double?
    @Thousandths public var feelsLikeMin: Double?
    /// Mean share of the sky covered, 0 to 100 %.
    @Thousandths public var cloudCover: Double?
    /// Water of all precipitation, mm.
    @Thousandths public var precipitation: Double?
    /// The part of it that falls as rain, showers included, mm.
    @Thousandths public var rain: Double?
    /// Depth of fresh snow, mm.
    @Thousandths public var snowfall: Double?
    /// Highest of the day, 0 to 100 %.
    @Thousandths public var precipitationProbability: Double?
    /// How long it rains or snows, hours.
    @Thousandths public var precipitationHours: Double?
    /// Highest mean wind, m/s.
    @Thousandths public var windSpeedMax: Double?
    /// Highest gust, m/s.
    @Thousandths public var windGustMax: Double?
    /// Prevailing direction that the wind comes from, degrees.
    @Thousandths public var windDirection: Double?
    /// Highest UV index.
    @Thousandths public var uvIndexMax: Double?
    /// Greatest depth of the snow on the ground, m.
    @Thousandths public var snowDepthMax: Double?
    /// Lowest altitude of the 0 °C level above sea level, m.
    @Thousandths public var freezingLevelMin: Double?
    public var daylight: Daylight?

    public init(date: CalendarDate, start: UnixTime, end: UnixTime, condition: Condition = .unknown) {
        self.date = date
        self.start = start
        self.end = end
        self.condition = condition
    }

    /// Whether `moment` falls on this day.
    public func contains(_ moment: UnixTime) -> Bool {
        start <= moment && moment < end
    }
}

/// Every number of a day, in the order of the JSON.
extension Day {
    public static let quantities: [Quantity<Day>] = [
        .temperatureMax, .temperatureMin, .precipitation, .cloudCover, .feelsLikeMax, .feelsLikeMin, .rain, .snowfall,
        .precipitationProbability, .precipitationHours, .windSpeedMax, .windGustMax, .windDirection, .uvIndexMax,
        .snowDepthMax, .freezingLevelMin,
    ]
}

extension Quantity<Day> {
    public static let temperatureMax = Quantity(
        "temperatureMax", .temperature, { $0.temperatureMax }, { $0.temperatureMax = $1 },
        aggregation: .highest(.temperature))
    public static let temperatureMin = Quantity(
        "temperatureMin", .temperature, { $0.temperatureMin }, { $0.temperatureMin = $1 },
        aggregation: .lowest(.temperature))
    public static let precipitation = Quantity(
        "precipitation", .depth, { $0.precipitation }, { $0.precipitation = $1 }, aggregation: .sum(.precipitation))
    public static let cloudCover = Quantity(
        "cloudCover", .percent, { $0.cloudCover }, { $0.cloudCover = $1 }, aggregation: .mean(.cloudCover))
    public static let feelsLikeMax = Quantity(
        "feelsLikeMax", .temperature, { $0.feelsLikeMax }, { $0.feelsLikeMax = $1 }, aggregation: .highest(.feelsLike))
    public static let feelsLikeMin = Quantity(
        "feelsLikeMin", .temperature, { $0.feelsLikeMin }, { $0.feelsLikeMin = $1 }, aggregation: .lowest(.feelsLike))
    public static let rain = Quantity(
        "rain", .depth, { $0.rain }, { $0.rain = $1 }, aggregation: .sum(.rain))
    public static let snowfall = Quantity(
        "snowfall", .freshSnow, { $0.snowfall }, { $0.snowfall = $1 }, aggregation: .sum(.snowfall))
    public static let precipitationProbability = Quantity(
        "precipitationProbability", .percent, { $0.precipitationProbability }, { $0.precipitationProbability = $1 },
        aggregation: .highestProbability)
    public static let precipitationHours = Quantity(
        "precipitationHours", .hours, { $0.precipitationHours }, { $0.precipitationHours = $1 }, aggregation: .wetHours)
    public static let windSpeedMax = Quantity(
        "windSpeedMax", .speed, { $0.windSpeedMax }, { $0.windSpeedMax = $1 }, aggregation: .highest(.windSpeed))
    public static let windGustMax = Quantity(
        "windGustMax", .speed, { $0.windGustMax }, { $0.windGustMax = $1 }, aggregation: .highest(.windGust))
    public static let windDirection = Quantity(
        "windDirection", .direction, { $0.windDirection }, { $0.windDirection = $1 },
        aggregation: .atStrongestWind(.windDirection))
    public static let uvIndexMax = Quantity(
        "uvIndexMax", .uvIndex, { $0.uvIndexMax }, { $0.uvIndexMax = $1 }, aggregation: .highest(.uvIndex))
    public static let snowDepthMax = Quantity(
        "snowDepthMax", .snowCover, { $0.snowDepthMax }, { $0.snowDepthMax = $1 }, aggregation: .highest(.snowDepth))
    public static let freezingLevelMin = Quantity(
        "freezingLevelMin", .altitude, { $0.freezingLevelMin }, { $0.freezingLevelMin = $1 },
        aggregation: .lowest(.freezingLevel))
}

/// How the sun moves on one day at one place.
public enum Daylight: Sendable, Hashable, Codable {
    case sun(rise: UnixTime, set: UnixTime)
    /// The sun rises and then stays up for days: the first day of the midnight sun.
    case risesOnly(UnixTime)
    /// The sun sets after it has been up for days: the last day of the midnight sun.
    case setsOnly(UnixTime)
    /// The sun does not set.
    case polarDay
    /// The sun does not rise.
    case polarNight

    /// nil when the sun does not rise.
    public var sunrise: UnixTime? {
        switch self {
        case .sun(let rise, _), .risesOnly(let rise): rise
        case .setsOnly, .polarDay, .polarNight: nil
        }
    }

    /// nil when the sun does not set.
    public var sunset: UnixTime? {
        switch self {
        case .sun(_, let set), .setsOnly(let set): set
        case .risesOnly, .polarDay, .polarNight: nil
        }
    }

    /// Whether the sun is up at `moment` of that day.
    public func isDay(at moment: UnixTime) -> Bool {
        switch self {
        case .sun(let rise, let set): rise <= moment && moment < set
        case .risesOnly(let rise): rise <= moment
        case .setsOnly(let set): moment < set
        case .polarDay: true
        case .polarNight: false
        }
    }
}

/// The forecast for one hour: precipitation and its probability apply to the period that begins at `time`, which is an hour
/// unless `conditions.precipitationPeriod` is longer; all else is the state of the air at `time`.
public struct Hour: Sendable, Hashable, Codable {
    /// When the hour begins.
    public var time: UnixTime
    public var conditions: Conditions
    /// Of precipitation in `conditions.precipitationPeriod`, 0 to 100 %; nil when the provider does not give it.
    @Thousandths public var precipitationProbability: Double?

    public init(time: UnixTime, conditions: Conditions, precipitationProbability: Double? = nil) {
        self.time = time
        self.conditions = conditions
        self.precipitationProbability = precipitationProbability
    }
}

extension Hour {
    /// Every number of an hour: its conditions' numbers, and its own.
    public static let quantities: [Quantity<Hour>] =
        Conditions.quantities.map { quantity in
            let (get, set) = (quantity.get, quantity.set)
            return Quantity(quantity.name, quantity.kind, { get($0.conditions) }, { set(&$0.conditions, $1) })
        } + [.precipitationProbability]
}

extension Quantity<Hour> {
    public static let precipitationProbability = Quantity(
        "precipitationProbability", .percent, { $0.precipitationProbability }, { $0.precipitationProbability = $1 })
}

/// Frost in a night: air temperature at or below 0 °C (WMO-No. 182, International Meteorological Vocabulary).
public struct Frost: Sendable, Hashable {
    /// The lowest temperature in the rest of the night, °C; at most 0.
    public var lowest: Double
    /// The hour of the lowest temperature.
    public var time: UnixTime
    /// The midnight of the night, which identifies it.
    public var midnight: UnixTime

    public init(lowest: Double, time: UnixTime, midnight: UnixTime) {
        self.lowest = lowest
        self.time = time
        self.midnight = midnight
    }

    /// How long before midnight frost is notified, s: from 15:00 on, while there is still daylight to protect plants.
    static let notice = 9 * 3600

    /// The end of a night after midnight, s: 08:00, about its coldest time. A fixed time, since near the poles the sun
    /// may not set.
    static let morning = 8 * 3600
}

extension Report {
    /// The frost of the coming or current night; nil when none is forecast, at other times of the day, and when the
    /// report is not fresh.
    public func frost(at now: UnixTime, staleAfter: Int) -> Frost? {
        guard freshness(at: now, staleAfter: staleAfter) == .fresh, let midnight = midnight(ofNightAt: now) else {
            return nil
        }
        let coming = hours(from: now, before: midnight.advanced(by: Frost.morning))
        let temperatures = coming.compactMap { hour in hour.conditions.temperature.map { (hour.time, $0) } }
        guard let coldest = temperatures.min(by: { $0.1 < $1.1 }), coldest.1 <= 0 else { return nil }
        return Frost(lowest: coldest.1, time: coldest.0, midnight: midnight)
    }

    private func midnight(ofNightAt now: UnixTime) -> UnixTime? {
        guard let day = day(at: now) else { return nil }
        // Relative to the nearest midnight, so that clock changes, which happen in between, do not matter.
        if day.end.seconds(since: now) <= Frost.notice { return day.end }
        return now.seconds(since: day.start) < Frost.morning ? day.start : nil
    }
}
