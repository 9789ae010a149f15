import Glibc

/// The order of the providers for a place with `providers = "best"`, and its reason.
public struct ProviderRanking: Sendable, Hashable {
    /// A provider compared with the first one, in the hours for which both have a forecast.
    public struct Comparison: Sendable, Hashable {
        public var provider: String
        /// The days with enough pairs, of the last 90.
        public var days: Int
        /// Its error divided by that of the first provider; nil until there are `daysNeeded`.
        public var relativeError: Double?

        public init(provider: String, days: Int, relativeError: Double?) {
            (self.provider, self.days, self.relativeError) = (provider, days, relativeError)
        }
    }

    /// The providers' `id`s, best first; never empty.
    public var order: [String]
    /// The other providers, in the default order.
    public var comparisons: [Comparison]

    public init(order: [String], comparisons: [Comparison]) {
        (self.order, self.comparisons) = (order, comparisons)
    }

    /// The days with enough pairs that a decision needs.
    public static let daysNeeded = 30
    /// Another provider replaces the first if its relative error is below this, so that chance does not decide.
    public static let advantage = 0.9

    /// Whether the first provider was compared with at least one other.
    public var isMeasured: Bool { comparisons.contains { $0.relativeError != nil } }
}

extension AccuracyArchive {
    /// The hours that are compared: the last 90 days.
    private static let window = 90 * 24
    /// The minimum pairs of a day that counts: those of one forecast.
    private static let pairsADay = 6

    /// The order of the providers.
    ///
    /// - Parameter candidates: in the default order; nil is returned if there are none.
    public func ranking(of candidates: [String]) -> ProviderRanking? {
        guard let incumbent = candidates.first(where: { $0 == preferred }) ?? candidates.first else { return nil }
        var first = incumbent
        let challengers = comparisons(of: candidates, with: incumbent)
        let best = challengers.min { $0.relativeError ?? .infinity < $1.relativeError ?? .infinity }
        if let best, let error = best.relativeError, error < ProviderRanking.advantage { first = best.provider }
        let comparisons = first == incumbent ? challengers : comparisons(of: candidates, with: first)
        let measured = comparisons.filter { $0.relativeError != nil }
            .sorted { $0.relativeError ?? 1 < $1.relativeError ?? 1 }
        let unmeasured = comparisons.filter { $0.relativeError == nil }
        return ProviderRanking(
            order: [first] + (measured + unmeasured).map(\.provider), comparisons: comparisons)
    }

    /// The second provider to request: one without enough days of pairs, else each in turn for a day.
    public func challenger(in ranking: ProviderRanking, at now: UnixTime) -> String? {
        if let unmeasured = ranking.comparisons.first(where: { $0.relativeError == nil }) { return unmeasured.provider }
        guard !ranking.comparisons.isEmpty else { return nil }
        return ranking.comparisons[max(0, now.seconds) / 86_400 % ranking.comparisons.count].provider
    }

    private func comparisons(of candidates: [String], with first: String) -> [ProviderRanking.Comparison] {
        candidates.filter { $0 != first }.map { compare($0, with: first) }
    }

    private func compare(_ provider: String, with first: String) -> ProviderRanking.Comparison {
        var errors: [Double] = []
        var pairs: [Int: Int] = [:]
        for lead in LeadTime.allCases {
            let other = forecasts(of: first)?.series[lead] ?? HourSeries()
            let own = forecasts(of: provider)?.series[lead] ?? HourSeries()
            let start = max(own.start, other.start, measured.start, measured.end - Self.window)
            var (score, reference) = (AccuracyScore(), AccuracyScore())
            for hour in start..<max(start, min(own.end, other.end, measured.end)) {
                let common = measured[hour].common(own[hour], other[hour])
                score.add(own[hour], common)
                reference.add(other[hour], common)
                if lead == .oneDay, common.temperature != nil { pairs[hour / 24, default: 0] += 1 }
            }
            errors += score.relative(to: reference)
        }
        let days = pairs.values.count { $0 >= Self.pairsADay }
        let isEnough = days >= ProviderRanking.daysNeeded && !errors.isEmpty
        // The geometric mean, so that A compared with B is the inverse of B compared with A.
        let mean = isEnough ? exp(errors.map { log($0) }.reduce(0, +) / Double(errors.count)) : nil
        return ProviderRanking.Comparison(provider: provider, days: days, relativeError: mean)
    }
}

extension HourValues {
    /// The measured values that both forecasts contain.
    fileprivate func common(_ one: HourValues, _ other: HourValues) -> HourValues {
        HourValues(
            temperature: one.temperature == nil || other.temperature == nil ? nil : temperature,
            wind: one.wind == nil || other.wind == nil ? nil : wind,
            precipitation: one.precipitation == nil || other.precipitation == nil ? nil : precipitation)
    }
}

extension AccuracyScore {
    /// Errors below the resolution of the instruments count as equal, °C and m/s.
    private static let resolution = 0.1

    /// The error of each quantity divided by the reference's.
    fileprivate func relative(to reference: AccuracyScore) -> [Double] {
        var ratios = zip([temperature, wind], [reference.temperature, reference.wind]).compactMap { own, other in
            own.meanAbsolute.flatMap { own in
                other.meanAbsolute.map { (own + Self.resolution) / ($0 + Self.resolution) }
            }
        }
        // The constant limits the effect of single hours in a dry month. Both have the same measured hours.
        if rain.isRepresentative { ratios.append(Double(rain.wrong + 10) / Double(reference.rain.wrong + 10)) }
        return ratios
    }
}
