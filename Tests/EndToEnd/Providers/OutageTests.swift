import Dialects
import Foundation
import LoopbackHTTP
import Testing
import Weather

/// Services fail one after the other, and the next one is the fallback as long as there is one.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct OutageTests {
    @Test(arguments: Outage.all)
    func outageFallsBackThroughAllProviders(outage: Outage) async throws {
        let dialects: [any Dialect] = [
            NWSDialect(), OpenMeteoDialect(), METNorwayDialect(), OpenWeatherMapDialect(), DarkSkyDialect(),
        ]
        try await WeatherService.running(dialects) { all in
            let services = Array(all.dropFirst())
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(all)
            // Requests to a failed service back off too.
            home.environment["WEATHERD_ALERTS_PROVIDERS"] = ""
            for service in all { service.report(.of(.oslo, at: Home.now)) }
            var daemon = try home.start()
            try home.awaitRefresh()
            try expect(services[0], answersIn: home)
            #expect(try home.backingOff == [])

            for count in 1..<services.count {
                try daemon.stop()
                let now = Home.now + count * 3600
                home.clock?.now = now
                await outage.apply(services[count - 1])
                for service in services[count...] { service.report(.of(.oslo, at: now)) }
                daemon = try home.start()
                try home.awaitRefresh()
                try expect(services[count], answersIn: home)
                try expectBackoff(services.prefix(count), because: outage, in: home)
            }

            try daemon.stop()
            home.clock?.now += 3600
            await outage.apply(services[3])
            daemon = try home.start()
            try home.awaitRefresh()
            try expectLastWeather(of: services[3], in: home)
            #expect(all[0].requests.isEmpty, "NWS does not cover Oslo and is not requested")
            #expect(try daemon.stop() == 0)
        }
    }

    /// The same in one run: a failed provider backs off, and is used first again once it answers.
    @Test func failedProviderBacksOffAndRecovers() async throws {
        try await WeatherService.running([OpenMeteoDialect(), METNorwayDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(services)
            home.environment["WEATHERD_ALERTS_PROVIDERS"] = ""
            services[0].respond { _ in .answer(status: 500, body: []) }
            services[1].report(.of(.oslo, at: Home.now))
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(services[0].requests.count == 1)

            // A different place each time, since the same place is not fetched again so soon.
            try home.awaitWeather(of: "59.95,10.7")
            #expect(services[0].requests.count == 1)
            #expect(try home.backingOff == ["open-meteo"])
            home.clock?.now += 700
            try home.awaitWeather(of: "59.96,10.7")
            #expect(services[0].requests.count == 2)
            // The second backoff is twice as long.
            home.clock?.now += 700
            services[0].report(.of(.oslo, at: Home.now))
            try home.awaitWeather(of: "59.97,10.7")
            #expect(services[0].requests.count == 2)
            home.clock?.now += 700
            try home.awaitWeather(of: "59.98,10.7")
            #expect(services[0].requests.count == 3)
            #expect(try home.json("short --place 59.98,10.7")["provider"] as? String == "open-meteo")
            #expect(try home.backingOff == [])
            #expect(try daemon.stop() == 0)
        }
    }

    /// A service's Retry-After is observed in full.
    @Test func retryAfterIsObserved() async throws {
        try await WeatherService.running([OpenMeteoDialect(), METNorwayDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(services)
            home.environment["WEATHERD_ALERTS_PROVIDERS"] = ""
            services[0].respond { _ in .answer(status: 429, headers: ["Retry-After": "5000"], body: []) }
            services[1].report(.of(.oslo, at: Home.now))
            let daemon = try home.start()
            try home.awaitRefresh()
            home.clock?.now += 4999
            try home.awaitWeather(of: "59.95,10.7")
            #expect(services[0].requests.count == 1)
            // Jitter adds at most a tenth.
            home.clock?.now += 502
            services[0].report(.of(.oslo, at: Home.now))
            try home.awaitWeather(of: "59.96,10.7")
            #expect(services[0].requests.count == 2)
            #expect(try daemon.stop() == 0)
        }
    }

    /// Where NWS has a forecast, it is a provider like any other.
    @Test func nwsServesTheUnitedStates() async throws {
        try await WeatherService.running([NWSDialect(), OpenMeteoDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.newYork.place)
            try home.setProviders(services)
            home.environment["WEATHERD_ALERTS_PROVIDERS"] = ""
            for service in services { service.report(.of(.newYork, at: Home.now)) }
            var daemon = try home.start()
            try home.awaitRefresh()
            try expect(services[0], answersIn: home)
            try daemon.stop()
            home.clock?.now += 3600
            services[0].respond { _ in .answer(status: 502, body: []) }
            services[1].report(.of(.newYork, at: Home.now + 3600))
            daemon = try home.start()
            try home.awaitRefresh()
            try expect(services[1], answersIn: home)
            #expect(try home.backingOff == ["nws"])
            #expect(try daemon.stop() == 0)
        }
    }

    // MARK: -

    private func expect(_ service: WeatherService, answersIn home: Home) throws {
        let short = try home.json("short")
        #expect(short["provider"] as? String == service.id)
        #expect(short["freshness"] as? String == "fresh")
        let attribution = short["attribution"] as? String ?? "Weather data by Dark Sky format at \(service.host)"
        #expect(try home.ask("current").lines.last == attribution)
        #expect(try home.ask("short --format {provider}").lines != [])
        #expect(try home.json("current")["provider"] as? String == service.id)
        let status = try home.json("status")
        #expect(status["provider"] as? String == service.id)
        #expect(status["lastError"] is NSNull)
        #expect(status["ageSeconds"] as? Int == 0)
    }

    private func expectBackoff(
        _ services: ArraySlice<WeatherService>, because outage: Outage, in home: Home
    ) throws {
        #expect(try home.backingOff == services.map(\.id).sorted())
        let lines = try home.ask("status").lines
        let line = try #require(lines.first { $0.hasPrefix("resting-providers: ") })
        for service in services { #expect(line.contains(service.id + " until ")) }
        #expect(line.components(separatedBy: outage.words).count == services.count + 1, "\(line)")
    }

    private func expectLastWeather(of service: WeatherService, in home: Home) throws {
        let status = try home.json("status")
        #expect(status["provider"] as? String == service.id)
        #expect(status["ageSeconds"] as? Int == 3600)
        #expect(status["freshness"] as? String != "none")
        #expect(status["lastError"] as? String != nil)
        let short = try home.json("short")
        #expect(short["provider"] as? String == service.id)
        #expect(try home.weatherctl("short").status == 0)
    }
}

extension Home {
    /// Returns when the place, which was not requested yet, has weather.
    func awaitWeather(of place: String) throws {
        try watch("short --place \(place)") { _ in true }
    }
}
