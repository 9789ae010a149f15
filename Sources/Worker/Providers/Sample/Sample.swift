import Almanac
public import Weather
public import WorkerProtocol

/// A week of sample weather for a machine without network. It starts today, is the same for the same place and time,
/// and is consistent like a real forecast.
public struct Sample: DescribedProvider {
    public let facts = ProviderFacts.sample

    private let timeZone: @Sendable (Coordinate) async -> String?

    /// - Parameter timeZone: of a place, as in tzdata. If nil or unknown, whole hours estimated from the longitude.
    public init(timeZone: @escaping @Sendable (Coordinate) async -> String? = { _ in nil }) {
        self.timeZone = timeZone
    }

    public func report(
        for coordinate: Coordinate, at now: UnixTime, renewing previous: Report?
    ) async throws(FetchFailure) -> Report {
        let calendar = PlaceCalendar(timeZone: await timeZone(coordinate), at: coordinate)
        let spans = spans(from: now, in: calendar)
        var report = Report(
            coordinate: coordinate, timeZone: calendar.identifier, provider: identity, fetchedAt: now)
        guard let start = spans.first?.start, let end = spans.last?.end else { return report }

        let weather = SampleWeather(coordinate: coordinate, start: start)
        let quarter = now.advanced(by: -(now.seconds % 900))
        report.observedAt = quarter
        var current = weather.conditions(at: quarter, span: 900)
        current.precipitationPeriod = 900
        report.current = current
        report.currentOrigin = .sample
        report.hours = stride(from: start.seconds, to: end.seconds, by: 3600).map(UnixTime.init).map { time in
            // An hour's precipitation is known at its end, and its condition with it.
            let next = time.advanced(by: 3600)
            let ending = weather.conditions(at: next, span: 3600)
            var conditions = weather.conditions(at: time, span: 3600)
            conditions.takePrecipitation(of: ending)
            conditions.condition = ending.condition
            conditions.windGust = ending.windGust
            return Hour(
                time: time, conditions: conditions, precipitationProbability: weather.probability(at: next))
        }
        report.days = spans.map { date, start, end in
            var day = Day(
                date: date, start: start, end: end, hours: report.hours.filter { start <= $0.time && $0.time < end })
            day.daylight = Sun(coordinate: coordinate).daylight(from: start, to: end)
            return day
        }
        report.precipitation = PrecipitationSeries(
            stride(from: start.seconds, to: end.seconds, by: 900).map(UnixTime.init).map { time in
                PrecipitationStep(end: time, duration: 900, amount: weather.amount(until: time, span: 900))
            })
        return report
    }

    /// The days of the week starting today.
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
