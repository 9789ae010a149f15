import Almanac
import Weather
import WorkerProtocol

extension OpenMeteoAnswer {
    /// The place's calendar, and the answer's UTC offset, which is that of the day of the answer. If tzdata does not
    /// know the zone, the offset is used as the zone.
    func clock(at now: UnixTime) -> (calendar: PlaceCalendar, utcOffset: Int) {
        let offset = utcOffset.flatMap { (-86_400...86_400).contains($0) ? $0 : nil }
        let zone =
            timeZone.flatMap(TimeZone.init(known:)) ?? offset.flatMap(TimeZone.init(offset:)) ?? .gmt
        return (PlaceCalendar(timeZone: zone), offset ?? zone.offset(at: now.seconds))
    }
}

extension OpenMeteoAnswer {
    fileprivate func unknownConditions(utcOffset: Int) -> UnknownConditions {
        func times(_ rows: [(time: UnixTime, row: OpenMeteoRow)]) -> [UnixTime] {
            rows.filter { $0.row.hasUnknownCode }.map(\.time)
        }
        let hours = times(hourlyRows(utcOffset: utcOffset))
        let days = times(daily.rows(utcOffset: utcOffset))
        return UnknownConditions(
            isPresent: !current.unknownCodes("weather_code").isEmpty,
            // A row's code may be that of the hour before it.
            hours: Set(hours + hours.map { $0.advanced(by: -3600) }),
            days: Set(days.map { PlaceCalendar.greenwich.date(at: $0.advanced(by: utcOffset)) }))
    }
}

extension Report: OpenMeteoContent {
    static var subject: String { "weather" }

    init?(_ answer: OpenMeteoAnswer, for coordinate: Coordinate, at now: UnixTime) {
        let (calendar, utcOffset) = answer.clock(at: now)
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: ProviderFacts.openMeteo.identity,
            fetchedAt: now)

        // Current weather is useful even without its time.
        let present = OpenMeteoRow(table: answer.current, index: 0, utcOffset: utcOffset)
        if var conditions = Conditions(present, ending: present) {
            conditions.precipitationPeriod = conditions.hasPrecipitation ? present.interval : nil
            current = conditions
            // The service computes current weather from models.
            currentOrigin = .analysis
            observedAt = present.time("time")
        }
        let all = answer.hours(utcOffset: utcOffset)
        days = answer.days(of: all, in: calendar, utcOffset: utcOffset, at: coordinate)
        let today = calendar.date(at: now)
        let start = calendar.span(of: today)?.start ?? now
        let last = calendar.date(OpenMeteo.days - 1, after: today).flatMap(calendar.span)
        let end = last?.end ?? .distantFuture
        days.removeAll { $0.start < start || end <= $0.start }
        // A copy, since an array that grew has up to twice the capacity that it needs.
        hours = Array(all.drop { $0.time.advanced(by: 3600) <= start }.prefix { $0.time < end })
        past = all.prefix { $0.time.advanced(by: 3600) <= start }.compactMap(PastTemperatures.Point.init)
        precipitation = answer.quarterHours(utcOffset: utcOffset, for: coordinate, at: now)
        elevation = answer.elevation

        if current == nil, hours.isEmpty, days.isEmpty { return nil }
        let unknown = Set([answer.current, answer.hourly, answer.daily].flatMap { $0.unknownCodes("weather_code") })
        guard !unknown.isEmpty else { return }
        unknownCodes = unknown.sorted().prefix(10).map { "weather code \($0)" }
        deriveConditions(except: answer.unknownConditions(utcOffset: utcOffset))
    }
}
