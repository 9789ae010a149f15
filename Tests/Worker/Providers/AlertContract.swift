import Dialects
import Foundation
import HTTP
import Providers
import Refreshing
import Testing
import Weather
import WorkerProtocol

/// What every source of warnings is held to, and where it is asked.
struct AlertContract: Sendable, CustomTestStringConvertible {
    let dialect: any WarningDialect
    let coordinate: Coordinate
    let country: String

    var testDescription: String { dialect.id }

    static let now = Contract.now

    /// Every source there is.
    static let all: [AlertContract] = WarningDialects.all.compactMap { dialect in
        let (latitude, longitude, country) =
            switch dialect.id {
            case "nws": (40.71, -74.01, "US")
            case "met-norway": (59.91, 10.75, "NO")
            case "bright-sky": (52.52, 13.4, "DE")
            case "environment-canada": (43.7, -79.4, "CA")
            default: (45.81, 15.98, "HR")
            }
        return Coordinate(latitude: latitude, longitude: longitude).map {
            AlertContract(dialect: dialect, coordinate: $0, country: country)
        }
    }

    /// As the worker makes it.
    func provider(
        country: String? = nil, notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in },
        _ exchange: @escaping HTTPExchange
    ) throws -> any ReportProvider<AlertReport> {
        let (url, locale) = ("http://service.test", "en")
        let place: @Sendable (Coordinate) -> String? = { _ in country ?? self.country }
        return switch dialect.id {
        case "nws": NationalAlerts(NWSAlerts(baseURL: url, exchange: exchange), .nwsAlerts, country: place)
        case "met-norway": NationalAlerts(METAlerts(baseURL: url, exchange: exchange), .metAlerts, country: place)
        case "bright-sky":
            NationalAlerts(
                BrightSkyAlerts(baseURL: url, locale: locale, exchange: exchange), .brightSkyAlerts, country: place)
        case "environment-canada":
            NationalAlerts(
                EnvironmentCanadaAlerts(baseURL: url, locale: locale, exchange: exchange), .environmentCanadaAlerts,
                country: place)
        case "meteoalarm":
            MeteoAlarm(
                baseURL: url, locale: locale, country: place, regions: { RegionTable() }, exchange: exchange)
        case "public-alerts":
            PublicAlerts(
                baseURL: url, locale: locale, country: place, regions: { RegionTable() },
                memory: PublicAlertsMemory(), exchange: exchange, patience: .seconds(3600), notice: notice)
        default: try #require(nil as METAlerts?, "\(dialect.id) has no provider")
        }
    }

    func warning() -> InventedWarning { InventedWarning(at: coordinate, now: Self.now) }

    func report(of warnings: [InventedWarning]) async throws -> AlertReport {
        try await report { path in
            dialect.answer(path: path, about: warnings).map { HTTPAnswer(status: $0.status, body: $0.body) }
                ?? HTTPAnswer(status: 404)
        }
    }

    func report(country: String? = nil, _ answer: @escaping @Sendable (String) -> HTTPAnswer) async throws
        -> AlertReport
    {
        let provider = try provider(country: country) { query async throws(FetchFailure) in
            answer(URLComponents(string: query.url)?.path ?? "")
        }
        return try await provider.report(for: coordinate, at: Self.now)
    }
}
