import Astronomy
import Foundation
public import Weather

/// A week of made-up weather for a machine without network. It is the same for the same place and time, begins today
/// wherever it is asked for, and agrees with itself as a forecast should.
public struct Sample: ForecastProvider {
    public static let identity = Provider(id: "sample", name: "sample data", isSample: true)

    public var identity: Provider { Self.identity }

    /// Nobody is asked.
    public static let limits = ProviderLimits(batch: 60)

    public var limits: ProviderLimits { Self.limits }

    private let timeZone: @Sendable (Coordinate) -> String?

    /// - Parameter timeZone: of a place, as tzdata names it. Where it is nil, or tzdata does not know it, the zone is that
    ///   of the sun: whole hours by the longitude.
    public init(timeZone: @escaping @Sendable (Coordinate) -> String? = { _ in nil }) {
        self.timeZone = timeZone
    }

    public func report(for coordinate: Coordinate, at now: UnixTime) async throws(FetchFailure) -> Report {
        let calendar = calendar(at: coordinate)
        let spans = spans(from: now, in: calendar)
        var report = Report(
            coordinate: coordinate, timeZone: calendar.identifier, provider: identity, fetchedAt: now)
        guard let start = spans.first?.start, let end = spans.last?.end else { return report }

        let weather = SampleWeather(coordinate: coordinate, start: start)
        let quarter = now.advanced(by: -(now.seconds % 900))
        report.observedAt = quarter
        report.current = weather.conditions(at: quarter, span: 900)
        report.hours = stride(from: start.seconds, to: end.seconds, by: 3600).map(UnixTime.init).map { time in
            Hour(
                time: time, conditions: weather.conditions(at: time, span: 3600),
                precipitationProbability: weather.probability(at: time))
        }
        report.days = spans.map { date, start, end in
            Day(
                date: date, start: start, end: end, hours: report.hours.filter { start <= $0.time && $0.time < end },
                daylight: Sun(coordinate: coordinate).daylight(from: start, to: end))
        }
        report.precipitation = PrecipitationSeries(
            stride(from: start.seconds, to: end.seconds, by: 900).map(UnixTime.init).map { time in
                PrecipitationStep(end: time, duration: 900, amount: weather.amount(until: time, span: 900))
            })
        return report
    }

    private func calendar(at coordinate: Coordinate) -> PlaceCalendar {
        // The names of Etc count from the place to Greenwich: four hours west of it is GMT+4.
        let hoursWest = -Int((coordinate.longitude / 15).rounded())
        let sunZone = hoursWest == 0 ? "Etc/GMT" : hoursWest > 0 ? "Etc/GMT+\(hoursWest)" : "Etc/GMT\(hoursWest)"
        let zone = timeZone(coordinate).flatMap(TimeZone.init(identifier:)) ?? TimeZone(identifier: sunZone)
        return PlaceCalendar(timeZone: zone ?? .gmt)
    }

    /// The days of the week that begins on the day of `now`.
    private func spans(
        from now: UnixTime, in calendar: PlaceCalendar
    ) -> [(date: CalendarDate, start: UnixTime, end: UnixTime)] {
        let today = calendar.date(at: now)
        return (0..<SampleScript.days).compactMap { day in
            guard let date = calendar.date(day, after: today), let span = calendar.span(of: date) else { return nil }
            return (date, span.start, span.end)
        }
    }
}

extension Day {
    /// The day that these hours make.
    fileprivate init(date: CalendarDate, start: UnixTime, end: UnixTime, hours: [Hour], daylight: Daylight) {
        self.init(date: date, start: start, end: end)
        let conditions = hours.map(\.conditions)
        func values(_ quantity: KeyPath<Conditions, Double?>) -> [Double] {
            conditions.compactMap { $0[keyPath: quantity] }
        }
        func sum(_ quantity: KeyPath<Conditions, Double?>) -> Double {
            values(quantity).reduce(0, +).rounded(decimals: 1)
        }
        // The conditions are declared from fair to foul.
        let severity = Dictionary(uniqueKeysWithValues: zip(Condition.allCases, 0...))
        condition = conditions.map(\.condition).max { severity[$0, default: 0] < severity[$1, default: 0] } ?? .unknown
        temperatureMax = values(\.temperature).max()
        temperatureMin = values(\.temperature).min()
        feelsLikeMax = values(\.feelsLike).max()
        feelsLikeMin = values(\.feelsLike).min()
        cloudCover = (values(\.cloudCover).reduce(0, +) / Double(max(hours.count, 1))).rounded()
        precipitation = sum(\.precipitation)
        rain = sum(\.rain)
        snowfall = sum(\.snowfall)
        precipitationProbability = hours.compactMap(\.precipitationProbability).max()
        precipitationHours = Double(values(\.precipitation).count { $0 > 0 })
        windSpeedMax = values(\.windSpeed).max()
        windGustMax = values(\.windGust).max()
        windDirection = conditions.max { ($0.windSpeed ?? 0) < ($1.windSpeed ?? 0) }?.windDirection
        uvIndexMax = values(\.uvIndex).max()
        self.daylight = daylight
    }
}
