import Languages
public import Weather

extension RefreshAnswer {
    /// The result of a refresh request.
    ///
    /// - Parameters:
    ///   - report: the place's stored report; nil for none.
    ///   - failure: why the last refresh failed; nil when it succeeded.
    ///   - now: the current time.
    ///   - readerZone: the user's time zone, for the time of the next retry; nil for the system's.
    public func sentence(
        for place: Place, report: Report?, failure: FetchFailure?, now: UnixTime,
        readerZone: String? = nil
    ) -> String {
        func moment(_ time: UnixTime) -> String {
            PlaceClock(readerZone: readerZone).time(time, seenAt: now)
        }
        return switch self {
        case .begun:
            "refreshing the weather of \(place.displayName())"
        case .done:
            "refreshed the weather of \(place.displayName())\(report.map { " from \($0.provider.name.plain(limit: 40))" } ?? "")"
        case .failed(let failure):
            failure.sentence
        case .tooSoon(let time):
            if let failure {
                "\(failure.sentence); backing off until \(moment(time))"
            } else if let report {
                """
                the weather was \(Language.english.words.updated(Age(seconds: report.age(at: now)), isLast: false)); \
                the next refresh is possible at \(moment(time))
                """
            } else {
                "no weather yet; backing off until \(moment(time))"
            }
        case .full:
            PlaceSentence.tooMany
        case .stopping:
            "weatherd is shutting down"
        }
    }
}
