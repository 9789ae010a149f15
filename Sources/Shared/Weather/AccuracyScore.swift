import Glibc

/// How well a provider's forecasts of one lead time agree with the measurements.
public struct AccuracyScore: Sendable, Hashable {
    /// Forecast minus measurement.
    public struct Errors: Sendable, Hashable {
        /// The hours with both.
        public private(set) var pairs = 0
        private var sum = 0.0
        private var magnitudes = 0.0

        /// The mean of the errors: positive when the forecasts are too high; nil without a pair.
        public var bias: Double? { pairs == 0 ? nil : sum / Double(pairs) }
        /// The mean absolute error; nil without a pair.
        public var meanAbsolute: Double? { pairs == 0 ? nil : magnitudes / Double(pairs) }

        mutating func add(_ forecast: Double?, _ measured: Double?) {
            guard let forecast, let measured else { return }
            pairs += 1
            sum += forecast - measured
            magnitudes += abs(forecast - measured)
        }
    }

    /// Hours by whether rain or snow was forecast and whether it fell.
    public struct Rain: Sendable, Hashable {
        /// Forecast and measured.
        public private(set) var hits = 0
        /// Measured, not forecast.
        public private(set) var misses = 0
        /// Forecast, not measured.
        public private(set) var falseAlarms = 0
        /// Neither.
        public private(set) var dry = 0

        public var pairs: Int { hits + misses + falseAlarms + dry }
        public var wrong: Int { misses + falseAlarms }

        /// The minimum amount of a wet hour, mm: the resolution of rain gauges.
        public static let threshold = 0.1

        /// The measured wet hours that a comparison of providers needs.
        public static let wetHoursNeeded = 10

        /// Whether providers can be compared by it: enough wet hours, and at least as many dry ones. Dry hours are more
        /// frequent in every climate; with fewer, the station omits them, which favours a forecast of constant rain.
        public var isRepresentative: Bool {
            let wet = hits + misses
            return wet >= Self.wetHoursNeeded && falseAlarms + dry >= wet
        }

        mutating func add(_ forecast: Double?, _ measured: Double?) {
            guard let forecast, let measured else { return }
            switch (forecast >= Self.threshold, measured >= Self.threshold) {
            case (true, true): hits += 1
            case (false, true): misses += 1
            case (true, false): falseAlarms += 1
            case (false, false): dry += 1
            }
        }
    }

    /// °C.
    public private(set) var temperature = Errors()
    /// m/s.
    public private(set) var wind = Errors()
    public private(set) var rain = Rain()

    public init() {}

    mutating func add(_ forecast: HourValues, _ measured: HourValues) {
        temperature.add(forecast.temperature, measured.temperature)
        wind.add(forecast.wind, measured.wind)
        rain.add(forecast.precipitation, measured.precipitation)
    }
}

extension AccuracyArchive {
    /// The score of each provider and lead time with at least one pair, in the order of the archive.
    public var scores: [(provider: String, lead: LeadTime, score: AccuracyScore)] {
        forecasts.flatMap { forecasts in
            LeadTime.allCases.compactMap { lead in
                guard let series = forecasts.series[lead] else { return nil }
                var score = AccuracyScore()
                let start = max(series.start, measured.start)
                for hour in start..<max(start, min(series.end, measured.end)) {
                    score.add(series[hour], measured[hour])
                }
                let pairs = [score.temperature.pairs, score.wind.pairs, score.rain.pairs]
                return pairs.contains { $0 > 0 } ? (forecasts.provider, lead, score) : nil
            }
        }
    }
}

/// The comparison of forecasts with measurements at a place, for display.
public struct AccuracySummary: Sendable, Hashable {
    /// The score of one provider and lead time; at least one pair.
    public struct Row: Sendable, Hashable {
        /// The provider's `id`.
        public var provider: String
        public var lead: AccuracyArchive.LeadTime
        public var score: AccuracyScore
    }

    /// Why no measurement can arrive.
    public enum MissingMeasurements: Sendable, Hashable {
        /// Stations are off, although a service has some for the place.
        case notConfigured
        /// No source of stations covers the place, and the user's own station, if any, is elsewhere.
        case notCovered
        /// The weather is sample data.
        case sample
    }

    public var rows: [Row]
    /// Why forecasts and measurements are not kept; nil when they are, where a station can report.
    public var missing: MissingMeasurements?
    /// The providers whose forecasts were kept.
    public var providers: [String]
    /// The first hour for which there is a forecast; nil for none.
    public var forecastsBegin: UnixTime?
    /// The first and the last measurement; nil for none.
    public var measured: ClosedRange<UnixTime>?
    /// nil without `providers = "best"`.
    public var ranking: ProviderRanking?

    /// - Parameter archive: nil when nothing was kept.
    public init(
        _ archive: AccuracyArchive?, missing: MissingMeasurements? = nil, ranking: ProviderRanking? = nil
    ) {
        (self.missing, self.ranking) = (missing, ranking)
        rows = archive?.scores.map { Row(provider: $0.provider, lead: $0.lead, score: $0.score) } ?? []
        let kept = archive?.forecasts.filter { $0.series.values.contains { !$0.values.isEmpty } } ?? []
        providers = kept.map(\.provider)
        let starts = kept.flatMap { $0.series.values.filter { !$0.values.isEmpty }.map(\.start) }
        forecastsBegin = starts.min().map { UnixTime($0 * 3600) }
        if let series = archive?.measured, let first = series.values.firstIndex(where: { !$0.isEmpty }),
            let last = series.values.lastIndex(where: { !$0.isEmpty })
        {
            measured = UnixTime((series.start + first) * 3600)...UnixTime((series.start + last) * 3600)
        }
    }
}

/// The order of the providers for a place with `providers = "best"`, and its reason.
public struct ProviderRanking: Sendable, Hashable {
    /// A provider compared with the first one, in the hours for which both have a forecast.
    public struct Comparison: Sendable, Hashable {
        public var provider: String
        /// The days with enough pairs, of the last 90.
        public var days: Int
        /// Its error divided by the first provider's; nil until there are `daysNeeded`.
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
    /// The minimum number of pairs for a day to count: as many as one forecast has.
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
