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

/// `select` and its position on the session bus.
struct SelectedPlaceTests {
    private func fixture() async throws -> ResponderFixture {
        let fixture = try ResponderFixture()
        await fixture.storeReport(temperature: 20)
        _ = await fixture.reply("places add \"Summer house\" 59.91 10.75")
        await fixture.storeReport(.oslo, temperature: -3)
        return fixture
    }

    private func position(_ position: Int, _ fixture: ResponderFixture) async -> Reply {
        var answer = fixture.responder.answer(.step(.position(position), ViewRequest(.short(format: nil))))
        while true {
            switch answer {
            case .reply(let reply), .lastingReply(let reply, until: _): return reply
            case .later(let work): answer = await work()
            case .render(let render): answer = render()
            case .watch: return .ok(["watching"])
            }
        }
    }

    @Test func everyNameOfTheListSelectsItsPlace() async throws {
        let fixture = try await fixture()
        #expect(await fixture.reply("places --output names") == .ok(["Montevideo", "Summer house"]))
        #expect(await fixture.reply("select Summer house") == .ok(["Summer house ⛅ −3°C"]))
        #expect(await fixture.reply("select Montevideo") == .ok(["⛅ 20°C"]))
        #expect(await fixture.reply("select \"summer HOUSE\"") == .ok(["Summer house ⛅ −3°C"]))
        #expect(await fixture.reply("places --output names") == .ok(["Montevideo", "Summer house"]), "current first")
        #expect(await fixture.reply("select 0") == .ok(["⛅ 20°C"]))
        #expect(await fixture.reply("select 1") == .ok(["Summer house ⛅ −3°C"]), "the favourite's number")
        #expect(fixture.store.snapshot.place?.name == "Montevideo", "the current place stays")
    }

    @Test func equalNamesAreDistinguished() async throws {
        let fixture = try await fixture()
        _ = await fixture.reply("places add Oslo")
        _ = await fixture.reply("places rename Oslo MONTEVIDEO")
        _ = await fixture.reply("places add montevideo 48.1 11.6")
        guard case .ok(let names) = await fixture.reply("places --output names") else { return }
        #expect(Set(names).count == names.count && names.first == "Montevideo")
        for name in names {
            _ = await fixture.reply(try RequestLine.encode(["select", "--", name]).dropLast().description)
            let index = try #require(names.firstIndex(of: name))
            #expect(fixture.store.snapshot.shownPlace == fixture.store.snapshot.places[index], "\(name)")
        }
    }

    @Test(arguments: ["Oslo", "3", "-1", "59,10"]) func otherPlacesAreNotSelected(name: String) async throws {
        let fixture = try await fixture()
        let reply = await fixture.reply("select -- \(name)")
        guard case .error(.notFound, let sentence) = reply else {
            Issue.record("\(reply)")
            return
        }
        #expect(sentence.contains("places --output names"))
        #expect(fixture.store.snapshot.shown == nil)
    }

    @Test func positionsAreThoseOfTheList() async throws {
        let fixture = try await fixture()
        #expect(await position(1, fixture) == .ok(["Summer house ⛅ −3°C"]))
        #expect(await position(0, fixture) == .ok(["⛅ 20°C"]))
        #expect(fixture.store.snapshot.shown == nil)
        #expect(await position(2, fixture) == .error(.notFound, "no place 2: must be between 0 and 1"))
        let empty = try ResponderFixture(location: nil)
        #expect(await empty.code("select 0") == .noLocation)
        guard case .error(.notFound, let sentence) = await position(0, empty) else {
            Issue.record("a place without places")
            return
        }
        #expect(sentence.contains("places add"))
        #expect(await empty.reply("places --output names") == .ok([]))
    }

    @Test func invalidRequestSelectsNothing() async throws {
        let fixture = try await fixture()
        #expect(await fixture.code("select Summer house --units parsecs") == .badArgument)
        #expect(fixture.store.snapshot.shown == nil)
    }
}
