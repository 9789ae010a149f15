import Dialects
import Foundation
import LoopbackHTTP
import Scratch
import Weather

/// A fake Open-Meteo on this machine, and the wall clock of the daemon that uses it.
final class WeatherOnLoopback {
    private let server: LoopbackServer
    /// 2026-11-21 12:00 UTC, a Saturday.
    private static let noon = UnixTime(1_795_262_400)

    var url: String { server.url }

    private init(_ server: LoopbackServer) {
        self.server = server
    }

    static func running(_ body: (WeatherOnLoopback) async throws -> Void) async throws {
        let lisbon = weather(38.72, -9.14, "Europe/Lisbon", warmth: 5, .partlyCloudy, .rain, .overcast, .clear)
        let oslo = weather(59.91, 10.75, "Europe/Oslo", warmth: 0, .rain, .overcast, .snow, .clear)
        try await LoopbackServer.running { request in
            let latitudes = request.query["latitude"]?.replacing("%2C", with: ",").split(separator: ",") ?? []
            let answers = latitudes.compactMap { latitude in
                OpenMeteoDialect().answer(
                    path: request.path, query: request.query, about: latitude.hasPrefix("59") ? oslo : lisbon)
            }.map { String(decoding: $0.body, as: UTF8.self) }
            guard !answers.isEmpty else { return .answer(status: 404, body: []) }
            return .json(answers.count == 1 ? answers[0] : "[\(answers.joined(separator: ","))]")
        } _: { server in
            try await body(WeatherOnLoopback(server))
        }
    }

    private static func weather(
        _ latitude: Double, _ longitude: Double, _ zone: String, warmth: Double, _ conditions: Condition...
    ) -> InventedWeather {
        let coordinate = Coordinate(latitude: latitude, longitude: longitude) ?? .oslo
        var weather = InventedWeather(at: coordinate, timeZone: zone, now: noon, conditions: conditions)
        func warm(_ conditions: inout Conditions, by degrees: Double) {
            for value in [\Conditions.temperature, \.feelsLike, \.dewPoint] { conditions[keyPath: value]? += degrees }
        }
        warm(&weather.current, by: warmth)
        // Each day after today is different; they grow colder, and then warmer again.
        let midnights = weather.days.map(\.start)
        weather.change { hour in
            let day = midnights.lastIndex { $0 <= hour.time } ?? 0
            warm(&hour.conditions, by: warmth + [0.0, -1, -3, -2, 1, 2, 0, -1][day])
            guard day > 0 else { return }
            let condition: Condition =
                [.overcast, .rainShowers, .clear, .mostlyClear, .thunderstorm, .partlyCloudy, .rain][day - 1]
            let isWet = InventedWeather.isWet(condition)
            hour.conditions.condition = condition
            hour.conditions.precipitation = isWet ? 0.4 : 0
            hour.conditions.rain = hour.conditions.precipitation
            hour.conditions.snowfall = 0
            hour.precipitationProbability = [30, 60, 0, 5, 70, 10, 80][day - 1]
        }
        return weather
    }

    // MARK: - Time

    /// The environment that gives programs in that directory this weather's clock, which is at noon.
    func clock(in directory: TemporaryDirectory) throws -> [String: String] {
        if !FileManager.default.fileExists(atPath: directory.file("wall-clock")) {
            try setClock(hours: 0, in: directory)
            let compiler = Process()
            compiler.executableURL = URL(filePath: "/usr/bin/cc")
            compiler.arguments = [
                "-shared", "-fPIC", "-o", directory.file("wall-clock.so"),
                PrivateBus.script("../EndToEnd/Harness/WallClock.c"),
            ]
            try compiler.run()
            compiler.waitUntilExit()
        }
        return ["LD_PRELOAD": directory.file("wall-clock.so"), "WALL_CLOCK": directory.file("wall-clock")]
    }

    /// The programs see the change immediately, since they have mapped the file, so it is changed in place.
    ///
    /// - Parameter hours: since noon, by all clocks.
    private func setClock(hours: Int64, in directory: TemporaryDirectory) throws {
        let path = directory.file("wall-clock")
        let passed = hours * 3600
        // The layout of WallClock.c.
        let bytes = [Int64(Self.noon.seconds) + passed, passed, 0].withUnsafeBytes { Data($0) }
        guard let file = FileHandle(forUpdatingAtPath: path) else { return try bytes.write(to: URL(filePath: path)) }
        try file.write(contentsOf: bytes)
        try file.close()
    }

    /// Two hours later, and the service is down.
    func fail(in directory: TemporaryDirectory) throws {
        server.respond { _ in .answer(status: 503, body: []) }
        try setClock(hours: 2, in: directory)
    }
}
