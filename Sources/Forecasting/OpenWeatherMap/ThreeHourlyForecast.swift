import HTTP
import Weather

/// The list of OpenWeatherMap's five-day forecast.
///
/// An entry has the state of the air at its time. The amounts of rain and snow in it are documented as those "for last 3 hours",
/// and its condition agrees with them: in recorded answers it is rain where there is an amount, and only there, and of the
/// strength of the amount. So both are for the three hours up to its time, as the probability must be too. Where
/// nothing falls the condition is that of the sky at its time: it agrees with the cloud cover, and the icon of
/// day or night with the sun.
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

    /// Hour by hour, from the one that `now` falls in to the last entry's time. In the hours before the first entry the air
    /// goes from its present state to the entry's.
    ///
    /// - Parameters:
    ///   - present: nil when nothing recent is known.
    ///   - isDay: whether the sun is up at a moment.
    func hours(from present: Conditions?, at now: UnixTime, isDay: (UnixTime) -> Bool) -> [Hour] {
        var points = entries
        guard let first = entries.first, let last = entries.last else { return [] }
        let hour = now.advanced(by: -(now.seconds % 3600))
        if hour < first.time, first.time.seconds(since: hour) <= Self.step {
            points.insert(Entry(time: hour, conditions: present ?? first.conditions, probability: nil), at: 0)
        }
        let steps = zip(points, points.dropFirst()).map { Self.step(from: $0, to: $1) }
        // What falls after the last entry is not known; it is there for the air on the way to it.
        let end = ForecastStep(time: last.time, duration: 3600, conditions: last.conditions)
        return (steps + [end]).hours(isDay: isDay).filter { $0.time < last.time }
    }

    /// The hour that began the three hours up to the first entry, with what falls in them and nothing else; nil when they
    /// begin with the hour that `now` falls in or later.
    func begunPeriod(at now: UnixTime) -> Hour? {
        guard let first = entries.first else { return nil }
        let start = first.time.advanced(by: -Self.step)
        guard start.advanced(by: 3600) <= now, now < first.time else { return nil }
        var conditions = Conditions()
        conditions.takePrecipitation(of: first.conditions)
        conditions.precipitationPeriod = Self.step
        return Hour(time: start, conditions: conditions, precipitationProbability: first.probability)
    }

    /// The time between two entries, with the air of the first and what falls by the second.
    private static func step(from entry: Entry, to next: Entry) -> ForecastStep {
        let distance = next.time.seconds(since: entry.time)
        var step = ForecastStep(time: entry.time, duration: min(distance, Self.step), conditions: entry.conditions)
        // What falls is known for the three hours before an entry, and not for a part of them or where one is missing.
        step.conditions.takePrecipitation(of: distance == Self.step ? next.conditions : Conditions())
        step.precipitationProbability = distance == Self.step ? next.probability : nil
        if distance <= Self.step, next.conditions.condition.isWet {
            step.conditions.condition = next.conditions.condition
        } else if entry.conditions.condition.isWet, let cover = entry.conditions.cloudCover {
            // What was told to fall at this time fell before it.
            step.conditions.condition = Condition(cloudCover: cover)
        }
        return step
    }
}

extension Report {
    /// Takes over what falls in a period that has begun: into the hour that began it, or as an hour of which nothing else is
    /// known.
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
