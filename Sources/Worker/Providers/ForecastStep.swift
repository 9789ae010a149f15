import Weather

/// A forecast for several hours, which is how services state the later part of it.
struct ForecastStep: Sendable {
    /// When the step begins.
    var time: UnixTime
    /// Seconds, at least 3600.
    var duration: Int
    /// The state of the air at `time`; precipitation is that of the whole step.
    var conditions: Conditions
    /// 0 to 100 %, of the whole step.
    var precipitationProbability: Double?
}

extension Sequence<ForecastStep> {
    /// Interpolates the steps to hours: the state of the air is linear between steps, the wind turns along the shorter arc,
    /// and the condition stays that of the step. The first hour of a step has its precipitation and probability with their
    /// period, the others have none: it is unknown in which of them it falls.
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
                let falling = number == 0 ? step.precipitation(of: count) : Conditions()
                conditions.takePrecipitation(of: falling)
                hours.append(
                    Hour(
                        time: time, conditions: conditions,
                        precipitationProbability: number == 0 ? step.precipitationProbability : nil))
            }
        }
        return hours
    }
}

extension ForecastStep {
    /// The precipitation of the step's first hours. Where the next step begins before this one ends, a constant rate is
    /// assumed.
    fileprivate func precipitation(of hours: Int) -> Conditions {
        let share = Double(hours * 3600) / Double(max(duration, 3600))
        var falling = Conditions()
        for amount in Conditions.amounts {
            amount.set(&falling, amount.get(conditions).map { ($0 * share).rounded(decimals: 3) })
        }
        if hours > 1, falling.precipitation != nil || precipitationProbability != nil {
            falling.precipitationPeriod = hours * 3600
        }
        return falling
    }
}

extension Conditions {
    /// The state of the air between this one and another.
    ///
    /// - Parameter share: the position between them, 0 to 1.
    func blended(with other: Conditions, share: Double) -> Conditions {
        var blend = self
        for quantity in Self.quantities {
            guard let from = quantity.get(self), let to = quantity.get(other) else { continue }
            switch quantity.kind.interpolation {
            case .linear(let decimals): quantity.set(&blend, (from + (to - from) * share).rounded(decimals: decimals))
            case .circular(let decimals):
                let turn = (to - from).remainder(dividingBy: 360)
                let direction = (from + turn * share).truncatingRemainder(dividingBy: 360)
                quantity.set(&blend, (direction < 0 ? direction + 360 : direction).rounded(decimals: decimals))
            case .ofPeriod: break
            }
        }
        return blend
    }
}
