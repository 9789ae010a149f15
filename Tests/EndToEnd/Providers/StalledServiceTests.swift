import Dialects
import Foundation
import LoopbackHTTP
import Testing
import Weather

/// A client waits only for what it asked for: services of other data accept the connection and stall.
@Suite(.ownThread, .timeLimit(.minutes(2)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct StalledServiceTests {
    /// What stalls while the forecast is awaited.
    enum Stalled: String, CaseIterable {
        case alerts = "/weatherapi/metalerts/2.0/current.json"
        case air = "/v1/air-quality"
        case stations = "/api/data/metar"
        case radar = "/weatherapi/nowcast/2.0/complete"
        case ensemble = "/v1/ensemble"
    }

    /// The maximum wait for the weather, seconds.
    private static let most = 2.0

    /// A server of all services, at which these stall and the others fail, but not the forecast.
    private func withStalled(
        _ stalled: [Stalled], _ body: (Home, LoopbackServer) async throws -> Void
    ) async throws {
        let dialect = OpenMeteoDialect()
        let now = Home.now
        // Rain, for which the radar is requested.
        let weather = InventedWeather(
            at: CoveredCity.oslo.coordinate, timeZone: CoveredCity.oslo.timeZone,
            now: Weather.UnixTime(now - now % 3600),
            conditions: [.rain])
        try await LoopbackServer.running { request in
            if stalled.contains(where: { $0.rawValue == request.path }) { return .hang }
            guard let answer = dialect.answer(path: request.path, query: request.query, about: weather) else {
                return .answer(status: 503, body: [])
            }
            return .answer(status: answer.status, headers: answer.headers, body: answer.body)
        } _: { server in
            let home = try Home(provider: server, now: now, place: CoveredCity.oslo.place)
            for name in [
                "OPEN_METEO_ENSEMBLE", "OPEN_METEO_AIR_QUALITY", "AVIATION_WEATHER", "MET_NORWAY",
            ] { home.environment["WEATHERD_\(name)_URL"] = server.url }
            home.environment["WEATHERD_ALERTS_PROVIDERS"] = "met-norway"
            home.environment["WEATHERD_CURRENT_SOURCE"] = "both"
            home.environment["WEATHERD_NOWCAST"] = "auto"
            home.environment["WEATHERD_CONTACT"] = "someone@example.org"
            try await body(home, server)
        }
    }

    /// Returns when each of them has a request after the first ones.
    private func awaitStall(of stalled: [Stalled], after count: Int = 0, at server: LoopbackServer) async throws {
        func isMissing(_ one: Stalled, _ requests: [LoopbackRequest]) -> Bool {
            !requests.dropFirst(count).contains { $0.path == one.rawValue }
        }
        var requests = server.requests
        while let missing = stalled.first(where: { isMissing($0, requests) }) {
            let known = requests.count
            requests = await server.requests(atLeast: known + 1)
            guard requests.count > known, !Task.isCancelled else {
                throw Failure("no request for \(missing): \(requests.map(\.path))")
            }
        }
    }

    /// Sends a request, and requires a reply in time.
    private func ask(_ line: String, in home: Home) throws {
        let start = Moment.now
        let reply = try home.ask(line)
        #expect(reply.code == nil, "\(line): \(reply)")
        #expect(Moment.now - start < Self.most, "\(line)")
    }

    /// Requires the first weather in time.
    private func awaitWeather(_ request: String, in home: Home) throws {
        let start = Moment.now
        try home.watch(request) { _ in true }
        #expect(Moment.now - start < Self.most, "\(request)")
    }

    /// The same place's data of another kind stalls, and was fetched before the forecast is due.
    @Test(arguments: Stalled.allCases)
    func awaitedForecastDoesNotWaitForOthers(stalled: Stalled) async throws {
        try await withStalled([stalled]) { home, server in
            var daemon = try home.start()
            try home.awaitRefresh()
            try daemon.stop()
            let before = server.requests.count
            // A refresh is allowed after ten minutes, and not due before a quarter of an hour.
            home.clock?.now += 700
            daemon = try home.start()
            let client = try home.client()
            if stalled == .air { try client.send("air\n") }
            try await awaitStall(of: [stalled], after: before, at: server)
            try ask("refresh --wait", in: home)
            let fetched = try home.json("current")["fetchedAt"]
            #expect(UnixTime.parsing(fetched) == home.clock?.now)
            withExtendedLifetime(client) {}
            #expect(try daemon.stop() == 0)
        }
    }

    /// All of them at once, which takes every slot of the background; new places and their clients still get theirs.
    @Test func clientsWaitForNothingElse() async throws {
        let all = Stalled.allCases.filter { $0 != .air }
        try await withStalled(all) { home, server in
            let daemon = try home.start()
            try home.awaitRefresh()
            try await awaitStall(of: all, at: server)
            try ask("refresh --place 59.95,10.7 --wait", in: home)
            try ask("short --place 59.96,10.7", in: home)
            try ask("places add Hytte 59.97 10.7", in: home)
            try awaitWeather("short --place Hytte", in: home)
            try ask("set-location 59.98 10.7", in: home)
            try awaitWeather("current", in: home)
            #expect(try daemon.stop() == 0)
        }
    }

    /// Air quality is awaited while the forecasts stall.
    @Test func awaitedAirDoesNotWaitForForecasts() async throws {
        try await LoopbackServer.running { request in
            request.path == "/v1/air-quality" ? .json(AirForecast.json) : .hang
        } _: { server in
            let home = try Home(provider: server, now: Forecast.now)
            home.environment["WEATHERD_OPEN_METEO_AIR_QUALITY_URL"] = server.url
            let daemon = try home.start()
            await server.requests(atLeast: 1)
            try ask("air", in: home)
            #expect(try daemon.stop() == 0)
        }
    }
}
