import Dialects
import Foundation
import LoopbackHTTP
import Synchronization
import Weather

/// The weather service of the soak test: it reports the weather of the current time, or fails.
final class SoakProvider {
    private var server: LoopbackServer?
    private let port: Int
    private let almanac: Almanac
    private var requestsBefore = 0

    init(clock: FastClock) async throws {
        almanac = Almanac(clock: clock)
        let server = try await LoopbackServer.start { [almanac] in almanac.response(to: $0) }
        self.server = server
        port = server.port
    }

    var url: String { "http://127.0.0.1:\(port)" }
    /// The number of requests so far.
    var requests: Int { requestsBefore + (server?.requests.count ?? 0) }

    /// Fails from now on; with nil it recovers.
    func become(_ failure: SoakFault.Network?) async throws {
        if failure == .refused {
            requestsBefore = requests
            await server?.stop()
            server = nil
        } else if let failure {
            try await listening().respond { failure.response(to: $0) }
        } else {
            try await listening().respond { [almanac] in almanac.response(to: $0) }
        }
    }

    func stop() async {
        await server?.stop()
    }

    private func listening() async throws -> LoopbackServer {
        if let server { return server }
        let server = try await LoopbackServer.start(port: port) { _ in .reset }
        self.server = server
        return server
    }

    /// The reported temperature at that time, °C.
    static func temperature(at time: Int) -> Double? {
        Almanac.weather(at: time)?.current.temperature
    }
}

/// The weather at all times, in UTC and all other places.
private final class Almanac: Sendable {
    private let clock: FastClock
    private let latest = Mutex<(time: Int, forecast: String)>((0, ""))

    init(clock: FastClock) {
        self.clock = clock
    }

    static func weather(at time: Int) -> InventedWeather? {
        Coordinate(latitude: 51.48, longitude: 0).map {
            InventedWeather(at: $0, timeZone: "UTC", now: Weather.UnixTime(time))
        }
    }

    /// One forecast, or a list if the request has several positions.
    func response(to request: LoopbackRequest) -> LoopbackResponse {
        let latitudes = request.query["latitude"]?.replacing("%2C", with: ",").split(separator: ",")
        let count = latitudes?.count ?? 1
        let forecast = forecast(at: clock.now)
        let list = Array(repeating: forecast, count: count).joined(separator: ",")
        return .json(count == 1 ? forecast : "[\(list)]")
    }

    /// The answer for a time is cached, since creating it is slow.
    private func forecast(at time: Int) -> String {
        latest.withLock { latest in
            if latest.time == time { return latest.forecast }
            let answer = Self.weather(at: time).flatMap {
                OpenMeteoDialect().answer(path: "/v1/forecast", query: [:], about: $0)
            }
            latest = (time, String(decoding: answer?.body ?? [], as: UTF8.self))
            return latest.forecast
        }
    }
}
