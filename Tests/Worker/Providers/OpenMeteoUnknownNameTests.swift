import Dialects
import Foundation
import HTTP
import Refreshing
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// A server that lacks variables, as an older or a self-hosted one. It rejects the first unknown name of a request.
private final class LackingServer: Sendable {
    private let unknown: Set<String>
    private let reason: @Sendable (_ parameter: String, _ name: String) -> String
    private let answer: @Sendable (HTTPQuery) -> HTTPAnswer
    private let asked = Mutex<[[String: [String]]]>([])

    /// - Parameter reason: of a rejection.
    init(
        _ unknown: Set<String>, reason: @escaping @Sendable (String, String) -> String = LackingServer.realReason,
        answer: @escaping @Sendable (HTTPQuery) -> HTTPAnswer = LackingServer.forecast
    ) {
        (self.unknown, self.reason, self.answer) = (unknown, reason, answer)
    }

    /// As open-meteo's server does; the types of lists other than the days' are named in full.
    static let realReason: @Sendable (String, String) -> String = { parameter, name in
        let type =
            switch parameter {
            case "daily": "ForecastVariableDaily"
            case "models": "MultiDomains"
            default:
                "SurfacePressureAndHeightVariable<VariableAndPreviousDay, VariableOrSpread<ForecastPressureVariable>, "
                    + "VariableOrSpread<ForecastHeightVariable<VariableAndPreviousDay>>, VariableOrSpread<X>>"
            }
        return "Data corrupted at path ''. Cannot initialize \(type) from invalid String value \(name)."
    }

    static let forecast: @Sendable (HTTPQuery) -> HTTPAnswer = { query in
        guard let contract = Contract.openMeteo else { return HTTPAnswer(status: 500) }
        return OpenMeteoDialect().answer(to: query, about: contract.weather())
    }

    /// The lists of each request.
    var requests: [[String: [String]]] { asked.withLock { $0 } }

    var exchange: HTTPExchange {
        { query async throws(FetchFailure) in
            let items = URLComponents(string: query.url)?.queryItems ?? []
            let lists = Dictionary(
                uniqueKeysWithValues: items.map { ($0.name, ($0.value ?? "").split(separator: ",").map(String.init)) })
            self.asked.withLock { $0.append(lists) }
            for parameter in ["current", "hourly", "daily", "minutely_15", "models"] {
                guard let names = lists[parameter] else { continue }
                let rejected = self.unknown.contains(parameter) ? parameter : names.first(where: self.unknown.contains)
                if let rejected {
                    return HTTPAnswer(
                        #"{"error":true,"reason":"\#(self.reason(parameter, rejected))"}"#, status: 400)
                }
            }
            return self.answer(query)
        }
    }
}

struct OpenMeteoUnknownNameTests {
    private func fetch(
        _ server: LackingServer, _ names: OpenMeteoUnknownNames = OpenMeteoUnknownNames(), models: [String] = []
    ) async throws -> Report {
        try await OpenMeteo(
            baseURL: "http://service.test", models: models, unknownNames: names, exchange: server.exchange
        ).report(for: try #require(Contract.oslo), at: Contract.now).completed
    }

    private func gap(_ parameter: String, _ value: String? = nil) -> ReportGap {
        .unknown(UnknownName(parameter: parameter, value: value), host: "service.test")
    }

    @Test func unknownVariableIsLeftOut() async throws {
        let server = LackingServer(["soil_temperature_0cm"])
        let notices = Notices()
        let names = OpenMeteoUnknownNames(notice: notices.take)
        let report = try await fetch(server, names)
        #expect(server.requests.count == 2)
        #expect(server.requests[1]["hourly"]?.count == OpenMeteo.hourly.count - 1)
        #expect(report.current?.temperature != nil && report.current?.soilTemperature == nil)
        #expect(report.missing == [gap("hourly", "soil_temperature_0cm")])
        #expect(
            notices.all
                == [.unknown(UnknownName(parameter: "hourly", value: "soil_temperature_0cm"), host: "service.test")])

        // Remembered, and not reported again.
        _ = try await fetch(server, names)
        #expect(server.requests.count == 3 && notices.all.count == 1)
        let next = OpenMeteoUnknownNames(
            [UnknownName(parameter: "hourly", value: "soil_temperature_0cm")], notice: notices.take)
        #expect(try await fetch(server, next).missing == report.missing)
        #expect(server.requests.count == 4 && notices.all.count == 1)
    }

    /// Current, hourly and quarter-hourly variables are of one type in the service.
    @Test func variableOfSeveralListsTakesOneRepeat() async throws {
        let server = LackingServer(["visibility"])
        let report = try await fetch(server)
        #expect(server.requests.count == 2)
        #expect(report.missing == [gap("current", "visibility")])
        #expect(report.hours.allSatisfy { $0.conditions.visibility == nil && $0.conditions.temperature != nil })
    }

    /// A server from before the variables were renamed.
    @Test func manyUnknownVariablesAreLeftOutInOneJob() async throws {
        let unknown: Set<String> = [
            "dew_point_2m", "relative_humidity_2m", "cloud_cover", "wind_speed_10m", "wind_direction_10m",
            "wind_gusts_10m", "weather_code", "cloud_cover_mean", "wind_speed_10m_max", "wind_gusts_10m_max",
            "wind_direction_10m_dominant",
        ]
        let server = LackingServer(unknown)
        let report = try await fetch(server)
        #expect(server.requests.count <= 1 + ProviderFacts.openMeteoRepeats)
        #expect(Set(report.missing).count == unknown.count)
        #expect(report.current?.temperature != nil && report.days.count >= 7)
    }

    /// The number of requests is bounded; the last one is for the temperatures alone, and the next job continues.
    @Test func requestsAreBounded() async throws {
        let required = "temperature_2m"
        let server = LackingServer(Set(OpenMeteo.hourly + OpenMeteo.daily).subtracting([required]))
        let notices = Notices()
        let names = OpenMeteoUnknownNames(notice: notices.take)
        let report = try await fetch(server, names)
        #expect(server.requests.count == 1 + ProviderFacts.openMeteoRepeats)
        #expect(server.requests.last?["hourly"] == [required] && server.requests.last?["daily"] == nil)
        #expect(report.hours.first?.conditions.temperature != nil)
        #expect(!report.days.isEmpty)
        let known = notices.all.compactMap { if case .unknown(let name, _) = $0 { name } else { nil } }
        #expect(known.count >= ProviderFacts.openMeteoRepeats)
        let next = OpenMeteoUnknownNames(known)
        _ = try await fetch(server, next)
        #expect(next.all.count > known.count)
    }

    /// The present follows from the hours, conditions from clouds and amounts.
    @Test(arguments: ["weather_code", "precipitation", "is_day", "temperature_2m_max", "sunrise", "cloud_cover"])
    func derivedVariablesAreDispensable(name: String) async throws {
        let report = try await fetch(LackingServer([name]))
        let current = try #require(report.current)
        #expect(current.temperature != nil && current.condition != .unknown && current.isDay != nil)
        let today = try #require(report.days.first)
        #expect(today.temperatureMax != nil && today.condition != .unknown && today.daylight != nil)
        #expect(report.hours.allSatisfy { $0.conditions.isDay != nil })
    }

    @Test(arguments: ["current", "daily", "minutely_15"])
    func unknownListIsLeftOut(parameter: String) async throws {
        for reason in ["Parameter '\(parameter)' is unknown", "Parameter \(parameter) is unknown"] {
            let server = LackingServer([parameter], reason: { _, _ in reason })
            let report = try await fetch(server)
            #expect(server.requests.count == 2 && server.requests[1][parameter] == nil)
            #expect(report.missing == [gap(parameter)])
            #expect(report.present(at: Contract.now, staleAfter: 3600)?.conditions.temperature != nil)
            #expect(report.days.count >= 7)
        }
    }

    /// The quarter hours are left out first, since the hours are worth more.
    @Test func quarterHoursAloneMayBeUnknown() async throws {
        let server = ScriptedService { query in
            query.url.contains("minutely_15")
                ? HTTPAnswer(
                    #"{"error":true,"reason":"\#(LackingServer.realReason("minutely_15", "precipitation"))"}"#,
                    status: 400) : LackingServer.forecast(query)
        }
        let report = try await OpenMeteo(baseURL: "http://service.test", exchange: server.exchange)
            .report(for: try #require(Contract.oslo), at: Contract.now)
        #expect(server.queries.count == 2 && report.missing == [gap("minutely_15", "precipitation")])
        #expect(report.hours.contains { $0.conditions.precipitation != nil })
    }

    @Test func unknownModelIsLeftOut() async throws {
        let server = LackingServer(["icon_d3"])
        let report = try await fetch(server, models: ["icon_d3", "gfs_seamless"])
        #expect(server.requests.last?["models"] == ["gfs_seamless"])
        #expect(report.current?.temperature != nil && report.missing == [gap("models", "icon_d3")])
        let alone = LackingServer(["icon_d3"])
        #expect(try await fetch(alone, models: ["icon_d3"]).missing == [gap("models", "icon_d3")])
        #expect(alone.requests.map { $0["models"] } == [["icon_d3"], nil])
    }

    @Test func requiredVariableIsOnePlainFailure() async throws {
        let server = LackingServer(["temperature_2m"])
        await #expect(
            throws: FetchFailure.refused(
                host: "service.test", status: 400, reason: "it does not know temperature_2m, which is required")
        ) { _ = try await fetch(server) }
        #expect(server.requests.count == 2, "the present follows from the hours")
    }

    @Test(arguments: [
        LackingServer.realReason("hourly", "something_else"),
        "Data corrupted at path 'hourly[3]'. Cannot initialize ForecastVariable from invalid String value foo.",
        "Latitude must be in range of -90 to 90°. Given: 91.0.", "No data is available for this location",
        "Rain and daily models are current", "",
    ])
    func otherRejectionsAreNotRepeated(reason: String) async throws {
        let server = LackingServer(["visibility"], reason: { _, _ in reason })
        await #expect(throws: FetchFailure.self) { _ = try await fetch(server) }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        ("Data corrupted at path 'daily'. Cannot initialize X from invalid String value weather_code.", ["daily"]),
        ("Cannot initialize ForecastVariableDaily from invalid String value weather_code.", ["daily"]),
        ("Cannot initialize ForecastVariable from invalid String value weather_code.", ["current", "hourly"]),
        ("unknown variable 'weather_code' in hourly", ["current", "hourly"]),
        ("unknown variable `weather_code` in parameter hourly", ["hourly"]),
        ("Unknown value: sunset", ["daily"]), ("Variable rain is not available", ["current", "hourly"]),
        ("rain is not a valid variable name", ["current", "hourly"]), ("unknown: rain", ["current", "hourly"]),
        ("sunrise is unknown", ["daily"]), ("Unsupported: sunrise", ["daily"]),
        ("Available variables: temperature_2m, cloud_cover, rain. Got: sunset", ["daily"]),
        ("unknown variant `sunset`, expected one of `temperature_2m`, `rain`", ["daily"]),
        ("sunset must be one of temperature_2m, rain", []),
        ("Available variables: temperature_2m, cloud_cover. Got: something_else", []),
        ("Parameter 'past_days' is out of allowed range from 0 to 0. Given 1.", ["past_days"]),
        ("Cannot initialize PrecipitationUnit from invalid String value mm.", ["precipitation_unit"]),
    ])
    func reasonNamesTheList(reason: String, parameters: [String]) {
        #expect(OpenMeteo.request().names(rejectedIn: reason).map(\.parameter) == parameters)
    }

    /// A list of places is refused as one, and repeated as one.
    @Test func listIsRepeatedAsAWhole() async throws {
        let places = try [52.0, 53.0].map { try #require(Coordinate(latitude: $0, longitude: 13)) }
        let server = LackingServer(["snow_depth"], answer: { _ in HTTPAnswer("[\(Fixtures.whole),\(Fixtures.whole)]") })
        let provider = OpenMeteo(baseURL: "http://service.test", exchange: server.exchange)
        let results = try await provider.reports(for: places, at: Fixtures.now, renewing: [:])
        #expect(server.requests.count == 2)
        let missing = try results.map { try $0.get().missing }
        #expect(missing == Array(repeating: [gap("hourly", "snow_depth")], count: 2))
    }

    /// More than can be tried: the days follow from the hours, which keep their other variables.
    @Test func listOfUnknownNamesIsLeftOut() async throws {
        let server = LackingServer(Set(OpenMeteo.daily).subtracting(OpenMeteo.hourly))
        let report = try await fetch(server)
        #expect(server.requests.last?["daily"] == nil)
        #expect(report.current?.condition != .unknown && report.current?.windSpeed != nil)
        #expect(report.days.count >= 7 && report.days.allSatisfy { $0.condition != .unknown })
    }

    // MARK: - Other services

    @Test func pollenIsDispensable() async throws {
        let hours = #"{"hourly":{"time":[1795262400],"pm10":[7]}}"#
        let server = LackingServer(["birch_pollen", "ammonia"], answer: { _ in HTTPAnswer(hours) })
        let report = try await OpenMeteoAir(baseURL: "http://service.test", exchange: server.exchange)
            .report(for: #require(berlin), at: Fixtures.now)
        #expect(report.hours.first?.particles == 7)
        #expect(report.missing == [gap("hourly", "ammonia"), gap("hourly", "birch_pollen")])
        let none = LackingServer(Set(OpenMeteoField<AirQuality>.all.flatMap(\.names)))
        await #expect(throws: FetchFailure.self) {
            _ = try await OpenMeteoAir(baseURL: "http://service.test", exchange: none.exchange)
                .report(for: #require(berlin), at: Fixtures.now)
        }
    }

    @Test func ensembleAndArchiveMayLackAVariable() async throws {
        let members = (1...12).map { #""temperature_2m_max_member\#($0 < 10 ? "0" : "")\#($0)":[\#($0)]"# }
        let days = #"{"daily":{"time":[1795219200],\#(members.joined(separator: ","))}}"#
        let ensemble = LackingServer(["precipitation_sum"], answer: { _ in HTTPAnswer(days) })
        let spread = try await OpenMeteoEnsemble(baseURL: "http://service.test", exchange: ensemble.exchange)
            .report(for: #require(berlin), at: Fixtures.now)
        #expect(spread.days.first?.high != nil && spread.missing == [gap("daily", "precipitation_sum")])

        let times = (0..<3650).map { 1_451_606_400 + $0 * 86_400 }
        let past = #"{"daily":{"time":\#(times),"temperature_2m_max":\#(times.map { _ in 9 })}}"#
        let archive = LackingServer(["temperature_2m_min"], answer: { _ in HTTPAnswer(past) })
        let normals = try await OpenMeteoArchive(baseURL: "http://service.test", exchange: archive.exchange)
            .report(for: #require(berlin), at: Fixtures.now)
        #expect(normals.normals.highs.contains(9) && normals.missing == [gap("daily", "temperature_2m_min")])
    }

    /// The attribution names the ensemble's model.
    @Test func ensembleNeedsItsModel() async throws {
        let server = LackingServer([OpenMeteoEnsemble.model])
        await #expect(throws: FetchFailure.self) {
            _ = try await OpenMeteoEnsemble(baseURL: "http://service.test", exchange: server.exchange)
                .report(for: #require(berlin), at: Fixtures.now)
        }
        #expect(server.requests.count == 1)
    }
}
