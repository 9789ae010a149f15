public import Weather

extension RefreshAnswer {
    /// What became of the wish for a refresh.
    ///
    /// - Parameters:
    ///   - report: what is kept for the place; nil when there is nothing yet.
    ///   - failure: why the last try brought nothing; nil when it did not fail.
    ///   - now: the moment at which this is said.
    ///   - readerZone: for when the daemon may try again, which the user compares with the clock of this machine and not
    ///     with the place's; nil for the system's time zone.
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
            "got the weather of \(place.displayName())\(report.map { " from \($0.provider.name.plain(limit: 40))" } ?? "")"
        case .failed(let failure):
            failure.sentence
        case .tooSoon(let time):
            if let failure {
                "\(failure.sentence); the next try is possible at \(moment(time))"
            } else if let report {
                """
                the weather was fetched \(Age(seconds: report.age(at: now)).text(in: English())) ago; \
                the next refresh is possible at \(moment(time))
                """
            } else {
                "there is no weather yet; the next try is possible at \(moment(time))"
            }
        case .full:
            PlaceSentence.tooMany
        case .stopping:
            "weatherd is ending"
        }
    }
}
