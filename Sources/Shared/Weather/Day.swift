/// The forecast for one day of the place's own calendar. A nil value is one that the provider does not give.
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
