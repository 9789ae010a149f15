import Keeping
import NIOCore
import Scratch
import Synchronization
import Testing
import Weather
import Wire

@testable import Serving

struct RecentRepliesTests {
    private let kitchen: Kitchen
    private let recent = RecentReplies()

    init() async throws {
        kitchen = try Kitchen()
        await kitchen.cook()
    }

    /// nil for what takes its time.
    private func reply(_ line: String) -> String? {
        switch recent.answer(to: ByteBuffer(string: line), by: kitchen.responder) {
        case .bytes(let bytes): String(buffer: bytes)
        case .made(.reply(let reply)): reply.text
        case .made: nil
        }
    }

    @Test func theSameIsAnsweredAlike() throws {
        let first = try #require(reply("short"))
        #expect(first.hasPrefix("OK 1\n"))
        #expect(reply("short") == first)
        #expect(reply("short --output json") != first)
        #expect(reply("short") == first)
    }

    @Test func newsAreToldAtOnce() async throws {
        let first = try #require(reply("short"))
        await kitchen.cook(temperature: 30)
        #expect(reply("short") != first)
        let warm = reply("short")
        kitchen.store.toggle()
        #expect(reply("short") != warm)
    }

    @Test func timePasses() throws {
        let first = try #require(reply("short"))
        kitchen.now = kitchen.now.advanced(by: 86_400)
        #expect(reply("short") != first)
        kitchen.now = Kitchen.start
        #expect(reply("short") == first)
    }

    /// Whoever looks at the weather of now is noticed, however soon after the last.
    @Test func nobodyWhoLooksIsOverlooked() {
        for _ in 1...3 { _ = reply("current") }
        #expect(kitchen.looks.withLock { $0 } == 3)
    }

    @Test func mistakesAndChangesAreNotKept() {
        #expect(reply("nonsense")?.hasPrefix("ERR unknown-command ") == true)
        #expect(reply("toggle") != reply("toggle"))
        #expect(reply("hourly") == nil)
    }

    @Test func whatManyAskIsBounded() throws {
        let first = try #require(reply("short"))
        for width in 1...100 { #expect(reply("short --width \(width)") != nil) }
        #expect(reply("short") == first)
    }
}
