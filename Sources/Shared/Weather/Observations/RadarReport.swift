/// A provider's radar nowcast for one place, at one time.
public struct RadarReport: ProviderReport, Hashable, Codable {
    /// The requested position.
    public var coordinate: Coordinate
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// Empty while the radars that cover the place are unavailable.
    public var precipitation: PrecipitationSeries

    private enum CodingKeys: String, CodingKey {
        case coordinate, provider, fetchedAt, precipitation
        case httpFreshness = "promise"
        case clock
    }

    public init(
        coordinate: Coordinate, provider: Provider, fetchedAt: UnixTime, httpFreshness: HTTPFreshness? = nil,
        precipitation: PrecipitationSeries = []
    ) {
        self.coordinate = coordinate
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.precipitation = precipitation
    }

    /// When it expires. The age is that of the radar image, which is the start of the first step: the service may send
    /// or confirm an old one.
    var end: UnixTime { min(fetchedAt, precipitation.first?.start ?? fetchedAt).advanced(by: Origin.radar.lifetime) }

    /// Whether its steps cover `now`, and are not expired.
    func isCurrent(at now: UnixTime) -> Bool {
        !isAhead(of: now) && !isDoubtful && now < end && precipitation.contains { now < $0.end }
    }
}

extension PrecipitationSeries {
    /// These steps, and after them those of a model, cut to their length; only these where the lengths do not fit.
    func followed(by model: PrecipitationSeries) -> PrecipitationSeries {
        guard let step = first?.duration, let last, let coarse = model.first?.duration, coarse % step == 0 else {
            return self
        }
        let parts = coarse / step
        let later = model.flatMap { whole in
            (1...parts).map { part in
                PrecipitationStep(
                    end: whole.end.advanced(by: (part - parts) * step), duration: step,
                    amount: whole.amount.map { $0 / Double(parts) })
            }
        }
        return PrecipitationSeries(Array(self) + later.filter { $0.end > last.end })
    }
}
