import ClientProtocol
import Platform
import Rendering
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Server

/// `next` and `previous` step through the favourites.
struct NextPlaceTests {
    private func lines(_ line: String, _ fixture: ResponderFixture) async -> [String] {
        switch await fixture.reply(line) {
        case .ok(let lines): lines
        case .error(let code, let message): ["ERR \(code.rawValue) \(message)"]
        }
    }

    /// Only the rendering of the reply is cancelled.
    @EventLoopActor
    @Test func changeOfDisconnectingClientIsKept() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport()
        _ = await fixture.reply("places add Oslo")
        for request in ["next", "toggle"] {
            let line = SessionLine(fixture)
            line.send("\(request) --format {temperature}\n")
            #expect(line.received() == "", "the reply has not been rendered")
            line.disconnect()
        }
        #expect(fixture.store.snapshot.isElsewhere)
        #expect(fixture.store.snapshot.isAlternate)
    }

    @Test func nextAndPreviousWrapAroundAndReplyLikeShort() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport(temperature: 20)
        _ = await fixture.reply("places add Oslo")
        await fixture.storeReport(.oslo, temperature: -3)
        #expect(await lines("next", fixture) == ["Oslo ⛅ −3°C"])
        #expect(await lines("short", fixture) == ["Oslo ⛅ −3°C"])
        #expect(await lines("short --format \"{icon} {temperature}\"", fixture) == ["⛅ −3°C"])
        #expect(await lines("short --place Oslo", fixture) == ["⛅ −3°C"])
        #expect(await lines("short --place Montevideo", fixture) == ["⛅ 20°C"])
        #expect(await lines("next --format \"{place} {temperature}\"", fixture) == ["Montevideo 20°C"])
        #expect(await lines("short", fixture) == ["⛅ 20°C"])
        #expect(await lines("previous", fixture) == ["Oslo ⛅ −3°C"])
        _ = await fixture.reply("places remove Oslo")
        #expect(await lines("short", fixture) == ["⛅ 20°C"])
    }

    @Test(arguments: ["set-location Munich", "set-location 48.137 11.575", "set-location auto"])
    func selectingCurrentPlaceShowsItAgain(line: String) async throws {
        let fixture = try ResponderFixture(location: nil)
        _ = await fixture.reply(line)
        _ = await fixture.reply("places add Oslo")
        _ = await fixture.reply("next")
        #expect(fixture.store.snapshot.shownPlace?.calledName == "Oslo")
        let settings = fixture.store.snapshot.settings
        _ = await fixture.reply(line)
        #expect(fixture.store.snapshot.shown == nil && fixture.store.snapshot.settings == settings)
    }

    /// The step takes effect immediately, and its weather follows.
    @Test func nextPlaceWithoutWeatherIsShown() async throws {
        let fixture = try ResponderFixture()
        await fixture.storeReport(temperature: 20)
        _ = await fixture.reply("places add Oslo")
        #expect(await lines("next", fixture) == ["Oslo: loading the weather"])
        #expect(await lines("short", fixture) == ["Oslo: loading the weather"])
        #expect(await lines("short --output tmux", fixture) == ["Oslo: loading the weather"])
        for output in ViewRequest.Output.allCases where output.isBar {
            let shown = await lines("current --output \(output.rawValue)", fixture).joined(separator: "\n")
            #expect(shown.replacing("&#58;", with: ":").contains("Oslo: loading the weather"), "\(output)")
        }
        #expect(await fixture.code("current") == .noData, "only the line of short has a prefix")
        #expect(await fixture.code("short --place Oslo") == .noData)
        await fixture.storeReport(.oslo, temperature: -3)
        #expect(await lines("short", fixture) == ["Oslo ⛅ −3°C"])
    }

    @Test func configuredStandardTemplateHasNoPrefix() async throws {
        let fixture = try ResponderFixture()
        fixture.style.withLock { $0.keepsShortTemplate = true }
        _ = await fixture.reply("places add Oslo")
        await fixture.storeReport(.oslo, temperature: -3)
        #expect(await lines("next", fixture) == ["⛅ −3°C"])
    }
}
