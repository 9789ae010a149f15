import Weather

/// The hours of a report by columns.
extension ColumnTable {
    init(_ hours: [Hour], _ conditions: [Condition]) {
        set("time", hours.map(\.time.seconds))
        set("condition", hours.map(\.conditions.condition), of: conditions)
        set("isDay", hours.map { hour in hour.conditions.isDay.map { $0 ? 1 : 0 } })
        setIfAny("likelihood", hours.map { $0.conditions.likelihood?.number })
        setIfAny("precipitationPeriod", hours.map(\.conditions.precipitationPeriod))
        for quantity in Hour.quantities { set(quantity, of: hours) }
    }

    func hours(_ conditions: [Condition]) throws -> [Hour] {
        let times = try wholeColumn("time")
        let words = try self.conditions("condition", of: conditions)
        let isDay = try column("isDay")
        let likelihoods = try columnIfAny("likelihood", rows: times.count)
        let periods = try columnIfAny("precipitationPeriod", rows: times.count)
        guard words.count == times.count, isDay.count == times.count else { throw Misfit() }
        var hours = times.indices.map { index in
            var conditions = Conditions(condition: words[index])
            conditions.isDay = isDay[index].map { $0 == 1 }
            conditions.likelihood = likelihoods[index].flatMap(Likelihood.init(number:))
            conditions.precipitationPeriod = periods[index].flatMap {
                Conditions.precipitationPeriods.contains($0) ? $0 : nil
            }
            return Hour(time: UnixTime(times[index]), conditions: conditions)
        }
        for quantity in Hour.quantities { try fill(&hours, quantity) }
        return hours
    }
}

extension Likelihood {
    /// Its number in the columns.
    var number: Int {
        switch self {
        case .possible: 0
        case .likely: 1
        }
    }

    init?(number: Int) {
        guard let likelihood = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = likelihood
    }
}
