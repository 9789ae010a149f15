import Weather

/// The list of OpenWeatherMap's five-day forecast.
///
/// An entry tells the state of the air at its time. The amounts of rain and snow in it are documented as those "for last 3 hours",
/// and its condition agrees with them: in recorded answers it is rain where there is an amount, and only there, and of the
/// strength of the amount. So both are of the three hours up to its time, as the probability of them must be too. Where
/// nothing falls the condition is that of the sky at its time: it agrees with the share of clouds there, and the icon of
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
    /// - Parameter isDay: whether the sun is up at a moment.
    func hours(from present: Conditions?, at now: UnixTime, isDay: (UnixTime) -> Bool) -> [Hour] {
        var points = entries
        guard let first = entries.first, let last = entries.last else { return [] }
        let hour = now.advanced(by: -(now.seconds % 3600))
        if hour < first.time, first.time.seconds(since: hour) <= Self.step {
            points.insert(Entry(time: hour, conditions: present ?? Conditions(), probability: nil), at: 0)
        }
        let steps = zip(points, points.dropFirst()).map { Self.step(from: $0, to: $1) }
        // What falls after the last entry is not known; it is there for the air on the way to it.
        let end = ForecastStep(time: last.time, duration: 3600, conditions: last.conditions)
        return (steps + [end]).hours(isDay: isDay).filter { $0.time < last.time }
    }

    /// The time between two entries, with the air of the first and what falls by the second.
    private static func step(from entry: Entry, to next: Entry) -> ForecastStep {
        let distance = next.time.seconds(since: entry.time)
        var step = ForecastStep(time: entry.time, duration: min(distance, Self.step), conditions: entry.conditions)
        // Where an entry is missing nobody knows what falls in the three hours before it.
        let isKnown = distance <= Self.step
        let falling = isKnown ? next.conditions : Conditions()
        let share = Double(distance) / Double(Self.step)
        step.conditions.precipitation = falling.precipitation.map { $0 * share }
        step.conditions.rain = falling.rain.map { $0 * share }
        step.conditions.snowfall = falling.snowfall.map { $0 * share }
        step.precipitationProbability = isKnown ? next.probability : nil
        if falling.condition.isWet {
            step.conditions.condition = falling.condition
        } else if entry.conditions.condition.isWet, let cover = entry.conditions.cloudCover {
            // What was told to fall at this time fell before it.
            step.conditions.condition = Condition(cloudCover: cover)
        }
        return step
    }
}
