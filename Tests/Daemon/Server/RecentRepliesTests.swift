import ClientProtocol
import Rendering
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Server

struct RecentRepliesTests {
    private let fixture: ResponderFixture
    private let recent = RecentReplies()

    init() async throws {
        fixture = try ResponderFixture()
        await fixture.storeReport()
    }

    /// nil for a reply that is rendered off the event loop.
    private func reply(_ line: String) -> String? {
        switch recent.answer(to: Array(line.utf8)[...], by: fixture.responder) {
        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
        case .made(.reply(let reply), key: _), .made(.lastingReply(let reply, until: _), key: _): reply.text
        case .made: nil
        }
    }

    /// Renders a reply as the rendering thread does, with `meanwhile` before it is cached.
    private func render(_ line: String, meanwhile: () async -> Void = {}) async throws -> String {
        guard
            case .made(.render(let render), key: let key?) =
                recent.answer(to: Array(line.utf8)[...], by: fixture.responder),
            case .lastingReply(let reply, let next) = render()
        else { throw NotRendered() }
        await meanwhile()
        recent.keep(reply.bytes, until: next, under: key, by: fixture.responder)
        return reply.text
    }

    private struct NotRendered: Error {}

    @Test(arguments: ["current", "current --width 80 --color 256", "short --output waybar", "daily", "sun"])
    func replyIsCachedUntilItChanges(_ line: String) async throws {
        #expect(reply(line) == nil)
        let page = try await render(line)
        #expect(reply(line) == page)
        // For every view, the cached reply equals a new rendering.
        for minute in 1...90 {
            fixture.now = ResponderFixture.start.advanced(by: minute * 60)
            guard let cached = reply(line) else {
                _ = try await render(line)
                continue
            }
            recent.forget()
            #expect(try await render(line) == cached, "\(line) after \(minute) minutes")
        }
    }

    /// A poll of another place renews its refresh, and changes no output.
    @Test func pollsOfOtherPlacesAreCachedForAMinute() async throws {
        await fixture.storeReport(.oslo, temperature: 5)
        try await fixture.store.changeSettings(at: fixture.now) { (settings) throws(FavouritesError) in
            try settings.addFavourite(Place(name: "Oslo", coordinate: .oslo))
        }
        let line = "short --place Oslo"
        let first = try #require(reply(line))
        let version = fixture.store.version
        fixture.now = ResponderFixture.start.advanced(by: 30)
        #expect(reply(line) == first)
        #expect(fixture.store.version == version)
        let asked = fixture.asked.withLock(\.count)
        fixture.now = ResponderFixture.start.advanced(by: 90)
        #expect(reply(line) == first)
        #expect(fixture.asked.withLock(\.count) == asked + 1)
        #expect(fixture.store.version == version)
    }

    @Test func replyFromOldWeatherIsNotCached() async throws {
        _ = try await render("current") { await fixture.storeReport(temperature: 30) }
        #expect(reply("current") == nil)
    }

    @Test func agesInSecondsAreCachedForASecond() async throws {
        let first = try await render("current --output json")
        #expect(reply("current --output json") == first)
        fixture.now = ResponderFixture.start.advanced(by: 1)
        #expect(reply("current --output json") == nil)
    }

    @Test(arguments: ["status", "status --output json"])
    func statusIsNotCached(_ line: String) async throws {
        _ = try await render(line)
        #expect(reply(line) == nil)
    }

    /// The hint about units is shown once.
    @Test func replyWithUnitsHintIsNotCached() async throws {
        fixture.style.withLock { $0.hintsAtUnits = true }
        let responder = fixture.responder
        let line = Array("current --width 80".utf8)[...]
        guard case .made(.render(let render), key: let key?) = recent.answer(to: line, by: responder),
            case .lastingReply(let reply, let next) = render()
        else { throw NotRendered() }
        #expect(reply.text.contains("set-units imperial"))
        recent.keep(reply.bytes, until: next, under: key, by: responder)
        guard case .made = recent.answer(to: line, by: responder) else {
            Issue.record("the hint was cached")
            return
        }
    }

    @Test func oldestReplyIsEvicted() async throws {
        for width in 40..<60 { _ = try await render("daily --width \(width)") }
        #expect(reply("daily --width 59") != nil)
        #expect(reply("daily --width 40") == nil)
    }

    @Test func sameRequestHasSameReply() throws {
        let first = try #require(reply("short"))
        #expect(first.hasPrefix("OK 1\n"))
        #expect(reply("short") == first)
        #expect(reply("short --output json") != first)
        #expect(reply("short") == first)
    }

    @Test func newDataInvalidatesReplies() async throws {
        let first = try #require(reply("short"))
        await fixture.storeReport(temperature: 30)
        #expect(reply("short") != first)
        let warm = reply("short")
        fixture.store.toggle()
        #expect(reply("short") != warm)
    }

    @Test func replyExpires() throws {
        let first = try #require(reply("short"))
        fixture.now = fixture.now.advanced(by: 86_400)
        #expect(reply("short") != first)
        fixture.now = ResponderFixture.start
        #expect(reply("short") == first)
    }

    /// Each view of the current weather counts, also a cached one.
    @Test func cachedRepliesCountAsViews() async throws {
        _ = try await render("current")
        for _ in 1...2 { #expect(reply("current") != nil) }
        #expect(fixture.looks.withLock { $0 } == 3)
    }

    @Test func errorsAndChangesAreNotCached() {
        #expect(reply("nonsense")?.hasPrefix("ERR unknown-command ") == true)
        #expect(reply("toggle") != reply("toggle"))
        #expect(reply("hourly") == nil)
    }

    @Test func cacheIsBounded() throws {
        let first = try #require(reply("short"))
        for width in 1...100 { #expect(reply("short --width \(width)") != nil) }
        #expect(reply("short") == first)
    }
}
