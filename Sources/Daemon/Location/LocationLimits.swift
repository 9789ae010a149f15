import Weather

/// The constants of automatic location.
enum LocationLimits {
    /// The head start of a source over the next one, so that a better fix is not preceded by a worse one.
    static let headStart = Duration.seconds(3)
    /// The head start while no location is known, when a worse fix is better than none.
    static let firstHeadStart = Duration.seconds(1)
    /// The minimum time between retries requested by a user.
    static let leastBetweenTries = Duration.seconds(60)
    /// The minimum time between retries when the network has returned in between.
    static let leastAfterReturn = Duration.seconds(10)
    /// How long the last fix of a failed source stays valid.
    static let keeping = Duration.seconds(86_400)
    /// The interval of requests to an Internet service.
    static let addressLifetime = Duration.seconds(6 * 3600)

    /// Metres; smaller changes do not move the place.
    static let move = 10_000.0
    /// Maximum number of consecutive moves of a source, and the time until another is accepted, since each move causes a fetch.
    static let mostMoves = 5
    static let moveInterval = Duration.seconds(600)
    /// Seconds after which a fix of the same place is stored again.
    static let confirmationOfPlace = 3600
    /// Metres; a larger move by IP address alone must be confirmed by a second fix.
    static let confirmedMove = 200_000.0
    /// Metres; two such fixes within this distance confirm each other.
    static let region = 50_000.0
    /// The minimum time between the two.
    static let confirmation = Duration.seconds(600)

    /// The timeout of a source.
    static func deadline(of source: LocationSource) -> Duration {
        switch source {
        case .geoClue: .seconds(10)
        case .ip, .timeZone: .seconds(5)
        }
    }

    /// From a minute to an hour.
    ///
    /// - Parameter failures: consecutive failures, at least 1.
    static func pause(afterFailures failures: Int) -> Duration {
        min(.seconds(60 << min(max(failures - 1, 0), 10)), .seconds(3600))
    }
}
