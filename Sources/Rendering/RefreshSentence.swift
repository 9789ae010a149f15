public import Weather

extension RefreshAnswer {
    /// What became of the wish for a refresh.
    ///
    /// - Parameters:
    ///   - report: what is kept for the place; nil when there is nothing yet.
    ///   - failure: why the last try brought nothing; nil when it did not fail.
    ///   - now: the moment at which this is said.
    public func sentence(for place: Place, report: Report?, failure: FetchFailure?, now: UnixTime) -> String {
        let clock = PlaceClock(zoneName: report?.timeZone ?? place.locality?.timeZone)
        return switch self {
        case .begun:
            "refreshing the weather of \(place.displayName())"
        case .done:
            "got the weather of \(place.displayName())\(report.map { " from \($0.provider.name.plain(limit: 40))" } ?? "")"
        case .failed(let failure):
            failure.sentence
        case .tooSoon(let time):
            if let failure {
                "\(failure.sentence); the next try is possible at \(clock.time(time, seenAt: now))"
            } else {
                """
                the weather was fetched \(Age(seconds: report?.age(at: now) ?? 0).text(in: English())) ago; \
                the next refresh is possible at \(clock.time(time, seenAt: now))
                """
            }
        case .full:
            PlaceSentence.tooMany
        case .stopping:
            "weatherd is ending"
        }
    }
}
