import Dialects
import LoopbackHTTP
import Weather

/// A weather service on this machine, which by default reports invented weather in its own format.
final class WeatherService: Sendable {
    let dialect: any Dialect
    private let server: LoopbackServer

    private init(_ dialect: any Dialect) async throws {
        self.dialect = dialect
        server = try await LoopbackServer.start { _ in .answer(status: 404, body: []) }
    }

    /// Runs `body` with a service for each dialect, and stops them at the end.
    static func running(
        _ dialects: [any Dialect], _ body: ([WeatherService]) async throws -> Void
    ) async throws {
        var services: [WeatherService] = []
        for dialect in dialects { services.append(try await WeatherService(dialect)) }
        do {
            try await body(services)
        } catch {
            for service in services { await service.stop() }
            throw error
        }
        for service in services { await service.stop() }
    }

    /// Its name in config.toml.
    var id: String { dialect.id }
    var url: String { server.url }
    /// Its name in error messages.
    var host: String { "127.0.0.1:\(server.port)" }
    var requests: [LoopbackRequest] { server.requests }

    /// - Parameter warnings: the features that its warning service returns, as JSON.
    func report(_ weather: InventedWeather, warnings: [String] = []) {
        respond { [dialect] request in
            if Self.pathsOfWarnings.contains(request.path) {
                return .json(#"{"type":"FeatureCollection","features":[\#(warnings.joined(separator: ","))]}"#)
            }
            let answer = dialect.answer(path: request.path, query: request.query, about: weather)
            guard let answer else { return .answer(status: 404, body: []) }
            return .answer(status: answer.status, headers: answer.headers, body: answer.body)
        }
    }

    func respond(with handler: @escaping LoopbackServer.Handler) {
        server.respond(with: handler)
    }

    /// Waits for this many requests.
    func awaitRequests(_ count: Int) async {
        await server.requests(atLeast: count)
    }

    /// Stops listening.
    func stop() async {
        await server.stop()
    }

    private static let pathsOfWarnings = ["/alerts/active", "/weatherapi/metalerts/2.0/current.json"]
}
