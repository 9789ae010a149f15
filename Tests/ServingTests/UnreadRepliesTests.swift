import NIOCore
import NIOEmbedded
import Scratch
import Testing
import Wire

@testable import Serving

struct UnreadRepliesTests {
    /// The clients that are disconnected, given the unread bytes of each and a limit of 100.
    private func slowest(_ counts: KeyValuePairs<RenderQueue.Client, Int>) -> [RenderQueue.Client] {
        var unread = UnreadReplies(limit: 100)
        for (client, count) in counts { unread.note(count, of: client) }
        #expect(unread.exceedLimit == !unread.slowestClients.isEmpty)
        return unread.slowestClients
    }

    @Test func theLargestGoFirstUntilTheOthersFit() {
        #expect(slowest([:]) == [])
        #expect(slowest([1: 60, 2: 40]) == [])
        #expect(slowest([1: 10, 2: 70, 3: 21]) == [2])
        #expect(slowest([1: 90, 2: 20, 3: 95]) == [3, 1])
        #expect(slowest([1: 101]) == [1])
        #expect(slowest([7: 60, 5: 60]) == [5], "of two with the same number, the one that connected first")
    }

    @Test func whatWasReadCountsNoMore() {
        #expect(slowest([1: 90, 2: 90, 1: 10]) == [])
        #expect(slowest([1: 90, 2: 90, 2: 0]) == [])
    }

    /// All read slower than they are answered, and one has more to read than the others.
    @Test func theSlowestReaderIsDisconnectedAndOthersAreServed() async throws {
        let kitchen = try Kitchen()
        let reply = "OK 1\nweatherd \(Release.version)\n"
        let slow = try await SessionLine(kitchen, unreadLimit: 25 * reply.utf8.count)
        let slowest = try await SessionLine(kitchen, beside: slow)
        let other = try await SessionLine(kitchen, beside: slow)
        for line in [slow, slowest] { try await line.stopReading() }
        try await slow.begin(String(repeating: "version\n", count: 10))
        await slow.advance(by: .seconds(1))
        try await slowest.begin(String(repeating: "version\n", count: 15))
        await slow.advance(by: .seconds(1))
        #expect(slow.channel.isActive && slowest.channel.isActive, "the limit itself is not beyond it")
        try await slowest.begin("version\n")
        await slow.advance(by: .seconds(1))
        #expect(slow.channel.isActive && !slowest.channel.isActive)
        try await other.send("version\n")
        #expect(try await other.received() == reply)
    }

    @Test func aWatchedReplyCountsToo() async throws {
        let kitchen = try Kitchen()
        await kitchen.cook()
        let line = try await SessionLine(kitchen, unreadLimit: 10)
        try await line.stopReading()
        try await line.send("watch short\n")
        await line.advance(by: .seconds(1))
        #expect(!line.channel.isActive)
    }
}
