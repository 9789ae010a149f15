import LoopbackHTTP
import Scratch
import Testing

/// A station, the ensemble and the normals, which the confined worker fetches.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct MeasurementTests {
    /// 20 minutes old, 1.9 K colder than the forecast.
    private static let airport = #"""
        [{"icaoId":"SUMU","name":"Montevideo/Carrasco","obsTime":\#(Forecast.now - 1200),"lat":-34.84,"lon":-56.03,
          "elev":32,"temp":20.2}]
        """#

    private static let ensemble: String = {
        let members = (0..<11).map { member in
            "\"temperature_2m_max\(member == 0 ? "" : "_member\(member)")\":[\(20 + member)]"
        }
        return #"""
            {"utc_offset_seconds":-10800,"timezone":"America/Montevideo","daily_units":{"time":"unixtime"},
             "daily":{"time":[\#(Forecast.midnight)],\#(members.joined(separator: ","))}}
            """#
    }()

    private func withServices(_ body: (Home, LoopbackServer) async throws -> Void) async throws {
        try await LoopbackServer.running { request in
            switch request.path {
            case "/api/data/metar": .json(Self.airport)
            case "/v1/ensemble": .json(Self.ensemble)
            default: .json(Forecast().json)
            }
        } _: { server in
            let home = try Home(provider: server, now: Forecast.now)
            home.environment["WEATHERD_CURRENT_SOURCE"] = "both"
            for name in ["AVIATION_WEATHER", "OPEN_METEO_ENSEMBLE"] {
                home.environment["WEATHERD_\(name)_URL"] = server.url
            }
            try await body(home, server)
        }
    }

    @Test func presentIsThatOfTheStation() async throws {
        try await withServices { home, _ in
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.watch("current --output json") { $0.joined().contains(#""origin":"station""#) }
            let current = try home.json("current")
            #expect(current["temperatureC"] as? Double == 20.2 && current["stationAgeSeconds"] as? Int == 1200)
            let text = try home.weatherctl("current").output
            #expect(text.contains("measured at 11:10 by Montevideo/Carrasco (17 km away)"))
            #expect(try home.weatherctl("status").output.contains("station: SUMU Montevideo/Carrasco, 17 km away"))
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func daysHaveTheSpreadOfTheEnsemble() async throws {
        try await withServices { home, _ in
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.watch("daily 1 --output json") { $0.joined().contains(#""highRangeC":[21,29]"#) }
            #expect(try home.weatherctl("daily").output.contains("21°C – 29°C"))
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func ownStationReplacesTheOthers() async throws {
        try await withServices { home, _ in
            let file = home.directory.file("station.json")
            try home.directory.write(
                #"{"time":\#(Forecast.now - 60),"temperatureC":18.4,"name":"Garden"}"#, to: "station.json")
            home.environment["WEATHERD_STATION_FILE"] = file
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.watch("current --output json") { $0.joined().contains(#""temperatureC":18.4"#) }
            #expect(try home.weatherctl("current").output.contains("measured at 11:29 by Garden"))
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func impossibleValueOfOwnStationIsLeftOut() async throws {
        try await withServices { home, _ in
            try home.directory.write(
                #"{"time":\#(Forecast.now - 60),"temperatureC":18.4,"humidityPercent":1e9,"windSpeedMS":"2"}"#,
                to: "station.json")
            home.environment["WEATHERD_STATION_FILE"] = home.directory.file("station.json")
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.watch("current --output json") { $0.joined().contains(#""temperatureC":18.4"#) }
            let status = try home.ask("status").lines
            #expect(
                status.contains(
                    "own-station: measured at 2026-11-21T11:29:00-03:00; left out: impossible value: "
                        + "humidityPercent 1000000000, invalid value of windSpeedMS: wrong type or out of range"),
                "\(status)")
            let own = try home.json("status")["ownStation"] as? [String: Any]
            #expect(
                (own?["leftOut"] as? [[String: Any]])?.map { $0["key"] as? String } == [
                    "humidityPercent", "windSpeedMS",
                ])
            try daemon.awaitLog(
                "a value of your own station is not used: impossible value: humidityPercent 1000000000", asking: home)
            #expect(try daemon.stop() == 0)
        }
    }

    @Test func accuracyTellsWhatItWaitsFor() async throws {
        try await withServices { home, _ in
            let daemon = try home.start()
            try home.awaitRefresh()
            try home.watch("current --output json") { $0.joined().contains(#""origin":"station""#) }
            #expect(try home.weatherctl("accuracy").output.hasPrefix("Nothing to compare yet for Montevideo: "))
            #expect(try home.json("accuracy")["scores"] as? [String] == [])
            #expect(try home.weatherctl("accuracy", "--language", "de").output.hasPrefix("Für Montevideo gibt es"))
            #expect(try daemon.stop() == 0)
        }
    }
}
