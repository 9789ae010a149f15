import Dialects
import Foundation
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// The sources of warnings by place, in docs/warnings.md.
struct AlertCoverageTests {
    private static let places: [(name: String, country: String, latitude: Double, longitude: Double)] = [
        ("Oslo", "NO", 59.91, 10.75),
        ("Longyearbyen", "SJ", 78.22, 15.65),
        ("Stockholm", "SE", 59.33, 18.07),
        ("Helsinki", "FI", 60.17, 24.94),
        ("Reykjavík", "IS", 64.15, -21.94),
        ("Dublin", "IE", 53.35, -6.26),
        ("London", "GB", 51.51, -0.13),
        ("Paris", "FR", 48.86, 2.35),
        ("Berlin", "DE", 52.52, 13.4),
        ("Zürich", "CH", 47.37, 8.54),
        ("Madrid", "ES", 40.42, -3.7),
        ("Las Palmas", "ES", 28.1, -15.41),
        ("Ponta Delgada", "PT", 37.74, -25.67),
        ("Rome", "IT", 41.9, 12.5),
        ("Athens", "GR", 37.98, 23.73),
        ("Kyiv", "UA", 50.45, 30.52),
        ("Nicosia", "CY", 35.17, 33.36),
        ("Istanbul", "TR", 41.01, 28.98),
        ("Moscow", "RU", 55.76, 37.62),
        ("Tel Aviv", "IL", 32.08, 34.78),
        ("New York", "US", 40.71, -74.01),
        ("Anchorage", "US", 61.22, -149.9),
        ("Honolulu", "US", 21.31, -157.86),
        ("San Juan", "PR", 18.47, -66.11),
        ("Toronto", "CA", 43.7, -79.4),
        ("Vancouver", "CA", 49.25, -123.12),
        ("Mexico City", "MX", 19.43, -99.13),
        ("Bogotá", "CO", 4.71, -74.07),
        ("São Paulo", "BR", -23.55, -46.63),
        ("Buenos Aires", "AR", -34.6, -58.38),
        ("Cairo", "EG", 30.04, 31.24),
        ("Nairobi", "KE", -1.29, 36.82),
        ("Cape Town", "ZA", -33.93, 18.42),
        ("Mumbai", "IN", 19.08, 72.88),
        ("Beijing", "CN", 39.91, 116.4),
        ("Tokyo", "JP", 35.68, 139.69),
        ("Manila", "PH", 14.6, 120.98),
        ("Almaty", "KZ", 43.24, 76.9),
        ("Sydney", "AU", -33.87, 151.21),
        ("Wellington", "NZ", -41.29, 174.78),
        ("Suva", "FJ", -18.14, 178.44),
        ("Hagåtña", "GU", 13.48, 144.75),
    ]

    /// Every source fails, so that all are asked that may cover the place.
    private static func asked(at place: Coordinate, in country: String) async throws -> [String] {
        let asked = Mutex<[String]>([])
        let providers = try AlertContract.all.map { contract in
            try contract.provider(country: country) { _ async throws(FetchFailure) in
                asked.withLock { $0.append(contract.dialect.id) }
                return HTTPAnswer("", status: 503)
            }
        }
        _ = await ProviderChain<AlertReport>().reports(
            for: [place], from: providers, renewing: [:], now: { AlertContract.now })
        return asked.withLock { $0 }
    }

    @Test func documentedTableIsTrue() async throws {
        var rows: [(sources: String, places: [String])] = []
        for (name, country, latitude, longitude) in Self.places {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let sources = try await Self.asked(at: place, in: country).map { "`\($0)`" }.joined(separator: ", ")
            if !rows.contains(where: { $0.sources == sources }) { rows.append((sources, [])) }
            for index in rows.indices where rows[index].sources == sources {
                rows[index].places.append("\(name) (\(country))")
            }
        }
        #expect(rows.map(\.places.count).reduce(0, +) >= 40)
        let table = rows.map { "| \($0.sources) | \($0.places.joined(separator: ", ")) |" }.joined(separator: "\n")
        let page = URL(filePath: #filePath).appending(path: "../../../../docs/warnings.md").standardized
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.contains("|---|---|\n\(table)\n\n"), "\(table)")
    }

    /// A source that is late, or answers in another shape, is passed over; the next one's warnings are shown.
    @Test(arguments: ["late", "<html>", #"{"warnings":7}"#])
    func failingSourceIsPassedOver(answer: String) async throws {
        let sources = AlertContract.all.suffix(2)
        let server = try #require(sources.last)
        let warning = server.warning()
        let providers = try sources.map { contract in
            try contract.provider { query async throws(FetchFailure) in
                if contract.dialect.id == "meteoalarm" {
                    if answer == "late" { throw .timedOut(host: query.host, seconds: 20) }
                    return HTTPAnswer(answer)
                }
                let path = URLComponents(string: query.url)?.path ?? ""
                let told = contract.dialect.answer(path: path, about: [warning])
                return HTTPAnswer(status: told?.status ?? 404, body: told?.body ?? [])
            }
        }
        let chain = ProviderChain<AlertReport>()
        let results = await chain.reports(
            for: [server.coordinate], from: providers, renewing: [:], now: { AlertContract.now })
        let report = try #require(try results.first?.get())
        #expect(report.provider.id == "public-alerts" && report.alerts.map(\.id) == [warning.id])
        #expect(chain.backingOff(at: AlertContract.now).map(\.provider.id) == ["meteoalarm"])
    }

    /// Not to know is not the same as none in force.
    @Test func placeWithoutSourcesIsNotCovered() async throws {
        let tokyo = try #require(Coordinate(latitude: 35.68, longitude: 139.69))
        let providers = try AlertContract.all.map { contract in
            try contract.provider(country: "JP") { _ async throws(FetchFailure) in HTTPAnswer(#"{"results":[]}"#) }
        }
        let results = await ProviderChain<AlertReport>().reports(
            for: [tokyo], from: providers, renewing: [:], now: { AlertContract.now })
        guard case .failure(.notCovered)? = results.first else {
            Issue.record("\(results)")
            return
        }
    }

    /// At sea there is no country: in the North Sea between Norway and Scotland, in mid-Atlantic.
    @Test func seaIsCoveredByAreas() async throws {
        func names(_ latitude: Double, _ longitude: Double) throws -> [String] {
            let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let facts: [ProviderFacts] = [
                .nwsAlerts, .metAlerts, .brightSkyAlerts, .environmentCanadaAlerts, .meteoAlarm, .publicAlerts,
            ]
            return facts.filter { $0.covers(place) }.map(\.identity.id)
        }
        #expect(try names(59, 2) == ["met-norway", "meteoalarm", "public-alerts"])
        #expect(try names(30, -45) == ["public-alerts"])
    }

    /// As docs/warnings.md lists them.
    @Test func meteoAlarmHas38Countries() throws {
        #expect(MeteoAlarmCountry.feeds.count == 38)
        #expect(Set(MeteoAlarmCountry.feeds.values).count == 38)
        #expect(MeteoAlarmCountry.feeds.keys.allSatisfy { $0.count == 2 })
    }
}
