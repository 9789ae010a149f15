import HTTP
import Languages
import Providers
import Refreshing
import Rendering
import Weather
import WorkerProtocol

/// The current time of all targets: 2026-11-21T15:00:00Z.
let fuzzNow = UnixTime(1_795_273_200)

/// The key that all targets use, which answers may echo.
var fuzzKey: APIKey {
    guard let key = APIKey("0123456789abcdef") else { fatalError("no key") }
    return key
}

/// The report that a provider reads from answers; nil if it reports a failure, whose message must fit in one line.
func content<Provider: ReportProvider>(of provider: Provider, for coordinate: Coordinate) throws -> Provider.Content? {
    // A provider without a key redacts none: its text may contain this one.
    let hasKey = ["openweathermap", "pirate-weather"].contains(provider.identity.id)
    let result = settled { () async -> Result<Provider.Content, FetchFailure> in
        do throws(FetchFailure) {
            return .success(try await provider.report(for: coordinate, at: fuzzNow))
        } catch {
            return .failure(error)
        }
    }
    switch result {
    case .success(let content):
        if hasKey { try requireWithout(fuzzKey, "\(content)") }
        try require(content.coordinate == coordinate, "a report of \(content.coordinate)")
        try require(content.fetchedAt == fuzzNow, "a report of \(content.fetchedAt)")
        for code in content.unknownCodes ?? [] { try requireOneLine(code) }
        return content
    case .failure(let failure):
        try requireOneLine(failure.sentence)
        if hasKey { try requireWithout(fuzzKey, "\(failure)") }
        if let wait = failure.retryAfter { try require((0...40 * 86_400).contains(wait), "a wait of \(wait) s") }
        return nil
    case nil:
        throw Violation("no result")
    }
}

extension Coordinate {
    static let oslo = place(59.91, 10.75)
    static let newYork = place(40.71, -74.01)
    static let berlin = place(52.52, 13.4)
    static let toronto = place(43.65, -79.38)

    private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
            fatalError("not a position on Earth")
        }
        return place
    }
}
