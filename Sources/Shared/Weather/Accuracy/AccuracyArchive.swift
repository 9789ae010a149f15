/// The last year's forecasts for a place and the measurements of a station there.
///
/// Hours are taken from services and stations. The machine's clock is used only for the time of a fetch, which must
/// agree with the report, and for the age of a measurement.
public struct AccuracyArchive: Sendable, Hashable {
    /// The lead time of a forecast. The raw value is the minimum number of hours between its fetch and the hour it is
    /// for; the maximum is six more.
    public enum LeadTime: Int, Sendable, Hashable, CaseIterable {
        case oneDay = 24
        case twoDays = 48
    }

    /// A provider's forecasts.
    public struct Forecasts: Sendable, Hashable {
        /// The provider's `id`, as in config.toml.
        public var provider: String
        /// The sampling period of the last forecast; nil for none.
        public var sampled: Int?
        /// The sampling period of the last request as the second provider, successful or not; nil for none.
        public var asked: Int?
        public var series: [LeadTime: HourSeries]

        public init(
            provider: String, sampled: Int? = nil, asked: Int? = nil, series: [LeadTime: HourSeries] = [:]
        ) {
            (self.provider, self.sampled, self.asked, self.series) = (provider, sampled, asked, series)
        }
    }

    /// The position, at most 0.8 km from the place.
    public let position: Coordinate
    /// Shifts the sampling periods, s in 0..<21,600. Otherwise all installations would request the second provider at
    /// the same time.
    public let phase: Int
    public var measured: HourSeries
    /// The time of the newest measurement taken; nil before the first.
    public internal(set) var lastMeasured: UnixTime?
    /// At most `providersLimit`.
    public var forecasts: [Forecasts]
    /// The `id` of the provider that `providers = "best"` prefers; nil before the first decision.
    public var preferred: String?

    /// Places this close share an archive and an order of providers, m: automatic location varies, and so do grid
    /// cells.
    public static let nearness = 5000.0
    /// A forecast is taken, and the second provider requested, once in this time, s.
    public static let samplingPeriod = 6 * 3600
    /// The number of services. It keeps the file below 2 MB.
    public static let providersLimit = 5
    /// The valid numbers of sampling periods.
    public static let periods =
        UnixTime.distantPast.seconds / samplingPeriod...UnixTime.distantFuture.seconds / samplingPeriod + 1

    public init(
        position: Coordinate, phase: Int = 0, measured: HourSeries = HourSeries(), lastMeasured: UnixTime? = nil,
        forecasts: [Forecasts] = [], preferred: String? = nil
    ) {
        self.position = position.coarse
        self.phase = phase
        self.measured = measured
        self.lastMeasured = lastMeasured
        self.forecasts = Array(forecasts.prefix(Self.providersLimit))
        self.preferred = preferred
    }

    /// The number of the sampling period that contains a moment.
    public func period(at moment: UnixTime) -> Int { (moment.seconds + phase) / Self.samplingPeriod }

    /// Whether a place uses this archive.
    public func isNear(_ place: Coordinate) -> Bool { position.distance(to: place) <= Self.nearness }

    public func forecasts(of provider: String) -> Forecasts? { forecasts.first { $0.provider == provider } }

    /// Whether a forecast of the provider, fetched at this time, is still missing.
    public func needsForecast(of provider: String, fetchedAt moment: UnixTime) -> Bool {
        forecasts(of: provider)?.sampled != period(at: moment)
    }

    /// Whether the provider may be requested as the second one: once in a sampling period.
    public func mayAsk(_ provider: String, at moment: UnixTime) -> Bool {
        let known = forecasts(of: provider)
        return known?.sampled != period(at: moment) && known?.asked != period(at: moment)
    }

    /// Records that the provider is requested.
    public mutating func ask(_ provider: String, at moment: UnixTime) {
        let period = period(at: moment)
        change(provider) { $0.asked = period }
    }

    mutating func change(_ provider: String, _ change: (inout Forecasts) -> Void) {
        if let index = forecasts.firstIndex(where: { $0.provider == provider }) { return change(&forecasts[index]) }
        if forecasts.count >= Self.providersLimit,
            let oldest = forecasts.indices.min(by: { forecasts[$0].sampled ?? 0 < forecasts[$1].sampled ?? 0 })
        {
            forecasts.remove(at: oldest)
        }
        var new = Forecasts(provider: provider)
        change(&new)
        forecasts.append(new)
    }
}
