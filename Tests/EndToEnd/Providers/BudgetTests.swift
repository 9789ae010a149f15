import Dialects
import Foundation
import LoopbackHTTP
import Testing
import Weather

/// The daily request limit holds, however often the daemon crashes.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct BudgetTests {
    @Test func requestBudgetSurvivesRestarts() async throws {
        try await WeatherService.running([DarkSkyDialect(), OpenMeteoDialect()]) { services in
            let (metered, free) = (services[0], services[1])
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.newYork.place)
            try home.setProviders(services)
            home.environment["WEATHERD_PIRATE_WEATHER_DAILY_BUDGET"] = "3"
            // Warnings would be further requests.
            home.environment["WEATHERD_ALERTS_PROVIDERS"] = ""
            for service in services { service.report(.of(.newYork, at: Home.now)) }
            for count in 1...2 {
                let daemon = try home.start()
                try home.awaitRefresh()
                #expect(try home.json("short")["provider"] as? String == "pirate-weather")
                #expect(metered.requests.count == count)
                try daemon.kill()
                home.clock?.now += 4000
            }
            // A request without an answer counts too.
            metered.respond { _ in .hang }
            var daemon = try home.start()
            await metered.awaitRequests(3)
            try daemon.kill()
            metered.report(.of(.newYork, at: Home.now))

            for count in 1...2 {
                home.clock?.now += 4000
                daemon = try home.start()
                try home.awaitRefresh()
                #expect(metered.requests.count == 3)
                #expect(try home.json("short")["provider"] as? String == "open-meteo")
                try expectSpent(by: metered, standIns: count, in: home)
                try daemon.kill()
            }

            // 00:10 UTC on the next day, which is still today in New York.
            home.clock?.now = Home.now + 9 * 3600 + 600
            for service in services { service.report(.of(.newYork, at: Home.now + 9 * 3600)) }
            daemon = try home.start()
            try home.awaitRefresh()
            #expect(metered.requests.count == 4)
            #expect(free.requests.count == 2)
            #expect(try home.json("short")["provider"] as? String == "pirate-weather")
            #expect(try home.json("status")["requestsByProvider"] as? [String: Int] == ["pirate-weather": 1])
            #expect(try home.backingOff == [])
            #expect(try daemon.stop() == 0)
        }
    }

    private func expectSpent(by metered: WeatherService, standIns: Int, in home: Home) throws {
        let status = try home.json("status")
        let counts = try #require(status["requestsByProvider"] as? [String: Int])
        #expect(counts == ["open-meteo": standIns, "pirate-weather": 3])
        #expect(status["requestsToday"] as? Int == standIns + 3)
        let lines = try home.ask("status").lines
        #expect(lines.contains("requests-by-provider: open-meteo \(standIns), pirate-weather 3"), "\(lines)")
        let line = try #require(lines.first { $0.hasPrefix("resting-providers: ") })
        #expect(
            line.contains(
                "the limit of 3 requests per day to \(metered.host) has been reached; the next request is possible in "),
            "\(line)")
    }
}
