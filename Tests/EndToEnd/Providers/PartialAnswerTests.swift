import Dialects
import Foundation
import LoopbackHTTP
import Testing
import Weather

/// One part that a service lacks does not cost the rest of the weather, through the real worker.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct PartialAnswerTests {
    private let weather = InventedWeather.of(.oslo, at: Home.now)

    private func run(
        _ dialect: any Dialect, setting: [String: String] = [:], _ handler: @escaping LoopbackServer.Handler,
        _ body: (Home, WeatherService, RunningDaemon) async throws -> Void
    ) async throws {
        try await WeatherService.running([dialect]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(services)
            home.environment.merge(setting) { $1 }
            services[0].respond(with: handler)
            let daemon = try home.start()
            try home.awaitRefresh()
            try await body(home, services[0], daemon)
            #expect(try daemon.stop() == 0)
        }
    }

    private func answer(_ dialect: any Dialect, _ request: LoopbackRequest) -> LoopbackResponse {
        let query = request.query.mapValues { $0.replacing("%2C", with: ",") }
        guard let answer = dialect.answer(path: request.path, query: query, about: weather) else {
            return .answer(status: 404, body: [])
        }
        return .answer(status: answer.status, headers: answer.headers, body: answer.body)
    }

    private func line(_ key: String, _ home: Home) throws -> String? {
        try home.ask("status").lines.first { $0.hasPrefix(key + ": ") }
    }

    private func rejection(_ request: LoopbackRequest, of names: [String: String]) -> LoopbackResponse? {
        for (parameter, list) in request.query {
            for name in list.replacing("%2C", with: ",").split(separator: ",") {
                guard let type = names[String(name)], parameter != "latitude" else { continue }
                let reason = "Data corrupted at path ''. Cannot initialize \(type) from invalid String value \(name)."
                return .json(#"{"error":true,"reason":"\#(reason)"}"#, status: 400)
            }
        }
        return nil
    }

    @Test func unknownVariableAndModelAreLeftOut() async throws {
        let dialect = OpenMeteoDialect()
        let unknown = ["soil_temperature_0cm": "ForecastVariable", "icon_d3": "MultiDomains"]
        try await run(dialect, setting: ["WEATHERD_OPEN_METEO_MODELS": "icon_d3"]) { request in
            rejection(request, of: unknown) ?? answer(dialect, request)
        } _: { home, service, daemon in
            #expect(try home.json("current")["temperatureC"] is Double)
            #expect(service.requests.count == 3)
            let gap = "(\(service.host) does not know it)"
            let gaps = ["soil_temperature_0cm \(gap)", "the model icon_d3 of open-meteo.models \(gap)"]
            let missing = try #require(try line("missing", home))
            for gap in gaps { #expect(missing.contains(gap), "\(missing)") }
            #expect(try line("last-error", home) == "last-error: -")
            let sentences = [
                "\(service.host) does not know the variable soil_temperature_0cm; requesting without it for 24 hours",
                "\(service.host) does not know the model icon_d3 of open-meteo.models; "
                    + "requesting without it for 24 hours",
            ]
            for sentence in sentences { #expect(daemon.log.contains("weatherd: \(sentence)\n"), "\(daemon.log)") }

            // Remembered for all places, and reported once.
            try home.awaitWeather(of: "59.95,10.7")
            #expect(service.requests.count == 4)
            for sentence in sentences {
                #expect(daemon.log.components(separatedBy: sentence).count == 2, "\(daemon.log)")
            }
        }
    }

    @Test(arguments: [
        ("/data/4.0/onecall/timeline/1min", "the minutes"), ("/data/4.0/onecall/timeline/1day", "the days"),
        ("/data/4.0/onecall/current", "the current weather"),
    ])
    func oneCallWithoutAPart(path: String, name: String) async throws {
        let dialect = OneCallDialect(version: 4)
        try await run(dialect, setting: ["WEATHERD_OPENWEATHERMAP_ONE_CALL": "4.0"]) { request in
            request.path == path ? .answer(status: 500, body: []) : answer(dialect, request)
        } _: { home, service, daemon in
            #expect(try home.json("current")["temperatureC"] is Double)
            let failure = "\(service.host) returned HTTP 500"
            #expect(try line("missing", home) == "missing: \(name) (\(failure))")
            #expect(daemon.log.contains("weatherd: \(name) unavailable: \(failure)\n"), "\(daemon.log)")
            let days = try home.json("daily")["days"] as? [Any]
            #expect(days?.isEmpty == false)
        }
    }

    @Test(arguments: [("/data/2.5/weather", "the current weather"), ("/data/2.5/forecast", "the forecast")])
    func openWeatherMapWithoutAPart(path: String, name: String) async throws {
        let dialect = OpenWeatherMapDialect()
        try await run(dialect) { request in
            request.path == path ? .answer(status: 500, body: []) : answer(dialect, request)
        } _: { home, service, _ in
            let missing = try line("missing", home)
            #expect(try home.json("current")["temperatureC"] is Double)
            #expect(missing == "missing: \(name) (\(service.host) returned HTTP 500)")
        }
    }

    /// The weather is used, `status` says what it lacks, and the service gets no request for two hours, also after restarts.
    @Test(
        arguments: [
            ("4.0", "/data/4.0/onecall/timeline/1min", "the minutes"),
            (nil, "/data/2.5/forecast", "the forecast"),
        ] as [(String?, String, String)])
    func rateLimitOfAPartIsRespected(oneCall: String?, path: String, name: String) async throws {
        let dialect: any Dialect = oneCall == nil ? OpenWeatherMapDialect() : OneCallDialect(version: 4)
        try await WeatherService.running([dialect]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(services)
            home.environment["WEATHERD_OPENWEATHERMAP_ONE_CALL"] = oneCall
            services[0].respond { request in
                request.path == path
                    ? .json("{}", status: 429, headers: ["Retry-After": "7200"]) : answer(dialect, request)
            }
            var counts: [Int] = []
            for _ in 0..<3 {
                let daemon = try home.start()
                if counts.isEmpty {
                    try home.awaitRefresh()
                    #expect(try home.json("current")["temperatureC"] is Double)
                }
                try home.watch("status") { lines in
                    lines.contains { $0.hasPrefix("resting-providers: openweathermap until ") }
                }
                let missing = try #require(try line("missing", home))
                let gap = "\(name) (\(services[0].host) rate-limited the request"
                #expect(missing.hasPrefix("missing: \(gap)"), "\(missing)")
                counts.append(services[0].requests.count)
                #expect(try daemon.stop() == 0)
                home.clock?.now += 2000
            }
            #expect(Set(counts).count == 1, "\(counts)")
            services[0].report(weather)
            home.clock?.now += 7200
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try line("missing", home) == "missing: -")
            #expect(try home.backingOff == [])
            #expect(services[0].requests.count > counts[0])
            #expect(try daemon.stop() == 0)
        }
    }

    /// A fallback has the whole forecast.
    @Test func fallbackReplacesThePresentAlone() async throws {
        try await WeatherService.running([OpenWeatherMapDialect(), OpenMeteoDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(services)
            services[0].respond { request in
                request.path == "/data/2.5/forecast"
                    ? .answer(status: 500, body: []) : answer(OpenWeatherMapDialect(), request)
            }
            services[1].report(weather)
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.json("current")["provider"] as? String == "open-meteo")
            #expect(try line("missing", home) == "missing: -")
            #expect(try daemon.stop() == 0)
        }
    }

    /// Each value that is missing now is the hour's.
    @Test(arguments: ["temperature_2m", "weather_code"])
    func openMeteoNullOfThePresent(name: String) async throws {
        let dialect = OpenMeteoDialect()
        try await run(dialect) { request in
            altered(answer(dialect, request)) { json in
                var current = json["current"] as? [String: Any] ?? [:]
                current[name] = NSNull()
                json["current"] = current
            }
        } _: { home, _, _ in
            try expectPresent(home)
        }
    }

    @Test func pirateWeatherPlaceholderOfThePresent() async throws {
        let dialect = DarkSkyDialect()
        try await run(dialect) { request in
            altered(answer(dialect, request)) { json in
                var current = json["currently"] as? [String: Any] ?? [:]
                (current["temperature"], current["icon"]) = (-999, nil)
                json["currently"] = current
            }
        } _: { home, _, _ in
            try expectPresent(home)
        }
    }

    /// As of `gfs_seamless`.
    @Test func conditionsWithoutAnyCode() async throws {
        let dialect = OpenMeteoDialect()
        try await run(dialect) { request in
            altered(answer(dialect, request)) { json in
                for part in ["current", "hourly", "daily"] {
                    var values = json[part] as? [String: Any] ?? [:]
                    let count = (values["weather_code"] as? [Any])?.count
                    values["weather_code"] = count.map { Array(repeating: NSNull(), count: $0) } ?? NSNull()
                    json[part] = values
                }
            }
        } _: { home, _, _ in
            try expectPresent(home)
            for (view, list) in [("hourly", "hours"), ("daily", "days")] {
                let entries = try #require(try home.json(view)[list] as? [[String: Any]])
                let codes = entries.prefix(5).map { ($0["condition"] as? [String: Any])?["code"] as? String }
                #expect(!codes.contains("unknown") && !codes.contains(nil), "\(codes)")
            }
        }
    }

    private func expectPresent(_ home: Home) throws {
        let current = try home.json("current")
        #expect(current["temperatureC"] is Double)
        let code = (current["condition"] as? [String: Any])?["code"] as? String
        #expect(code != nil && code != "unknown")
        let short = try home.ask("short").lines.joined()
        #expect(!short.contains("❔") && !short.contains("–"), "\(short)")
    }

    private func altered(_ response: LoopbackResponse, _ change: (inout [String: Any]) -> Void) -> LoopbackResponse {
        guard case .answer(let status, let headers, let body) = response,
            var json = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
        else { return response }
        change(&json)
        let data = (try? JSONSerialization.data(withJSONObject: json)) ?? Data()
        return .answer(status: status, headers: headers, body: Array(data))
    }
}
