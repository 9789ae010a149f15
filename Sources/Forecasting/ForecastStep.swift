import Weather

/// A forecast for some hours at once, as services have it for what lies further ahead.
struct ForecastStep: Sendable {
    /// When the step begins.
    var time: UnixTime
    /// Seconds, at least 3600.
    var duration: Int
    /// The state of the air at `time`; what falls is that of the whole step.
    var conditions: Conditions
    /// 0 to 100 %, of the whole step.
    var precipitationProbability: Double?
}

extension Sequence<ForecastStep> {
    /// Hour by hour: between one step and the next the state of the air changes evenly, the wind turns by the shorter way,
    /// what falls in a step falls evenly in each of its hours, and the condition stays that of the step.
    ///
    /// - Parameter isDay: whether the sun is up at a moment.
    func hours(isDay: (UnixTime) -> Bool?) -> [Hour] {
        let steps = sorted { $0.time < $1.time }
        var hours: [Hour] = []
        for (index, step) in steps.enumerated() {
            let next = index + 1 < steps.count ? steps[index + 1] : nil
            let reach = next.map { $0.time.seconds(since: step.time) } ?? step.duration
            let count = Swift.max(1, Swift.min(step.duration, reach) / 3600)
            for number in 0..<count {
                let time = step.time.advanced(by: number * 3600)
                if let last = hours.last, time <= last.time { continue }
                let isReached = next.map { $0.time.seconds(since: step.time) <= 6 * 3600 } ?? false
                var conditions = step.conditions
                if number > 0, isReached, let next {
                    conditions = step.conditions.blended(
                        with: next.conditions, share: Double(number * 3600) / Double(reach))
                }
                conditions.isDay = isDay(time)
                let share = 3600 / Double(Swift.max(step.duration, 3600))
                conditions.precipitation = step.conditions.precipitation.map { ($0 * share).rounded(decimals: 3) }
                conditions.rain = step.conditions.rain.map { ($0 * share).rounded(decimals: 3) }
                conditions.snowfall = step.conditions.snowfall.map { ($0 * share).rounded(decimals: 3) }
                hours.append(
                    Hour(
                        time: time, conditions: conditions, precipitationProbability: step.precipitationProbability))
            }
        }
        return hours
    }
}

extension Conditions {
    /// The state of the air on the way from this one to another.
    ///
    /// - Parameter share: how far on the way, 0 to 1.
    func blended(with other: Conditions, share: Double) -> Conditions {
        var blend = self
        func between(_ quantity: KeyPath<Conditions, Double?>) -> Double? {
            guard let from = self[keyPath: quantity], let to = other[keyPath: quantity] else {
                return self[keyPath: quantity]
            }
            return (from + (to - from) * share).rounded(decimals: 2)
        }
        blend.temperature = between(\.temperature)
        blend.feelsLike = between(\.feelsLike)
        blend.dewPoint = between(\.dewPoint)
        blend.humidity = between(\.humidity)
        blend.cloudCover = between(\.cloudCover)
        blend.pressure = between(\.pressure)
        blend.windSpeed = between(\.windSpeed)
        blend.windGust = between(\.windGust)
        blend.visibility = between(\.visibility)
        blend.uvIndex = between(\.uvIndex)
        if let from = windDirection, let to = other.windDirection {
            let turn = (to - from).remainder(dividingBy: 360)
            let direction = (from + turn * share).truncatingRemainder(dividingBy: 360)
            blend.windDirection = (direction < 0 ? direction + 360 : direction).rounded(decimals: 1)
        }
        return blend
    }
}
