import Weather

/// The numbers that automatic location goes by.
enum LocationLimits {
    /// What a source has over the next one, so that a better answer is not preceded by a worse.
    static let headStart = Duration.seconds(3)
    /// The same while no place is known at all, when a worse answer is better than none.
    static let firstHeadStart = Duration.seconds(1)
    /// The least time between two tries that a user can bring about.
    static let leastBetweenTries = Duration.seconds(60)
    /// The least time between two tries with a return of the network between them.
    static let leastAfterReturn = Duration.seconds(10)
    /// How long the last fix counts of a source that no longer works.
    static let keeping = Duration.seconds(86_400)
    /// From one question to a service on the Internet to the next.
    static let addressLifetime = Duration.seconds(6 * 3600)

    /// Metres; what is less does not move the place.
    static let move = 10_000.0
    /// Seconds after which a fix of the same place is worth keeping.
    static let confirmationOfPlace = 3600
    /// Metres; what an address alone moves the place by at most, without having said so twice.
    static let surprise = 200_000.0
    /// Metres within which two such surprises are one and the same.
    static let region = 50_000.0
    /// The least time between the two.
    static let confirmation = Duration.seconds(600)

    /// How long a source is waited for.
    static func deadline(of source: LocationSource) -> Duration {
        switch source {
        case .geoClue: .seconds(10)
        case .ip, .timeZone: .seconds(5)
        }
    }

    /// From a minute to an hour.
    ///
    /// - Parameter failures: in a row, 1 and up.
    static func pause(afterFailures failures: Int) -> Duration {
        min(.seconds(60 << min(max(failures - 1, 0), 10)), .seconds(3600))
    }
}
