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

    fileprivate var isEmpty: Bool { alerts.isEmpty && !hasOmitted }
}

extension AlertReport {
    /// The sources of the warnings, with those that are counted alone, the place's own country first.
    public var sources: [Provider] {
        let credited = credits.filter { !$0.isEmpty }.map(\.provider)
        let own = credited.isEmpty ? [provider] : credited
        let all = parts.isEmpty ? own : parts.compactMap(\.report).flatMap(\.sources)
        return all.enumerated().filter { !all[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// The sources of the warnings that are counted alone.
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

    /// Takes the credits of both reports, of which this one has the warnings now, and names the sources that have any.
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

    /// A licence requires the attribution of each source.
    private mutating func nameSources() {
        let others = sources.filter { $0.id != provider.id }
        guard !others.isEmpty else { return }
        let sentences = ([provider] + others).compactMap(\.attribution)
        provider.attribution = sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}
