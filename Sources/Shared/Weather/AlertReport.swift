/// A provider's alerts for one place, at one time.
public struct AlertReport: ProviderReport, Hashable, Codable {
    /// The requested position.
    public var coordinate: Coordinate
    public var provider: Provider
    public var fetchedAt: UnixTime
    public var httpFreshness: HTTPFreshness?
    public var clock: ClockRecord?
    /// Empty when there are no warnings.
    public var alerts: [Alert]
    /// The warnings of the answer that are not among `alerts`, though they may apply.
    public var omitted = OmittedAlerts()
    /// Why warnings could not be fetched; `omitted` counts them.
    public var missing: [ReportGap] = []
    /// Whether it has the warnings of several providers, so that none of them can renew it.
    public var isCombined = false
    /// The warnings of each country around a place near a border, its own first; `alerts` has those of all. Empty elsewhere.
    public internal(set) var parts: [AlertPart] = []
    /// What each of several sources has, in the order of the requests; empty for one source.
    var credits: [AlertCredit] = []

    public init(
        coordinate: Coordinate, provider: Provider, fetchedAt: UnixTime, httpFreshness: HTTPFreshness? = nil,
        alerts: [Alert] = []
    ) {
        self.coordinate = coordinate
        self.provider = provider
        self.fetchedAt = fetchedAt
        self.httpFreshness = httpFreshness
        self.alerts = alerts
    }

    /// The most countries of a place.
    public static let mostParts = 4

    /// How long an alert without an end is in force after the last report that contained it, s, in case the provider
    /// fails.
    private static let endlessHold = 86_400

    /// The alerts in force or announced at `now`, as in `Sequence<Alert>.standing(at:)`.
    public func standing(at now: UnixTime) -> [Alert] {
        let isLongAgo = age(at: now) >= Self.endlessHold
        return alerts.filter { $0.ends != nil || !isLongAgo }.standing(at: now)
    }

    /// The alerts in force at `now`.
    public func inForce(at now: UnixTime) -> [Alert] { standing(at: now).filter { $0.isInForce(at: now) } }

    /// The alerts that will be in force.
    public func announced(at now: UnixTime) -> [Alert] { standing(at: now).filter { $0.isAnnounced(at: now) } }

    /// When alerts without an end expire; nil when there are none.
    public var endOfEndless: UnixTime? {
        alerts.contains { $0.ends == nil } ? fetchedAt.advanced(by: Self.endlessHold) : nil
    }
}

/// How many warnings of an answer are not shown though they may apply, by reason. If there are any, "none in force" is not
/// certain.
public struct OmittedAlerts: Sendable, Hashable {
    /// Warnings that name only regions unknown to weatherd.
    public var unlocated: Int
    /// The worst severity of `unlocated`; unknown for none.
    public var unlocatedSeverity = Alert.Severity.unknown
    /// Warnings that could not be parsed, or exceeded a limit.
    public var unreadable: Int

    /// Above any number of warnings in an answer.
    public static let most = 1_000_000

    public init(unlocated: Int = 0, unreadable: Int = 0, unlocatedSeverity: Alert.Severity = .unknown) {
        (self.unlocated, self.unreadable, self.unlocatedSeverity) = (unlocated, unreadable, unlocatedSeverity)
    }

    public var isEmpty: Bool { unlocated == 0 && unreadable == 0 }

    /// Combines the counts of two sources, which usually omit the same warnings.
    fileprivate func combined(with other: OmittedAlerts) -> OmittedAlerts {
        OmittedAlerts(
            unlocated: max(unlocated, other.unlocated), unreadable: max(unreadable, other.unreadable),
            unlocatedSeverity: max(unlocatedSeverity, other.unlocatedSeverity))
    }
}

extension AlertReport {
    /// Whether no other source needs to be requested.
    public var isComplete: Bool { omitted.isEmpty && !lacksCountry }

    /// Adds the warnings of another source, requested because this one omits some. This one's omissions still count, since the
    /// other source may not have those warnings.
    public func combined(with other: AlertReport) -> AlertReport {
        let further = other.alerts.filter { alert in !alerts.contains { $0.isSameWarning(as: alert) } }
        var report = self
        report.alerts = (alerts + further).enumerated().sorted { left, right in
            left.element.severity == right.element.severity
                ? left.offset < right.offset : left.element.severity > right.element.severity
        }.prefix(Alert.most).map(\.element)
        report.omitted = omitted.combined(with: other.omitted)
        report.missing = missing + other.missing
        report.omitted.unreadable += alerts.count + further.count - report.alerts.count
        report.credit(self, other, with: further)
        report.fetchedAt = min(fetchedAt, other.fetchedAt)
        report.httpFreshness = nil
        report.isCombined = true
        return report
    }

    /// Counts warnings that another source has and weatherd cannot read: as far as known, none of them is among `alerts`.
    ///
    /// - Parameters:
    ///   - count: 0 for none.
    ///   - sources: the other sources.
    public func beside(unread count: Int, of sources: [Provider] = []) -> AlertReport {
        guard count > omitted.unreadable else { return self }
        var report = self
        report.creditUnread(of: sources)
        report.omitted.unreadable = min(count, OmittedAlerts.most)
        report.httpFreshness = nil
        report.isCombined = true
        return report
    }

    public var isRenewable: Bool { !isCombined }
}

// As in reports.json.
extension AlertReport {
    private enum CodingKeys: String, CodingKey {
        case coordinate, provider, fetchedAt
        case httpFreshness = "promise"
        case clock
        case alerts, unlocated, unlocatedSeverity, unreadable, missing, isCombined, parts, credits
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        coordinate = try container.decode(Coordinate.self, forKey: .coordinate)
        provider = try container.decode(Provider.self, forKey: .provider)
        fetchedAt = try container.decode(UnixTime.self, forKey: .fetchedAt)
        httpFreshness = try container.decodeIfPresent(HTTPFreshness.self, forKey: .httpFreshness)
        clock = try container.decodeIfPresent(ClockRecord.self, forKey: .clock)
        alerts = try container.decodeList(forKey: .alerts, upTo: Alert.most, of: "warnings", in: decoder)
        omitted = OmittedAlerts(
            unlocated: try container.count(forKey: .unlocated, upTo: OmittedAlerts.most),
            unreadable: try container.count(forKey: .unreadable, upTo: OmittedAlerts.most),
            unlocatedSeverity: try container.decodeIfPresent(Alert.Severity.self, forKey: .unlocatedSeverity)
                ?? .unknown)
        isCombined = try container.decodeIfPresent(Bool.self, forKey: .isCombined) ?? false
        missing = container.gaps(forKey: .missing)
        credits = try container.decodeList(
            forKey: .credits, upTo: Alert.most, of: "sources of warnings", in: decoder)
        let parts: [AlertPart] = try container.decodeList(
            forKey: .parts, upTo: Self.mostParts, of: "countries", in: decoder)
        if !parts.isEmpty { take(parts) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(coordinate, forKey: .coordinate)
        try container.encode(provider, forKey: .provider)
        try container.encode(fetchedAt, forKey: .fetchedAt)
        try container.encodeIfPresent(httpFreshness, forKey: .httpFreshness)
        try container.encodeIfPresent(clock, forKey: .clock)
        // With parts, these have them.
        try container.encode(parts.isEmpty ? alerts : [], forKey: .alerts)
        guard parts.isEmpty else { return try container.encode(parts, forKey: .parts) }
        if omitted.unlocated > 0 { try container.encode(omitted.unlocated, forKey: .unlocated) }
        if omitted.unlocatedSeverity != .unknown {
            try container.encode(omitted.unlocatedSeverity, forKey: .unlocatedSeverity)
        }
        if omitted.unreadable > 0 { try container.encode(omitted.unreadable, forKey: .unreadable) }
        try container.encodeGaps(missing, forKey: .missing)
        if isCombined { try container.encode(true, forKey: .isCombined) }
        if !credits.isEmpty { try container.encode(credits, forKey: .credits) }
    }
}

extension Report {
    /// The warnings that the forecast includes; nil from a provider that includes none.
    public var warnings: AlertReport? {
        alerts.map { alerts in
            var report = AlertReport(coordinate: coordinate, provider: provider, fetchedAt: fetchedAt, alerts: alerts)
            report.omitted = omittedAlerts
            return report
        }
    }
}

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

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            country: try container.text(forKey: .country, upTo: 10),
            report: try container.decodeIfPresent(AlertReport.self, forKey: .report),
            failure: try container.decodeIfPresent(FetchFailure.self, forKey: .failure)?.bounded)
        // Without nested parts, there are never more warnings than in a few reports.
        guard report?.parts.isEmpty ?? true else { throw ReportMisfit() }
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

    /// The parts whose last request failed.
    public var failedParts: [AlertPart] { parts.filter { $0.failure != nil } }

    /// Whether the warnings of a country are not known at all, so that "none in force" is not known either.
    public var lacksCountry: Bool { !missingCountries.isEmpty }

    /// The countries whose warnings are not known.
    public var missingCountries: [String] { parts.filter { $0.report == nil }.map(\.country) }

    /// Whether the warnings of the place's own country are not known.
    public var lacksOwnCountry: Bool { parts.first.map { $0.report == nil } ?? false }

    /// Takes each warning once, since authorities also publish their neighbours' warnings.
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

/// What one source has in a report of several.
public struct AlertCredit: Sendable, Hashable, Codable {
    public var provider: Provider
    /// The `id`s of its warnings.
    public var alerts: [String]
    /// Whether it has warnings that are counted instead of shown.
    public var hasOmitted: Bool

    public init(provider: Provider, alerts: [String], hasOmitted: Bool) {
        (self.provider, self.alerts, self.hasOmitted) = (provider, alerts, hasOmitted)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            provider: try container.decode(Provider.self, forKey: .provider),
            alerts: try container.textsIfPresent(forKey: .alerts, upTo: Alert.most, ofUpTo: 1000) ?? [],
            hasOmitted: try container.decode(Bool.self, forKey: .hasOmitted))
    }

    fileprivate var isEmpty: Bool { alerts.isEmpty && !hasOmitted }
}

extension AlertReport {
    /// The sources of the warnings, shown or only counted, the place's own country first.
    public var sources: [Provider] {
        let credited = credits.filter { !$0.isEmpty }.map(\.provider)
        let own = credited.isEmpty ? [provider] : credited
        let all = parts.isEmpty ? own : parts.compactMap(\.report).flatMap(\.sources)
        return all.enumerated().filter { !all[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// The sources of the warnings that are only counted.
    public var sourcesOfOmitted: [Provider] {
        guard parts.isEmpty else { return parts.compactMap(\.report).flatMap(\.sourcesOfOmitted) }
        return omitted.isEmpty ? [] : allCredits.filter(\.hasOmitted).map(\.provider)
    }

    /// The source of one of the warnings.
    public func source(of alert: Alert) -> Provider {
        if let part = parts.compactMap(\.report).first(where: { $0.alerts.contains { $0.id == alert.id } }) {
            return part.source(of: alert)
        }
        return credits.first { $0.alerts.contains(alert.id) }?.provider ?? provider
    }

    /// Whether a source has answered, even without warnings.
    public func isAnswered(by id: String) -> Bool { allCredits.contains { $0.provider.id == id } }

    /// What each source has; a single source has all.
    private var allCredits: [AlertCredit] {
        credits.isEmpty
            ? [AlertCredit(provider: provider, alerts: alerts.map(\.id), hasOmitted: !omitted.isEmpty)] : credits
    }

    /// Merges the credits of both reports, whose warnings this one now has, and attributes it to the sources that have any.
    ///
    /// - Parameter further: the second report's warnings that are added.
    mutating func credit(_ first: AlertReport, _ second: AlertReport, with further: [Alert]) {
        credits = first.allCredits
        let added = Set(further.map(\.id))
        for credit in second.allCredits {
            let alerts = credit.alerts.filter(added.contains)
            add(AlertCredit(provider: credit.provider, alerts: alerts, hasOmitted: credit.hasOmitted))
        }
        provider = first.allCredits.first?.provider ?? first.provider
        nameSources()
    }

    /// Credits sources with warnings that they have and weatherd cannot read.
    mutating func creditUnread(of providers: [Provider]) {
        credits = allCredits
        provider = credits.first?.provider ?? provider
        for provider in providers { add(AlertCredit(provider: provider, alerts: [], hasOmitted: true)) }
        nameSources()
    }

    private mutating func add(_ credit: AlertCredit) {
        if let index = credits.firstIndex(where: { $0.provider.id == credit.provider.id }) {
            credits[index].alerts += credit.alerts
            credits[index].hasOmitted = credits[index].hasOmitted || credit.hasOmitted
        } else {
            credits.append(credit)
        }
    }

    /// The licences require attribution of each source.
    private mutating func nameSources() {
        let others = sources.filter { $0.id != provider.id }
        guard !others.isEmpty else { return }
        let sentences = ([provider] + others).compactMap(\.attribution)
        provider.attribution = sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}
