import Endpoints
import Fetching
import Forecasting
import HTTP
import Providers
import Rendering
import Weather

/// The moment that all targets take for now: 2026-11-21T15:00:00Z.
let fuzzNow = UnixTime(1_795_273_200)

/// The key that all targets use, which answers may echo.
var fuzzKey: APIKey {
    guard let key = APIKey("0123456789abcdef") else { fatalError("no key") }
    return key
}

/// The content that a provider makes of answers; nil when it makes none. What it says of that has to fit in a line.
func content<Provider: ReportProvider>(
    of answers: [UInt8], for coordinate: Coordinate, renewing previous: Provider.Content? = nil,
    _ provider: (@escaping HTTPExchange) -> Provider
) throws -> Provider.Content? {
    let provider = provider(ScriptedAnswers(answers).exchange)
    // A provider without a key removes none: its text may contain this one.
    let hasKey = ProviderName.withKey.map(\.rawValue).contains(provider.identity.id)
    let result = settled { () async -> Result<Provider.Content, FetchFailure> in
        do throws(FetchFailure) {
            return .success(try await provider.report(for: coordinate, at: fuzzNow, renewing: previous))
        } catch {
            return .failure(error)
        }
    }
    switch result {
    case .success(let content):
        if hasKey { try demandWithout(fuzzKey, "\(content)") }
        try demand(content.coordinate == coordinate, "a report of \(content.coordinate)")
        try demand(content.fetchedAt == fuzzNow, "a report of \(content.fetchedAt)")
        for code in content.unknownCodes ?? [] { try demandOneLine(code) }
        return content
    case .failure(let failure):
        try demandOneLine(failure.sentence)
        if hasKey { try demandWithout(fuzzKey, "\(failure)") }
        if let wait = failure.retryAfter { try demand((0...40 * 86_400).contains(wait), "a wait of \(wait) s") }
        return nil
    case nil:
        throw Violation("no result")
    }
}

extension Coordinate {
    static let oslo = place(59.91, 10.75)
    static let newYork = place(40.71, -74.01)

    private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
        guard let place = Coordinate(latitude: latitude, longitude: longitude) else { fatalError("no place on Earth") }
        return place
    }
}
