/// What has been told of the weather of one place, and so is not told again.
struct Told: Sendable, Hashable, Codable {
    private var alerts = AlertNews(known: nil)
    /// The rain or snow that was told last, as the latest forecast has it.
    private var rain: Range<UnixTime>?
    /// The midnight of the night whose frost was told last.
    private var frost: UnixTime?
    private var isLost = false
    /// Since when there is neither fresh weather nor a way to get it.
    private var failingSince: UnixTime?
    /// Whether the alerts are another place's, and may not hold here at all.
    private var isInherited = false

    /// How long before rain or snow begins it is told, seconds.
    static let rainNotice = 1800

    /// What falls again within this time is told as one, seconds: a forecast puts a shower now here, now there, and nobody
    /// wants to be told of each of several.
    static let lull = 3600

    /// How long tries have to fail before the weather is lost, seconds. After a start, and when the machine wakes up, the network
    /// takes its time.
    static let patience = 300

    /// How far two midnights lie apart that are those of two nights, seconds at the least. A provider may be wrong about the
    /// time zone by hours.
    private static let night = 12 * 3600

    /// The same for a place nearby, where nothing has been told yet.
    var inherited: Told {
        var told = self
        told.isInherited = true
        return told
    }

    /// What comes about now, and is to be told.
    ///
    /// - Parameter kinds: what is wanted to be known. Alerts always are.
    mutating func take(_ situation: Situation, _ kinds: Set<Occasion.Kind>) -> ToldOccasions.News {
        // Made-up weather is no news.
        guard situation.report?.provider.isSample != true else { return ToldOccasions.News() }
        let change = alerts.take(situation.alerts)
        var news = ToldOccasions.News(occasions: change.issued.map { .alert($0) }, over: isInherited ? [] : change.over)
        if situation.alerts != nil { isInherited = false }
        if kinds.contains(.rain), let rain = takeRain(situation) { news.occasions.append(rain) }
        if kinds.contains(.frost), let frost = takeFrost(situation) { news.occasions.append(frost) }
        if kinds.isDisjoint(with: [.lost, .back]) {
            isLost = false
            failingSince = nil
        } else if let change = takeLoss(situation), kinds.contains(change.kind) {
            news.occasions.append(change)
        }
        return news
    }

    /// The earliest moment after now at which something comes about by the clock alone; nil when nothing does.
    func nextTurn(of situation: Situation, _ kinds: Set<Occasion.Kind>) -> UnixTime? {
        guard let report = situation.report else { return nil }
        var moments: [UnixTime] = []
        if kinds.contains(.rain) {
            let spells = report.wetSpells(at: situation.now, staleAfter: situation.staleAfter)
            moments += spells.map { $0.lowerBound.advanced(by: -Self.rainNotice) }
        }
        if kinds.contains(.frost) { moments += report.days.map { $0.end.advanced(by: -Frost.notice) } }
        return moments.filter { $0 > situation.now }.sorted().first { moment in
            var told = self
            var then = situation
            then.now = moment
            return !told.take(then, kinds.intersection([.rain, .frost])).occasions.isEmpty
        }
    }

    private mutating func takeRain(_ situation: Situation) -> Occasion? {
        guard let report = situation.report,
            let spell = report.wetSpells(at: situation.now, staleAfter: situation.staleAfter).first
        else { return nil }
        if let rain, rain.lowerBound < spell.upperBound.advanced(by: Self.lull),
            spell.lowerBound < rain.upperBound.advanced(by: Self.lull)
        {
            self.rain = spell
            return nil
        }
        guard
            case .begins(let begin, let isSnow)? = report.nowcast(at: situation.now, staleAfter: situation.staleAfter),
            begin.seconds(since: situation.now) <= Self.rainNotice
        else { return nil }
        rain = spell
        return .rain(begin: begin, isSnow: isSnow)
    }

    private mutating func takeFrost(_ situation: Situation) -> Occasion? {
        guard let frost = situation.report?.frost(at: situation.now, staleAfter: situation.staleAfter) else {
            return nil
        }
        if let told = self.frost, abs(frost.midnight.seconds(since: told)) < Self.night { return nil }
        self.frost = frost.midnight
        return .frost(frost)
    }

    private mutating func takeLoss(_ situation: Situation) -> Occasion? {
        // What never was there is not lost.
        guard let report = situation.report else { return nil }
        guard !report.isFresh(at: situation.now, staleAfter: situation.staleAfter) else {
            defer { isLost = false }
            failingSince = nil
            return isLost ? .back : nil
        }
        guard let failedAt = situation.failedAt else {
            failingSince = nil
            return nil
        }
        // A clock that was turned back is no reason to wait the longer.
        let since = min(failingSince ?? situation.now, situation.now)
        failingSince = since
        guard !isLost, failedAt.seconds(since: since) >= Self.patience else { return nil }
        isLost = true
        return .lost
    }
}
