import ClientProtocol
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Server

/// The configured place, and the warnings of places that a request names.
struct ConfiguredPlaceTests {
    private func lines(_ line: String, _ fixture: ResponderFixture) async -> [String] {
        switch await fixture.reply(line) {
        case .ok(let lines): lines
        case .error(_, let message): [message]
        }
    }

    @Test func configuredPlaceIsReturnedTo() async throws {
        let fixture = try ResponderFixture()
        let montevideo = "Montevideo (34.9°S 56.2°W)"
        let unused = "\(montevideo), configured; to return to it, run 'weatherctl set-location default'"
        #expect(
            await lines("set-location auto", fixture)
                == ["automatic location is on; detecting the location; not used: \(unused)"])
        #expect(await lines("status", fixture).contains("location-source: none; not used: \(unused)"))
        let json = await lines("status --output json", fixture).joined()
        #expect(json.contains(#""locationSource":"none","configuredPlace":{"name":"Montevideo","#))
        #expect(await lines("set-location default", fixture) == ["location as configured: \(montevideo)"])
        #expect(fixture.store.snapshot.settings.location == nil && !fixture.store.snapshot.isAutomatic)
        #expect(await lines("status", fixture).contains("location-source: config.toml"))
        #expect(await lines("status --output json", fixture).joined().contains(#""configuredPlace":null"#))
        _ = await fixture.reply("set-location Oslo")
        #expect(await lines("status", fixture).contains("location-source: set by weatherctl; not used: \(unused)"))
    }

    @Test func withoutConfiguredPlaceItIsDetected() async throws {
        let fixture = try ResponderFixture(location: nil)
        _ = await fixture.reply("set-location Oslo")
        #expect(
            await lines("set-location default", fixture)
                == ["no place is configured, so automatic location is on; detecting the location"])
        #expect(fixture.store.snapshot.isAutomatic)
        #expect(await lines("status", fixture).contains("location-source: none"))
    }

    @Test func positionIsSearched() async throws {
        let fixture = try ResponderFixture()
        let line = ["Munich, Bavaria, Germany  48.1370 11.5750"]
        for text in ["48.137,11.575", "48.137N 11.575E", "geo:48.137,11.575", "48,137 11,575"] {
            #expect(await lines("search \(text)", fixture) == line)
        }
        #expect(
            await lines("search 48.137N 11.575E --language de", fixture) == [
                "München, Bayern, Deutschland  48.1370 11.5750"
            ])
        #expect(await fixture.code("search 10.5N 11.5E") == .notFound)
        #expect(await fixture.code("search 95N 11E") == .badArgument)
    }

    /// `alert: null` does not say whether there are no warnings, or no source has answered.
    @Test(arguments: ["current", "show"])
    func warningsOfNamedPlaceAreAwaited(view: String) async throws {
        let fixture = try ResponderFixture()
        _ = await fixture.reply("places add Home 48.137 11.575")
        await fixture.storeReport(City.munich.coordinate)
        let waits = fixture.waits.withLock { $0 }
        let json = await lines("\(view) --place Home --output json", fixture).joined()
        #expect(fixture.waits.withLock { $0 } == waits + 1 && fixture.awaited.withLock { $0 } == [.alerts])
        #expect(fixture.requestedKinds.withLock { $0 }.contains(.alerts))
        #expect(view == "show" || json.contains(#""alert":null,"alertsKnown":false"#))
        let key = City.munich.coordinate.rounded
        let none = AlertReport(
            coordinate: key, provider: Provider(id: "nws", name: "US National Weather Service"), fetchedAt: fixture.now)
        await fixture.store.keep([none], as: \.alerts, at: fixture.now)
        let known = await lines("\(view) --place Home --output json", fixture).joined()
        #expect(fixture.waits.withLock { $0 } == waits + 1, "they are waited for once")
        #expect(view == "show" || known.contains(#""alert":null,"alertsKnown":true"#))
        // Bars do not wait, and say so.
        _ = await fixture.reply("places add Oslo 59.91 10.75")
        await fixture.storeReport(.oslo)
        #expect(await lines("short --place Oslo --output json", fixture).joined().contains(#""alertsKnown":false"#))
    }
}
