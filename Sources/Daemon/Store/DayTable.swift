import Weather

/// The days of a report by columns.
extension ColumnTable {
    /// The number of each type of daylight in the column `daylight`.
    private enum Sun {
        static let risesAndSets = 0
        static let stays = 1
        static let staysAway = 2
        static let rises = 3
        static let sets = 4
    }

    init(_ days: [Day], _ conditions: [Condition]) {
        // As 20261121, which people can read.
        set("date", days.map { $0.date.year * 10_000 + $0.date.month * 100 + $0.date.day })
        set("start", days.map(\.start.seconds))
        set("end", days.map(\.end.seconds))
        set("condition", days.map(\.condition), of: conditions)
        set(
            "daylight",
            days.map { day in
                switch day.daylight {
                case .sun: Sun.risesAndSets
                case .risesOnly: Sun.rises
                case .setsOnly: Sun.sets
                case .polarDay: Sun.stays
                case .polarNight: Sun.staysAway
                case nil: nil
                }
            })
        set("sunrise", days.map { $0.daylight?.sunrise?.seconds })
        set("sunset", days.map { $0.daylight?.sunset?.seconds })
        setIfAny("likelihood", days.map { $0.likelihood?.number })
        for quantity in Day.quantities { set(quantity, of: days) }
    }

    func days(_ conditions: [Condition]) throws -> [Day] {
        let dates = try wholeColumn("date")
        let starts = try wholeColumn("start")
        let ends = try wholeColumn("end")
        let words = try self.conditions("condition", of: conditions)
        let suns = try ["daylight", "sunrise", "sunset"].map { try column($0) }
        let likelihoods = try columnIfAny("likelihood", rows: dates.count)
        let columns = [starts.count, ends.count, words.count] + suns.map(\.count)
        guard columns.allSatisfy({ $0 == dates.count }) else { throw Misfit() }
        var days = try dates.indices.map { index in
            var day = Day(
                date: try CalendarDate(number: dates[index]), start: UnixTime(starts[index]),
                end: UnixTime(ends[index]), condition: words[index])
            day.likelihood = likelihoods[index].flatMap(Likelihood.init(number:))
            switch (suns[0][index], suns[1][index], suns[2][index]) {
            case (Sun.risesAndSets, let rise?, let set?):
                day.daylight = .sun(rise: UnixTime(rise), set: UnixTime(set))
            case (Sun.rises, let rise?, _): day.daylight = .risesOnly(UnixTime(rise))
            case (Sun.sets, _, let set?): day.daylight = .setsOnly(UnixTime(set))
            case (Sun.stays, _, _): day.daylight = .polarDay
            case (Sun.staysAway, _, _): day.daylight = .polarNight
            case (nil, _, _): break
            default: throw Misfit()
            }
            return day
        }
        for quantity in Day.quantities { try fill(&days, quantity) }
        return days
    }
}

extension CalendarDate {
    /// - Parameter number: 20261121.
    fileprivate init(number: Int) throws {
        self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            throw ColumnTable.Misfit()
        }
    }
}
