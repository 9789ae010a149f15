import Dialects
import Foundation
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// The contract of every forecast provider, and the dialect it is tested with.
struct Contract: Sendable, CustomTestStringConvertible {
    let dialect: any Dialect
    var coordinate: Coordinate
    var timeZone: String
    let makeProvider: @Sendable (_ timeZone: String, _ exchange: @escaping HTTPExchange) -> any ReportProvider<Report>

    var testDescription: String { dialect.id }

    /// Every service of forecasts, except for sample data, which no service provides.
    static let all = Service.Kind.allCases.compactMap(of)

    private static func of(_ kind: Service.Kind) -> Contract? {
        switch kind {
        case .openMeteo: openMeteo
        case .metNorway: metNorway
        case .nws: nws
        case .openWeatherMap: openWeatherMap
        case .oneCall3: oneCall(.three)
        case .oneCall4: oneCall(.four)
        case .pirateWeather: darkSky
        case .sample, .brightSky, .environmentCanada, .meteoAlarm, .publicAlerts, .aviationWeather: nil
        }
    }

    static let oslo = Coordinate(latitude: 59.9139, longitude: 10.7522)
    static let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
    static let newYork = Coordinate(latitude: 40.7143, longitude: -74.006)

    static let openMeteo = oslo.map { oslo in
        Contract(dialect: OpenMeteoDialect(), coordinate: oslo, timeZone: "Europe/Oslo") {
            OpenMeteo(baseURL: "http://service.test", exchange: $1)
        }
    }

    /// In UTC, where the service's three-hour steps begin when the invented weather changes.
    static var openWeatherMap: Contract? {
        guard let london, let key = APIKey("0123456789abcdef") else { return nil }
        return Contract(dialect: OpenWeatherMapDialect(), coordinate: london, timeZone: "Europe/London") {
            zone, exchange in
            OpenWeatherMap(baseURL: "http://service.test", key: key, timeZone: { _ in zone }, exchange: exchange)
        }
    }

    static func oneCall(_ version: OneCall.Version) -> Contract? {
        guard let oslo, let key = APIKey("0123456789abcdef") else { return nil }
        let dialect = OneCallDialect(version: version == .three ? 3 : 4)
        return Contract(dialect: dialect, coordinate: oslo, timeZone: "Europe/Oslo") {
            OneCall(version: version, baseURL: "http://service.test", key: key, exchange: $1)
        }
    }

    static let darkSky = darkSky(units: nil)

    /// - Parameter units: the units of all answers, whatever is requested; nil for the requested ones.
    static func darkSky(units: String?) -> Contract? {
        guard let newYork, let key = APIKey("0123456789") else { return nil }
        return Contract(
            dialect: DarkSkyDialect(units: units), coordinate: newYork, timeZone: "America/New_York"
        ) { DarkSky(baseURL: "http://service.test", key: key, exchange: $1) }
    }

    static let metNorway = oslo.map { oslo in
        Contract(dialect: METNorwayDialect(), coordinate: oslo, timeZone: "Europe/Oslo") { zone, exchange in
            METNorway(baseURL: "http://service.test", timeZone: { _ in zone }, exchange: exchange)
        }
    }

    static let nws = newYork.map { newYork in
        Contract(dialect: NWSDialect(), coordinate: newYork, timeZone: "America/New_York") {
            NWS(baseURL: "http://service.test", gridPoints: NWSGridPoints(), exchange: $1)
        }
    }

    /// 2026-11-21 15:00 UTC: 16:00 in Oslo, 10:00 in New York.
    static let now = UnixTime(1_795_273_200)

    func weather(_ conditions: [Condition] = [.partlyCloudy, .rain, .overcast, .clear]) -> InventedWeather {
        weather(at: Self.now, conditions)
    }

    func weather(
        at now: UnixTime, _ conditions: [Condition] = [.partlyCloudy, .rain, .overcast, .clear],
        wetProbability: Double = 80
    ) -> InventedWeather {
        InventedWeather(
            at: coordinate, timeZone: timeZone, now: now, conditions: conditions, wetProbability: wetProbability)
    }

    /// The same provider for another place.
    func at(_ coordinate: Coordinate, _ timeZone: String) -> Contract {
        var contract = self
        (contract.coordinate, contract.timeZone) = (coordinate, timeZone)
        return contract
    }

    /// The provider's report of the weather that its service reports.
    ///
    /// - Parameters:
    ///   - rendered: cached answers; nil to render them again.
    ///   - corrupt: changes each answer; nil for no change.
    func report(
        of weather: InventedWeather, rendered: RenderedAnswers? = nil,
        corrupt: (@Sendable (HTTPAnswer) -> HTTPAnswer)? = nil
    ) async throws(FetchFailure) -> Report {
        let provider = makeProvider(timeZone) { [dialect] query async throws(FetchFailure) in
            let answer =
                rendered?.answer(to: query) { dialect.answer(to: query, about: weather) }
                ?? dialect.answer(to: query, about: weather)
            return corrupt?(answer) ?? answer
        }
        // As the worker does.
        return try await provider.report(for: coordinate, at: weather.now).completed
    }
}

extension RequestSender {
    static let all = Service.Kind.allCases.flatMap(of)

    private static func of(_ kind: Service.Kind) -> [RequestSender] {
        let url = "http://service.test"
        guard let key = APIKey("0123456789abcdef") else { return [] }
        return switch kind {
        case .openMeteo:
            [
                RequestSender("forecast", .openMeteo, most: 15) {
                    OpenMeteo(baseURL: url, altitude: { $0.latitude > 0 ? 100 : nil }, exchange: $0)
                },
                RequestSender("models", .openMeteo(models: 2), most: 15) {
                    OpenMeteo(baseURL: url, models: ["icon_d2", "best_match"], exchange: $0)
                },
                RequestSender("air", .openMeteoAir, most: 15) { OpenMeteoAir(baseURL: url, exchange: $0) },
                RequestSender("normals", .openMeteoArchive, most: 2) { OpenMeteoArchive(baseURL: url, exchange: $0) },
                RequestSender("ensemble", .openMeteoEnsemble, most: 3) {
                    OpenMeteoEnsemble(baseURL: url, exchange: $0)
                },
            ]
        case .metNorway:
            [
                RequestSender("met", .metNorway) { METNorway(baseURL: url, timeZone: { _ in "UTC" }, exchange: $0) },
                RequestSender("met alerts", .metAlerts) { METAlerts(baseURL: url, exchange: $0) },
                RequestSender("radar", .metNowcast) { METNowcast(baseURL: url, exchange: $0) },
            ]
        case .nws:
            [
                RequestSender("nws", .nws, most: 7) {
                    NWS(baseURL: url, gridPoints: NWSGridPoints(), exchange: $0)
                },
                RequestSender("nws alerts", .nwsAlerts) { NWSAlerts(baseURL: url, exchange: $0) },
                RequestSender("nws stations", .nwsStations, most: 6) {
                    NWSStations(baseURL: url, gridPoints: NWSGridPoints(), exchange: $0)
                },
            ]
        case .openWeatherMap:
            [
                RequestSender("openweathermap", .openWeatherMap, most: 2) {
                    OpenWeatherMap(baseURL: url, key: key, timeZone: { _ in "UTC" }, exchange: $0)
                },
                RequestSender("openweathermap air", .openWeatherMapAir) {
                    OpenWeatherMapAir(baseURL: url, key: key, exchange: $0)
                },
            ]
        case .oneCall3:
            [RequestSender("one-call 3", .oneCall3) { OneCall(version: .three, baseURL: url, key: key, exchange: $0) }]
        case .oneCall4:
            [
                RequestSender("one-call 4", .oneCall4, most: 26) {
                    OneCall(version: .four, baseURL: url, key: key, exchange: $0)
                }
            ]
        case .pirateWeather:
            [RequestSender("pirate-weather", .darkSky(baseURL: url)) { DarkSky(baseURL: url, key: key, exchange: $0) }]
        case .sample: [RequestSender("sample", .sample, most: 0) { _ in Sample(timeZone: { _ in "UTC" }) }]
        case .brightSky:
            [
                RequestSender("bright-sky", .brightSkyStations) { BrightSkyStations(baseURL: url, exchange: $0) },
                RequestSender("bright-sky alerts", .brightSkyAlerts) {
                    BrightSkyAlerts(baseURL: url, locale: "en", exchange: $0)
                },
            ]
        case .environmentCanada:
            [
                RequestSender("canada", .environmentCanadaAlerts) {
                    EnvironmentCanadaAlerts(baseURL: url, locale: "en", exchange: $0)
                }
            ]
        case .meteoAlarm:
            [
                RequestSender("meteoalarm", .meteoAlarm) {
                    MeteoAlarm(
                        baseURL: url, locale: "en", country: { _ in "NO" }, regions: { RegionTable() }, exchange: $0)
                }
            ]
        case .publicAlerts:
            [
                RequestSender("public-alerts", .publicAlerts, most: 23) {
                    PublicAlerts(
                        baseURL: url, locale: "en", country: { _ in "NO" }, regions: { RegionTable() },
                        memory: PublicAlertsMemory(), exchange: $0)
                }
            ]
        case .aviationWeather:
            [RequestSender("aviation", .aviationWeather, most: 2) { AviationWeather(baseURL: url, exchange: $0) }]
        }
    }
}

extension Dialect {
    func answer(to query: HTTPQuery, about weather: InventedWeather) -> HTTPAnswer {
        let url = URLComponents(string: query.url)
        let parameters = (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        let answer = answer(
            path: url?.path ?? "", query: Dictionary(parameters) { first, _ in first }, about: weather)
        guard let answer else { return HTTPAnswer(status: 404) }
        return HTTPAnswer(
            status: answer.status, headers: answer.headers.map { (name: $0.key, value: $0.value) }, body: answer.body)
    }
}

/// The answers for one weather, each rendered once.
final class RenderedAnswers: Sendable {
    private let answers = Mutex<[String: HTTPAnswer]>([:])

    func answer(to query: HTTPQuery, render: () -> HTTPAnswer) -> HTTPAnswer {
        answers.withLock { answers in
            if let answer = answers[query.url] { return answer }
            let answer = render()
            answers[query.url] = answer
            return answer
        }
    }
}
