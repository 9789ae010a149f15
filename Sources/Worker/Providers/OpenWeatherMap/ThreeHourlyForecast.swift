import HTTP
import Weather
import WorkerProtocol

/// The list of OpenWeatherMap's five-day forecast.
///
/// An entry has the state of the air at its time. Its amounts are documented as "for last 3 hours"; in recorded answers its
/// condition is rain exactly when there is an amount, so both, and presumably the probability, are for the three hours before
/// its time. When dry, the condition describes the sky at its time.
struct ThreeHourlyForecast {
    private var entries: [Entry]

    private struct Entry {
        var time: UnixTime
        var conditions: Conditions
        /// Of rain or snow, 0 to 100 %.
        var probability: Double?
    }

    private static let step = 3 * 3600

    init(_ list: JSONValue, near now: UnixTime) {
        entries = list.timed(near: now).compactMap { time, json in
            Conditions(openWeatherMap: json, period: "3h").map {
                Entry(time: time, conditions: $0, probability: json["pop"].percentage)
            }
        }
    }

    /// Hourly, from the current hour to the last entry's time. Before the first entry, the air is interpolated from its
    /// current state, as far as that is known, else it is the entry's.
    ///
    /// - Parameters:
    ///   - present: nil when nothing recent is known.
    ///   - isDay: whether the sun is up at a moment.
    func hours(from present: Conditions?, at now: UnixTime, isDay: (UnixTime) -> Bool) -> [Hour] {
        var points = entries
        guard let first = entries.first, let last = entries.last else { return [] }
        let hour = now.advanced(by: -(now.seconds % 3600))
        if hour < first.time, first.time.seconds(since: hour) <= Self.step {
            let start = present?.completed(with: first.conditions) ?? first.conditions
            points.insert(Entry(time: hour, conditions: start, probability: nil), at: 0)
        }
        let steps = zip(points, points.dropFirst()).map { Self.step(from: $0, to: $1) }
        // Precipitation after the last entry is unknown; the entry is the end of the interpolation.
        let end = ForecastStep(time: last.time, duration: 3600, conditions: last.conditions)
        return (steps + [end]).hours(isDay: isDay).filter { $0.time < last.time }
    }

    /// The hour that started the three hours before the first entry, with only their precipitation; nil when they start
    /// with the current hour or later.
    func begunPeriod(at now: UnixTime) -> Hour? {
        guard let first = entries.first else { return nil }
        let start = first.time.advanced(by: -Self.step)
        guard start.advanced(by: 3600) <= now, now < first.time else { return nil }
        var conditions = Conditions()
        conditions.takePrecipitation(of: first.conditions)
        conditions.precipitationPeriod = Self.step
        return Hour(time: start, conditions: conditions, precipitationProbability: first.probability)
    }

    /// The step between two entries: the air of the first, and the precipitation of the second.
    private static func step(from entry: Entry, to next: Entry) -> ForecastStep {
        let distance = next.time.seconds(since: entry.time)
        var step = ForecastStep(time: entry.time, duration: min(distance, Self.step), conditions: entry.conditions)
        // Precipitation is known for the three hours before an entry, but not for a part of them or across a missing
        // entry.
        step.conditions.takePrecipitation(of: distance == Self.step ? next.conditions : Conditions())
        step.precipitationProbability = distance == Self.step ? next.probability : nil
        if distance <= Self.step, next.conditions.condition.isWet {
            step.conditions.condition = next.conditions.condition
        } else if entry.conditions.condition.isWet, let cover = entry.conditions.cloudCover {
            // The entry's precipitation fell before its time.
            step.conditions.condition = Condition(cloudCover: cover)
        }
        return step
    }
}

extension Report {
    /// Adds the precipitation of a period that has already started to the hour that started it, or as an hour with
    /// nothing else.
    mutating func take(begunPeriod hour: Hour) {
        let index = hours.firstIndex { hour.time <= $0.time } ?? hours.endIndex
        if index < hours.endIndex, hours[index].time == hour.time {
            hours[index].conditions.takePrecipitation(of: hour.conditions)
            hours[index].precipitationProbability = hour.precipitationProbability
        } else {
            hours.insert(hour, at: index)
        }
    }
}

extension Conditions {
    /// Fills missing values of the air from `other`. Speed, direction and gusts of the wind belong together.
    fileprivate func completed(with other: Conditions) -> Conditions {
        var result = self
        for quantity in Self.quantities where quantity.get(self) == nil && quantity.kind.interpolation != .ofPeriod {
            if quantity.kind == .direction || quantity == .windGust, windSpeed != nil { continue }
            quantity.set(&result, quantity.get(other))
        }
        if condition == .unknown { (result.condition, result.likelihood) = (other.condition, other.likelihood) }
        return result
    }
}

extension Report {
    /// Older current weather does not improve the forecast, s. The service computes it every ten minutes.
    private static let oldestPresent = 3600

    /// nil without any usable value.
    ///
    /// - Parameters:
    ///   - present: the answer of `weather`.
    ///   - forecast: the answer of `forecast`.
    ///   - previous: an earlier report, for today's past hours. The service's `temp_min` and `temp_max` cannot replace
    ///     it: they are the current range within a large city.
    init?(
        present: JSONValue, forecast: JSONValue, for coordinate: Coordinate, in calendar: PlaceCalendar,
        at now: UnixTime, after previous: Report?
    ) {
        self.init(
            coordinate: coordinate, timeZone: calendar.identifier, provider: ProviderFacts.openWeatherMap.identity,
            fetchedAt: now)
        let derived = DerivedWeather(coordinate: coordinate, calendar: calendar)
        if var conditions = Conditions(openWeatherMap: present, period: "1h") {
            observedAt = present["dt"].unixTime
            conditions.isDay = derived.isDay(at: observedAt ?? now)
            current = conditions
            currentOrigin = .analysis
        }
        let isRecent = observedAt.map { abs(now.seconds(since: $0)) <= Self.oldestPresent } ?? false
        let threeHourly = ThreeHourlyForecast(forecast["list"], near: now)
        hours = threeHourly.hours(from: isRecent ? current : nil, at: now, isDay: derived.isDay)
        takeEarlierHours(of: previous, in: calendar, at: now)
        if let begun = threeHourly.begunPeriod(at: now) { take(begunPeriod: begun) }
        days = derived.days(of: hours, from: now)
        if current == nil, hours.isEmpty { return nil }
        unknownCodes = ([present] + forecast["list"].elements).unknownOpenWeatherMapCodes
        guard unknownCodes != nil else { return }
        let unknown = forecast["list"].timed(near: now).filter { [$0.value].unknownOpenWeatherMapCodes != nil }
        // An entry's hours are those around it.
        let hours = unknown.flatMap { entry in (-3...3).map { entry.time.advanced(by: $0 * 3600) } }
        deriveConditions(
            except: UnknownConditions(
                isPresent: [present].unknownOpenWeatherMapCodes != nil, hours: Set(hours),
                days: Set(hours.map(calendar.date))))
    }
}
