/// The parsed content of a TZif file.
struct ZoneRules: Sendable, Equatable {
    /// Ascending, in seconds since 1970.
    var transitions: [Int]
    /// The index of the type that starts with each transition.
    var typeIndices: [UInt8]
    /// Never empty; the first applies before the first transition.
    var types: [LocalTimeType]
    /// Applies after the last transition; nil when unknown, so that the last type continues.
    var rule: PosixRule?

    struct LocalTimeType: Sendable, Equatable {
        /// Seconds east of Greenwich.
        var offset: Int
        var abbreviation: String
    }

    func period(at time: Int) -> TimeZone.Period {
        let index = transitions.firstIndex(after: time)
        let start = index > 0 ? transitions[index - 1] : .min
        if index == transitions.count, let rule {
            var period = rule.period(at: time)
            period.start = max(period.start, start)
            return period
        }
        let type = types[index > 0 ? Int(typeIndices[index - 1]) : 0]
        return TimeZone.Period(
            offset: type.offset, abbreviation: type.abbreviation, start: start,
            end: index < transitions.count ? transitions[index] : .max)
    }
}

extension [Int] {
    /// The index of the first greater number in an ascending array.
    fileprivate func firstIndex(after number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
