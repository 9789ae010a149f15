public import Weather

/// Why there is nothing to show for a place.
public struct NoWeather: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        case neverFetched
        /// The forecast ended at that moment.
        case ended(UnixTime)
        /// The forecast begins at that moment: the clock was turned back since it was fetched.
        case notBegun(UnixTime)
        /// The provider, by its name, does not give what the view shows.
        case lacking(provider: String)
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

    /// - Parameter span: what the forecast covers; nil when it covers nothing.
    static func outsideForecast(_ span: Range<UnixTime>?, of report: Report, in scene: Scene) -> NoWeather {
        if let span, scene.now >= span.upperBound { return NoWeather(.ended(span.upperBound), in: scene) }
        if let span, scene.now < span.lowerBound { return NoWeather(.notBegun(span.lowerBound), in: scene) }
        return NoWeather(.lacking(provider: report.provider.name), in: scene)
    }

    public var sentence: String {
        let clock = PlaceClock(zoneName: timeZone)
        func moment(_ time: UnixTime) -> String { "\(clock.longDate(time)) at \(clock.time(time))" }
        let reason =
            switch reason {
            case .neverFetched: "no weather has been fetched yet\(lastFailure == nil ? "; it is on its way" : "")"
            case .ended(let end): "the forecast ended on \(moment(end))"
            case .notBegun(let start):
                "the forecast begins on \(moment(start)), which is still to come; is the clock right?"
            case .lacking(let provider): "\(provider.plain(limit: 40)) gave no such forecast for this place"
            }
        guard let lastFailure else { return reason }
        return "\(reason); last error: \(lastFailure.sentence)"
    }
}
