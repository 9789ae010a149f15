import Foundation
public import Weather

/// A week of invented weather, which every service reports.
///
/// It can be expressed in every dialect: round numbers, a new condition every six hours, and precipitation only in full
/// hours of rain or snow.
public struct InventedWeather: Sendable {
    public var coordinate: Coordinate
    /// The time zone's name in tzdata.
    public var timeZone: String
    public var now: UnixTime
    public var current: Conditions
    /// Hour by hour from today's midnight.
    public var hours: [Hour]
    /// The days that consist of these hours.
    public var days: [Day]

    /// - Parameters:
    ///   - coordinate: a place that all services of a test cover.
    ///   - now: preferably a full hour, for services that report current weather by the hour.
    ///   - conditions: each lasts six hours, in turn; the first is the current one.
    ///   - wetProbability: the probability of precipitation in a wet hour, percent.
    public init(
        at coordinate: Coordinate, timeZone: String, now: UnixTime,
        conditions: [Condition] = [.partlyCloudy, .rain, .overcast, .clear], wetProbability: Double = 80
    ) {
        self.coordinate = coordinate
        self.timeZone = timeZone
        self.now = now
        let midnights = Self.midnights(from: now, in: TimeZone(identifier: timeZone) ?? .gmt)
        // Models compute full UTC hours, regardless of local time.
        let first = UnixTime((midnights[0].seconds + 3599) / 3600 * 3600)
        let nowIndex = max(now.seconds(since: first) / 3600, 0)
        let hours = (0..<Self.hourCount).map { index in
            // The quarter of the day that contains the present has the first condition.
            let turn = index / 6 - nowIndex / 6
            let condition = conditions[((turn % conditions.count) + conditions.count) % conditions.count]
            return Hour(
                time: first.advanced(by: index * 3600), conditions: Self.conditions(index, condition),
                precipitationProbability: Self.isWet(condition) ? wetProbability : 10)
        }
        self.hours = hours
        current = hours[nowIndex].conditions
        days = zip(midnights, midnights.dropFirst()).map { Self.day(from: $0, to: $1, in: timeZone, of: hours) }
    }

    /// Nine days.
    private static let hourCount = 216

    /// Nine, the first of which is today's.
    private static func midnights(from now: UnixTime, in zone: TimeZone) -> [UnixTime] {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let today = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(now.seconds)))
        return (0...8).map { calendar.date(byAdding: .day, value: $0, to: today) ?? today }
            .map { UnixTime(Int($0.timeIntervalSince1970)) }
    }

    /// The day that consists of these hours.
    private static func day(from start: UnixTime, to end: UnixTime, in timeZone: String, of hours: [Hour]) -> Day {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day], from: Date(timeIntervalSince1970: Double(start.seconds)))
        let own = hours.filter { start <= $0.time && $0.time < end }
        var day = Day(
            date: CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0), start: start,
            end: end)
        func all(_ value: (Conditions) -> Double?) -> [Double] { own.compactMap { value($0.conditions) } }
        day.condition = own.map(\.conditions.condition).max { severity($0) < severity($1) } ?? .unknown
        day.temperatureMax = all(\.temperature).max()
        day.temperatureMin = all(\.temperature).min()
        day.feelsLikeMax = all(\.feelsLike).max()
        day.feelsLikeMin = all(\.feelsLike).min()
        day.cloudCover = (all(\.cloudCover).reduce(0, +) / Double(own.count)).rounded()
        day.precipitation = all(\.precipitation).reduce(0, +)
        day.rain = all(\.rain).reduce(0, +)
        day.snowfall = all(\.snowfall).reduce(0, +)
        day.precipitationProbability = own.compactMap(\.precipitationProbability).max()
        day.precipitationHours = Double(all(\.precipitation).count { $0 > 0 })
        day.windSpeedMax = all(\.windSpeed).max()
        day.windGustMax = all(\.windGust).max()
        day.windDirection = own.first?.conditions.windDirection
        day.uvIndexMax = all(\.uvIndex).max()
        day.snowDepthMax = all(\.snowDepth).max()
        day.freezingLevelMin = all(\.freezingLevel).min()
        day.daylight = .sun(rise: start.advanced(by: sunrise * 3600), set: start.advanced(by: sunset * 3600))
        return day
    }

    /// Changes each hour, and the days accordingly.
    public mutating func change(_ change: (inout Hour) -> Void) {
        for index in hours.indices { change(&hours[index]) }
        for (index, day) in days.enumerated() {
            days[index] = Self.day(from: day.start, to: day.end, in: timeZone, of: hours)
            days[index].daylight = day.daylight
        }
    }

    /// The hour that contains `moment`.
    public func hour(at moment: UnixTime) -> Hour? {
        hours.first { $0.time <= moment && moment < $0.time.advanced(by: 3600) }
    }

    /// The hours that begin in the `length` seconds from `start`; empty if the weather lacks some of them.
    public func hours(from start: UnixTime, for length: Int) -> ArraySlice<Hour> {
        guard let first = hours.firstIndex(where: { $0.time == start }), first + length / 3600 <= hours.count else {
            return []
        }
        return hours[first..<(first + length / 3600)]
    }

    /// The local hours of sunrise and sunset, as services report them.
    private static let sunrise = 7
    private static let sunset = 17

    public static func isWet(_ condition: Condition) -> Bool { isRain(condition) || isSnow(condition) }

    public static func isRain(_ condition: Condition) -> Bool {
        switch condition {
        case .drizzle, .freezingDrizzle, .rainLight, .rain, .rainHeavy, .freezingRain, .rainShowers, .thunderstorm,
            .thunderstormHail:
            true
        default: false
        }
    }

    public static func isSnow(_ condition: Condition) -> Bool {
        [.snowLight, .snow, .snowHeavy, .snowShowers].contains(condition)
    }

    private static func severity(_ condition: Condition) -> Int {
        Condition.allCases.firstIndex(of: condition) ?? 0
    }

    private static func conditions(_ index: Int, _ condition: Condition) -> Conditions {
        var conditions = Conditions(condition: condition)
        // Snow requires frost.
        let warmth = isSnow(condition) ? -8.0 : 9.0
        // The extremes are at multiples of three hours, so that three-hour steps have them too.
        let ofDay = [0.0, -1, -2, -3, -2, 0, 2, 3, 4, 5, 5.5, 6, 7, 6.5, 6, 5.5, 5, 4, 3, 2.5, 2, 1, 1, 0.5]
        let temperature = warmth + ofDay[index % 24]
        conditions.temperature = temperature
        conditions.feelsLike = temperature - 2
        conditions.dewPoint = temperature - 3
        conditions.humidity = Double(60 + index % 3 * 10)
        conditions.cloudCover = isWet(condition) || condition == .overcast ? 100 : condition == .clear ? 0 : 50
        conditions.pressure = Double(1005 + index / 6 % 4)
        conditions.windSpeed = Double(3 + index / 3 % 4)
        conditions.windDirection = 225
        conditions.windGust = Double(3 + index / 3 % 4) * 2
        conditions.precipitation = isWet(condition) ? 1.2 : 0
        conditions.rain = isRain(condition) ? 1.2 : 0
        // Ten millimetres of fresh snow per millimetre of water.
        conditions.snowfall = isSnow(condition) ? 12 : 0
        conditions.visibility = isWet(condition) ? 8000 : 10_000
        conditions.isDay = (Self.sunrise..<Self.sunset).contains(index % 24)
        conditions.uvIndex = (8...16).contains(index % 24) ? 2 : 0
        // For all other quantities, whole numbers from the middle of the range that change every six hours.
        for quantity in Conditions.quantities where quantity.get(conditions) == nil {
            let (lowest, width) = (quantity.range.lowerBound, quantity.range.upperBound - quantity.range.lowerBound)
            let share = Double(5 + index / 6 % 3) / 10
            let scale = width < 10 ? 10.0 : 1
            quantity.set(&conditions, ((lowest + width * share) * scale).rounded() / scale)
        }
        return conditions
    }
}
