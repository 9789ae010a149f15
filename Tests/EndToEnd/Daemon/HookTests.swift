import Dialects
import Foundation
import Scratch
import Testing
import Weather

/// Commands on weather events, run by a real daemon.
@Suite(.ownThread, .timeLimit(.minutes(1)), .enabled(if: WallClock.isAvailable, "\(WallClock.absence)"))
struct HookTests {
    @Test func commandOfThresholdRunsOnce() async throws {
        try await WeatherService.running([OpenMeteoDialect()]) { services in
            let home = try Home(provider: nil, now: Home.now, place: CoveredCity.oslo.place)
            try home.setProviders(services)
            let out = try NamedPipe(home.directory.file("out"), staysOpen: true)
            var lines = out.lines.makeAsyncIterator()
            let script = try home.directory.writeProgram(
                "#!/bin/sh\necho \"$WEATHER_EVENT $WEATHER_THRESHOLD $WEATHER_RULE $WEATHER_PLACE\" >>\"$OUT\"\n",
                to: "script")
            home.environment.merge([
                "OUT": out.path, "WEATHERD_THRESHOLD_FIRST_WHEN": "temperature > -100 °C",
                "WEATHERD_THRESHOLD_FIRST_DO": script,
            ]) { $1 }
            services[0].report(.of(.oslo, at: Home.now))
            var daemon = try home.start()
            try home.awaitRefresh()
            #expect(await lines.next() == "threshold first temperature > -100 °C Oslo")
            #expect(try daemon.stop() == 0)

            // The next run and its new weather do not repeat it: the next line is that of the next threshold.
            home.clock?.now += 1200
            home.environment["WEATHERD_THRESHOLD_SECOND_WHEN"] = "humidity >= 0"
            home.environment["WEATHERD_THRESHOLD_SECOND_DO"] = script
            daemon = try home.start()
            try home.awaitRefresh()
            #expect(await lines.next() == "threshold second humidity >= 0 Oslo")
            #expect(try daemon.stop() == 0)
        }
    }
}
