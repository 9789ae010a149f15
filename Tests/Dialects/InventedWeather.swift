import Foundation
public import Weather

/// A week of weather that nobody had, the same for every service to tell.
///
/// It is made so that it can be told in every dialect: round numbers, six-hourly changes of the condition, every amount that
/// falls in an hour of rain or snow, and nothing between.
public struct InventedWeather: Sendable {
    public var coordinate: Coordinate
    /// As tzdata names it.
    public var timeZone: String
    public var now: UnixTime
    public var current: Conditions
    /// From the midnight of today, hour by hour.
    public var hours: [Hour]
    /// Those that the hours make.
    public var days: [Day]

    /// Oslo, New York or elsewhere: a place and a time zone that all services of a test cover.
    ///
    /// - Parameters:
    ///   - now: a full hour makes it easiest for services that tell the present by the hour.
    ///   - conditions: in turn for six hours each; the first is that of the present.
    public init(
        at coordinate: Coordinate, timeZone: String, now: UnixTime,
        conditions: [Condition] = [.partlyCloudy, .rain, .overcast, .clear]
    ) {
        self.coordinate = coordinate
        self.timeZone = timeZone
        self.now = now
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        let date = Date(timeIntervalSince1970: Double(now.seconds))
        let today = calendar.startOfDay(for: date)
        let midnights = (0...8).map { calendar.date(byAdding: .day, value: $0, to: today) ?? today }
            .map { UnixTime(Int($0.timeIntervalSince1970)) }
        let nowIndex = now.seconds(since: midnights[0]) / 3600
        let count = midnights[8].seconds(since: midnights[0]) / 3600
        let hours = (0..<count).map { index in
            // The quarter of the day that the present falls in has the first of the conditions.
            let turn = index / 6 - nowIndex / 6
            let condition = conditions[((turn % conditions.count) + conditions.count) % conditions.count]
            return Hour(
                time: midnights[0].advanced(by: index * 3600), conditions: Self.conditions(index, condition),
                precipitationProbability: Self.isWet(condition) ? 80 : 10)
        }
        self.hours = hours
        current = hours[nowIndex].conditions
        days = (0..<8).map { index in
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(midnights[index].seconds)))
            let own = hours.filter { midnights[index] <= $0.time && $0.time < midnights[index + 1] }
            var day = Day(
                date: CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0),
                start: midnights[index], end: midnights[index + 1])
            func all(_ value: (Conditions) -> Double?) -> [Double] { own.compactMap { value($0.conditions) } }
            day.condition = own.map(\.conditions.condition).max { Self.severity($0) < Self.severity($1) } ?? .unknown
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
            day.daylight = .sun(
                rise: midnights[index].advanced(by: Self.sunrise * 3600),
                set: midnights[index].advanced(by: Self.sunset * 3600))
            return day
        }
    }

    /// The hours of the clock at which the sun rises and sets, as services tell it that tell it.
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
        // Snow needs frost.
        let warmth = isSnow(condition) ? -8.0 : 9.0
        // Multiples of three hours hold the extremes, so that three-hourly steps have them too.
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
        // Ten millimetres of fresh snow for one of water.
        conditions.snowfall = isSnow(condition) ? 12 : 0
        conditions.visibility = isWet(condition) ? 8000 : 10_000
        conditions.isDay = (Self.sunrise..<Self.sunset).contains(index % 24)
        conditions.uvIndex = (8...16).contains(index % 24) ? 2 : 0
        return conditions
    }
}
