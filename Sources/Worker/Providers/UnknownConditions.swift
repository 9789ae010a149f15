import Weather

/// The conditions in a report for which the provider sent a code that weatherd does not know. They stay unknown: clouds do not
/// show a hazard.
struct UnknownConditions {
    var isPresent = false
    /// The times of hours.
    var hours: Set<UnixTime> = []
    var days: Set<CalendarDate> = []
}

extension Report {
    /// Derives the conditions without a code in a report that has codes that weatherd does not know. `completed` cannot tell
    /// them apart.
    mutating func deriveConditions(except unknown: UnknownConditions) {
        for index in hours.indices where !unknown.hours.contains(hours[index].time) {
            hours[index].conditions.deriveCondition(snowPerWater: FreshSnow.perWater(of: provider))
        }
        for index in days.indices where days[index].condition == .unknown && !unknown.days.contains(days[index].date) {
            let own = hours.filter { days[index].start <= $0.time && $0.time < days[index].end }
            guard own.allSatisfy({ $0.conditions.condition != .unknown }),
                let worst = StatedCondition.worst(of: own.map(\.conditions.stated))
            else { continue }
            (days[index].condition, days[index].likelihood) = (worst.condition, worst.likelihood)
        }
        guard current?.condition == .unknown, !unknown.isPresent, currentOrigin != .station else { return }
        if let state = hours.state(at: observedAt ?? fetchedAt) {
            current?.condition = state.condition
            current?.likelihood = state.likelihood
        } else {
            current?.deriveCondition(snowPerWater: FreshSnow.perWater(of: provider))
        }
    }
}
