import ClientProtocol
import Scratch
import Synchronization
import Testing
import Weather

@testable import Server

/// Which places `metrics` is about.
struct MetricsTests {
    private func samples(_ line: String, _ fixture: ResponderFixture) async throws -> [String] {
        guard case .ok(let lines) = await fixture.reply(line) else { return [] }
        return lines.filter { $0.hasPrefix("weatherd_temperature") }
    }

    @Test func currentPlaceIsMonitoredWhateverIsShown() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport(temperature: 20)
        _ = await fixture.reply("places add Oslo")
        await fixture.storeReport(.oslo, temperature: -3)
        _ = await fixture.reply("next")
        #expect(try await samples("metrics", fixture) == ["weatherd_temperature_celsius 20"])
        #expect(try await samples("metrics --place Oslo", fixture) == ["weatherd_temperature_celsius -3"])
        #expect(
            try await samples("metrics --all", fixture) == [
                #"weatherd_temperature_celsius{place="Montevideo"} 20"#,
                #"weatherd_temperature_celsius{place="Oslo"} -3"#,
            ])
        #expect(await fixture.code("metrics --place Atlantis") == .notFound)
    }

    /// Without weather there are still the gauges that alerts are made of.
    @Test func withoutWeatherThereAreGauges() async throws {
        let fixture = try ResponderFixture()
        guard case .ok(let lines) = await fixture.reply("metrics") else {
            Issue.record("no metrics")
            return
        }
        #expect(lines.contains("weatherd_report_fresh 0") && lines.last == "# EOF")
        let empty = try ResponderFixture(location: nil)
        #expect(try await samples("metrics", empty) == [])
        #expect(try await samples("metrics --all", empty) == [])
    }

    /// The air quality of all favourites would be requests without a viewer.
    @Test func airQualityIsFetchedForTheCurrentPlace() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        _ = await fixture.reply("places add Oslo")
        for line in ["metrics", "metrics --all"] {
            fixture.requestedKinds.withLock { $0 = [] }
            fixture.now = fixture.now.advanced(by: 60)
            _ = await fixture.reply(line)
            #expect(fixture.requestedKinds.withLock { $0.filter { $0 == .air }.count } == 1, "\(line)")
        }
    }
}
