import Scratch
import Weather

/// A year in which the true weather and the errors of the providers are known.
struct SyntheticYear {
    /// A provider whose forecasts differ from the truth by a bias and by noise.
    struct Forecaster {
        var id: String
        /// °C and m/s.
        var temperatureBias = 0.0
        var windBias = 0.0
        /// The standard deviation of the temperature's error, about twice that of the wind's, °C.
        var noise = 1.0
        /// The share of hours whose rain is forecast wrongly.
        var wrongRain = 0.0
        /// The hours of a day at which it is requested, of those of the sampling.
        var isAsked: (Int) -> Bool = { _ in true }
    }

    /// 2026-01-01T00:00:00Z.
    static let start = UnixTime(1_767_225_600)

    var archive: AccuracyArchive
    var random: SplitMix64

    init(seed: UInt64 = 1, phase: Int = 0) {
        archive = AccuracyArchive(position: .oslo, phase: phase)
        random = SplitMix64(seed: seed)
    }

    /// The true weather of an hour, with a daily and a yearly cycle.
    static func truth(_ hour: Int) -> HourValues {
        let day = triangle(Double(hour % 24) / 24)
        let season = triangle(Double(hour / 24 % 365) / 365)
        return HourValues(
            temperature: -5 + 20 * season + 8 * day, wind: 3 + 4 * day, precipitation: isWet(hour) ? 1 : 0)
    }

    /// It rains for three hours, twice in five days.
    static func isWet(_ hour: Int) -> Bool { hour / 3 % 20 == 0 }

    private static func triangle(_ phase: Double) -> Double { 1 - abs(2 * phase - 1) }

    /// Approximately normal: the sum of twelve uniform numbers.
    private mutating func gaussian() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + random.fraction() }
    }

    mutating func report(of forecaster: Forecaster, at moment: UnixTime) -> Report {
        var report = Report(
            coordinate: .oslo, timeZone: "Europe/Oslo", provider: Provider(id: forecaster.id, name: forecaster.id),
            fetchedAt: moment, observedAt: moment.advanced(by: -300))
        report.hours = (moment.seconds / 3600..<moment.seconds / 3600 + 72).map { hour in
            let truth = Self.truth(hour)
            var conditions = Conditions()
            conditions.temperature = truth.temperature.map {
                $0 + forecaster.temperatureBias + forecaster.noise * gaussian()
            }
            conditions.windSpeed = truth.wind.map {
                max(0, $0 + forecaster.windBias + forecaster.noise * 0.3 * gaussian())
            }
            let isWrong = random.fraction() < forecaster.wrongRain
            conditions.precipitation = Self.isWet(hour) != isWrong ? 0.6 : 0
            return Hour(time: UnixTime(hour * 3600), conditions: conditions)
        }
        return report
    }

    /// A station's measurement: the truth, interpolated between full hours. The amount is for the last 60 minutes.
    static func reading(at time: UnixTime) -> StationReading {
        let hour = time.seconds / 3600
        let (last, next) = (truth(hour), truth(hour + 1))
        let share = Double(time.seconds % 3600) / 3600
        func between(_ first: Double?, _ second: Double?) -> Double {
            (first ?? 0) * (1 - share) + (second ?? 0) * share
        }
        return StationReading(
            time: time, temperature: between(last.temperature, next.temperature), wind: between(last.wind, next.wind),
            precipitation: between(truth(hour - 1).precipitation, last.precipitation))
    }

    /// Every hour of these days, with a forecast of each provider every six hours. The station is read every five
    /// minutes.
    ///
    /// - Parameter isMeasured: whether the station reports around an hour.
    mutating func pass(
        days: Range<Int>, _ forecasters: [Forecaster], isMeasured: (Int) -> Bool = { _ in true }
    ) {
        let first = Self.start.seconds / 3600
        for hour in first + days.lowerBound * 24..<first + days.upperBound * 24 {
            for minute in stride(from: -30, to: 30, by: 5) where isMeasured(hour) {
                let time = UnixTime(hour * 3600 + minute * 60)
                archive.take(Self.reading(at: time), at: time.advanced(by: 60))
            }
            let now = UnixTime(hour * 3600 + 300)
            for forecaster in forecasters where forecaster.isAsked(hour) {
                guard archive.needsForecast(of: forecaster.id, fetchedAt: now) else { continue }
                archive.take(report(of: forecaster, at: now))
            }
        }
    }

    func score(_ provider: String, _ lead: AccuracyArchive.LeadTime = .oneDay) -> AccuracyScore? {
        archive.scores.first { $0.provider == provider && $0.lead == lead }?.score
    }
}
