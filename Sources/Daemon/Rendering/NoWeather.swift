import Languages
public import Weather

/// Why there is no weather for a place.
public struct NoWeather: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        case neverFetched
        /// No other report has been fetched yet.
        case nothingFetched(Topic)
        /// No configured provider covers the place.
        case notGiven(Topic)
        /// Sample data does not include this.
        case notMadeUp(Topic)
        case ended(UnixTime)
        /// The forecast begins later: the clock was turned back since it was fetched.
        case notBegun(UnixTime)
        /// The named provider does not have the view's data.
        case lacking(provider: String)
    }

    /// Reports other than the forecast.
    public enum Topic: Sendable, Hashable {
        case warnings, air, marine
    }

    public var reason: Reason
    /// The place's tzdata name; nil when unknown.
    public var timeZone: String?
    /// Why the last refresh failed; nil when it succeeded.
    public var lastFailure: FetchFailure?

    init(_ reason: Reason, in scene: Scene) {
        self.reason = reason
        timeZone = scene.timeZone
        lastFailure = scene.lastFailure
    }

    /// - Parameter failure: why the last refresh of `topic` failed.
    init(_ topic: Topic, failure: FetchFailure?, in scene: Scene) {
        timeZone = scene.timeZone
        if case .notCovered = failure {
            reason = scene.report?.provider.isSample == true ? .notMadeUp(topic) : .notGiven(topic)
            lastFailure = nil
        } else {
            reason = .nothingFetched(topic)
            lastFailure = failure
        }
    }

    /// - Parameter span: the time span of the forecast; nil when empty.
    static func outsideForecast(_ span: Range<UnixTime>?, of report: Report, in scene: Scene) -> NoWeather {
        outsideForecast(span, of: report, failure: scene.lastFailure, in: scene)
    }

    static func outsideForecast(
        _ span: Range<UnixTime>?, of report: some ProviderReport, failure: FetchFailure?, in scene: Scene
    ) -> NoWeather {
        var error = NoWeather(.lacking(provider: report.provider.name), in: scene)
        error.lastFailure = failure
        if let span, scene.now >= span.upperBound { error.reason = .ended(span.upperBound) }
        if let span, scene.now < span.lowerBound { error.reason = .notBegun(span.lowerBound) }
        return error
    }

    /// Whether no provider offers this data.
    private var isUncovered: Bool {
        if case .notCovered = lastFailure { true } else { false }
    }

    public var sentence: String {
        let clock = PlaceClock(zoneName: timeZone)
        func moment(_ time: UnixTime) -> String { "\(clock.longDate(time)) at \(clock.time(time))" }
        let reason =
            switch reason {
            case .neverFetched where isUncovered:
                "no configured provider covers this place; add one in config.toml, such as "
                    + "open-meteo, which covers the whole Earth"
            case .neverFetched: "no weather has been fetched yet\(lastFailure == nil ? "; fetching it now" : "")"
            case .nothingFetched(.warnings):
                "no warnings have been fetched yet\(lastFailure == nil ? "; fetching them now" : "")"
            case .nothingFetched(.air):
                "no air quality has been fetched yet\(lastFailure == nil ? "; fetching it now" : "")"
            case .nothingFetched(.marine):
                "no marine weather has been fetched yet\(lastFailure == nil ? "; fetching it now" : "")"
            case .notGiven(.marine): "no sea here: no provider has marine weather near this place"
            case .notMadeUp(.marine): "the weather shown is sample data"
            case .notGiven(.warnings):
                "no source of warnings covers this place, or none is configured (alerts.providers in config.toml); "
                    + "pirate-weather, and "
                    + "openweathermap with One Call, send some with their forecasts"
            case .notGiven(.air):
                "no provider of air quality is configured; open-meteo needs no key: add it to air.providers in config.toml"
            case .notMadeUp(.warnings): "the weather shown is sample data, which has no warnings"
            case .notMadeUp(.air): "the weather shown is sample data, which has no air quality"
            case .ended(let end): "the forecast ended on \(moment(end))"
            case .notBegun(let start):
                "the forecast begins on \(moment(start)), which is in the future; check the clock"
            case .lacking(let provider): "\(provider.plain(limit: 40)) has no such data for this place"
            }
        guard let lastFailure, !isUncovered else { return reason }
        return "\(reason); last error: \(lastFailure.sentence)"
    }
}

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
