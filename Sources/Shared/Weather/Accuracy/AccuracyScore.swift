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
