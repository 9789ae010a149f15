import Weather

/// The hours of a report by columns.
extension Table {
    private static let ofHours: [Quantity<Hour>] = [
        Quantity("temperature", { $0.conditions.temperature }, { $0.conditions.temperature = $1 }),
        Quantity("feelsLike", { $0.conditions.feelsLike }, { $0.conditions.feelsLike = $1 }),
        Quantity("dewPoint", { $0.conditions.dewPoint }, { $0.conditions.dewPoint = $1 }),
        Quantity("humidity", { $0.conditions.humidity }, { $0.conditions.humidity = $1 }),
        Quantity("cloudCover", { $0.conditions.cloudCover }, { $0.conditions.cloudCover = $1 }),
        Quantity("pressure", { $0.conditions.pressure }, { $0.conditions.pressure = $1 }),
        Quantity("windSpeed", { $0.conditions.windSpeed }, { $0.conditions.windSpeed = $1 }),
        Quantity("windDirection", { $0.conditions.windDirection }, { $0.conditions.windDirection = $1 }),
        Quantity("windGust", { $0.conditions.windGust }, { $0.conditions.windGust = $1 }),
        Quantity("precipitation", { $0.conditions.precipitation }, { $0.conditions.precipitation = $1 }),
        Quantity("rain", { $0.conditions.rain }, { $0.conditions.rain = $1 }),
        Quantity("snowfall", { $0.conditions.snowfall }, { $0.conditions.snowfall = $1 }),
        Quantity("visibility", { $0.conditions.visibility }, { $0.conditions.visibility = $1 }),
        Quantity("uvIndex", { $0.conditions.uvIndex }, { $0.conditions.uvIndex = $1 }),
        Quantity("precipitationProbability", { $0.precipitationProbability }, { $0.precipitationProbability = $1 }),
    ]

    /// Seconds: no service tells what falls for longer than a day at once.
    private static let longestPeriod = 86_400

    init(_ hours: [Hour], _ conditions: [Condition]) {
        set("time", hours.map(\.time.seconds))
        set("condition", hours.map(\.conditions.condition), of: conditions)
        set("isDay", hours.map { hour in hour.conditions.isDay.map { $0 ? 1 : 0 } })
        setIfAny("likelihood", hours.map { $0.conditions.likelihood?.number })
        setIfAny("precipitationPeriod", hours.map(\.conditions.precipitationPeriod))
        for quantity in Self.ofHours { set(quantity, of: hours) }
    }

    func hours(_ conditions: [Condition]) throws -> [Hour] {
        let times = try wholeColumn("time")
        let words = try self.conditions("condition", of: conditions)
        let isDay = try column("isDay")
        let likelihoods = try columnIfAny("likelihood", rows: times.count)
        let periods = try columnIfAny("precipitationPeriod", rows: times.count)
        guard words.count == times.count, isDay.count == times.count else { throw Misfit() }
        var hours = times.indices.map { index in
            var conditions = Conditions(condition: words[index])
            conditions.isDay = isDay[index].map { $0 == 1 }
            conditions.likelihood = likelihoods[index].flatMap(Likelihood.init(number:))
            conditions.precipitationPeriod = periods[index].flatMap { (0...Self.longestPeriod).contains($0) ? $0 : nil }
            return Hour(time: UnixTime(times[index]), conditions: conditions)
        }
        for quantity in Self.ofHours { try fill(&hours, quantity) }
        return hours
    }
}

extension Likelihood {
    /// As the columns have it.
    var number: Int {
        switch self {
        case .possible: 0
        case .likely: 1
        }
    }

    init?(number: Int) {
        guard let likelihood = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = likelihood
    }
}
