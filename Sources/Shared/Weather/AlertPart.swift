/// The warnings of one country for a place near a border, where those of several countries may apply.
public struct AlertPart: Sendable, Hashable, Codable {
    /// ISO 3166-1 alpha-2.
    public var country: String
    /// The last report of a service of the country; nil without one.
    public var report: AlertReport?
    /// Why the last request failed; nil after a success.
    public var failure: FetchFailure?

    public init(country: String, report: AlertReport? = nil, failure: FetchFailure? = nil) {
        (self.country, self.report, self.failure) = (country, report, failure)
    }
}

extension AlertPart {
    /// How long the last report counts while requests fail, s.
    private static let hold = 86_400

    /// The result of a request, with the former report if there is no new one.
    public init(
        country: String, _ result: Result<AlertReport, FetchFailure>, after former: AlertReport?, at now: UnixTime
    ) {
        switch result {
        case .success(let report): self.init(country: country, report: report)
        case .failure(let failure):
            let isUsable = former.map { (0..<Self.hold).contains(now.seconds(since: $0.fetchedAt)) } ?? false
            self.init(country: country, report: isUsable ? former : nil, failure: failure)
        }
    }
}

extension AlertReport {
    /// The warnings of several countries at one place.
    ///
    /// - Parameter parts: the place's own country first.
    /// - Returns: nil when no service of any of them has answered this time.
    public init?(of parts: [AlertPart], at coordinate: Coordinate) {
        let answered = parts.compactMap { $0.failure == nil ? $0.report : nil }
        guard let first = answered.first else { return nil }
        self.init(
            coordinate: coordinate, provider: first.provider,
            fetchedAt: answered.map(\.fetchedAt).max() ?? first.fetchedAt)
        take(parts)
    }

    /// The last report of a country; for a place that is not near a border, this report.
    public func part(of country: String?) -> AlertReport? {
        guard !parts.isEmpty else { return self }
        return parts.first { $0.country == country ?? parts.first?.country }?.report
    }

    /// The parts whose warnings could not be fetched, or not lately.
    public var failedParts: [AlertPart] { parts.filter { $0.failure != nil } }

    /// Whether the warnings of a country are not known at all, so that "none in force" is not known either.
    public var lacksCountry: Bool { !missingCountries.isEmpty }

    /// The countries whose warnings are not known.
    public var missingCountries: [String] { parts.filter { $0.report == nil }.map(\.country) }

    /// Whether the warnings of the place's own country are not known.
    public var lacksOwnCountry: Bool { parts.first.map { $0.report == nil } ?? false }

    /// Authorities tell neighbours' warnings too: each is there once.
    mutating func take(_ parts: [AlertPart]) {
        self.parts = parts
        alerts = []
        omitted = OmittedAlerts()
        missing = parts.compactMap(\.report).flatMap(\.missing)
        for report in parts.compactMap(\.report) {
            alerts += report.alerts.filter { alert in !alerts.contains { $0.isSameIssue(as: alert) } }
            omitted.unlocated += report.omitted.unlocated
            omitted.unlocatedSeverity = max(omitted.unlocatedSeverity, report.omitted.unlocatedSeverity)
            omitted.unreadable += report.omitted.unreadable
        }
    }
}
