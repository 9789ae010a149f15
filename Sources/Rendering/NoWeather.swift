public import Weather

/// Why there is nothing to show for a place.
public struct NoWeather: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        case neverFetched
        /// The same of what is not the forecast.
        case nothingFetched(Topic)
        /// None of the providers covers the place.
        case notGiven(Topic)
        /// The weather is made up, and this is no part of it.
        case notMadeUp(Topic)
        /// The forecast ended at that moment.
        case ended(UnixTime)
        /// The forecast begins at that moment: the clock was turned back since it was fetched.
        case notBegun(UnixTime)
        /// The provider, by its name, does not give what the view shows.
        case lacking(provider: String)
    }

    /// What comes from providers besides the forecast.
    public enum Topic: Sendable, Hashable {
        case warnings, air
    }

    public var reason: Reason
    /// The place's time zone as tzdata names it; nil when it is not known.
    public var timeZone: String?
    /// Why the last refresh failed; nil when it did not.
    public var lastFailure: FetchFailure?

    init(_ reason: Reason, in scene: Scene) {
        self.reason = reason
        timeZone = scene.timeZone
        lastFailure = scene.lastFailure
    }

    /// Why there is no word on `topic`, of which the last try failed as `failure` says.
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

    /// - Parameter span: what the forecast covers; nil when it covers nothing.
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

    /// Whether there is nobody to ask.
    private var isUncovered: Bool {
        if case .notCovered = lastFailure { true } else { false }
    }

    public var sentence: String {
        let clock = PlaceClock(zoneName: timeZone)
        func moment(_ time: UnixTime) -> String { "\(clock.longDate(time)) at \(clock.time(time))" }
        let reason =
            switch reason {
            case .neverFetched where isUncovered:
                "none of the providers covers this place; name another one beside them in config.toml, such as "
                    + "open-meteo, which covers the whole Earth"
            case .neverFetched: "no weather has been fetched yet\(lastFailure == nil ? "; it is on its way" : "")"
            case .nothingFetched(.warnings):
                "no warnings have been fetched yet\(lastFailure == nil ? "; they are on their way" : "")"
            case .nothingFetched(.air):
                "no air quality has been fetched yet\(lastFailure == nil ? "; it is on its way" : "")"
            case .notGiven(.warnings):
                "nobody who is asked gives warnings for this place; without a key nws does for the United States and "
                    + "met-norway for Norway (alerts.providers in config.toml), elsewhere pirate-weather and "
                    + "openweathermap with One Call send some with their forecasts"
            case .notGiven(.air):
                "nobody is asked for the air of this place; open-meteo knows it without a key: name it as air.providers "
                    + "in config.toml"
            case .notMadeUp(.warnings): "the weather shown is sample data, which has no warnings"
            case .notMadeUp(.air): "the weather shown is sample data, which has no air quality"
            case .ended(let end): "the forecast ended on \(moment(end))"
            case .notBegun(let start):
                "the forecast begins on \(moment(start)), which is still to come; is the clock right?"
            case .lacking(let provider): "\(provider.plain(limit: 40)) gave no such forecast for this place"
            }
        guard let lastFailure, !isUncovered else { return reason }
        return "\(reason); last error: \(lastFailure.sentence)"
    }
}
