import NIOCore
import Scratch
import Testing
import Wire

@testable import Serving

/// Replies that are rendered in turns, beside which the line of a bar is answered at once.
@Suite(.timeLimit(.minutes(5)))
struct RenderedReplyTests {
    private let kitchen: Kitchen

    init() async throws {
        kitchen = try Kitchen()
        await kitchen.cook()
    }

    /// Renders the reply whose turn it is, and has it sent.
    private func render(_ jobs: inout AsyncStream<@Sendable () async -> Void>.Iterator, _ line: SessionLine) async {
        await jobs.next()?()
        await line.advance(by: .milliseconds(1))
    }

    @Test func shortWaitsForNoPage() async throws {
        let pages = try await SessionLine(kitchen)
        let bar = try await SessionLine(kitchen, beside: pages)
        try await pages.send(String(repeating: "map --width 1000\n", count: 20))
        try await bar.send("short\n")
        #expect(try await bar.received() == "OK 1\n⛅ 15°C\n", "nothing has been rendered yet")
        #expect(try await pages.received() == "")
        var jobs = pages.jobs.makeAsyncIterator()
        for _ in 0..<20 {
            await render(&jobs, pages)
            #expect(try await pages.received().hasPrefix("OK 2"))
        }
    }

    /// A small page passes the large ones of clients that came before.
    @Test func turnsAreFairByCost() async throws {
        let first = try await SessionLine(kitchen)
        var maps = [first]
        for _ in 0..<9 { maps.append(try await SessionLine(kitchen, beside: first)) }
        for map in maps { try await map.send("map --width 1000\nmap --width 1000\n") }
        let other = try await SessionLine(kitchen, beside: first)
        try await other.send("daily\n")
        var jobs = first.jobs.makeAsyncIterator()
        await render(&jobs, first)
        await render(&jobs, first)
        #expect(
            try await other.received().hasPrefix("OK "), "one map was being drawn already, and then it was its turn")
        var drawn = 0
        for map in maps where try await !map.received().isEmpty { drawn += 1 }
        #expect(drawn == 1)
    }

    @Test func theSameWatchedPageIsRenderedOnce() async throws {
        let first = try await SessionLine(kitchen)
        let second = try await SessionLine(kitchen, beside: first)
        var jobs = first.jobs.makeAsyncIterator()
        for line in [first, second] {
            try await line.send("watch daily\n")
        }
        await render(&jobs, first)
        let reply = try await first.received()
        #expect(reply.hasPrefix("OK "))
        #expect(try await second.received() == reply)
    }

    @Test func aWatchedPageFollowsAChangeThatComesWhileItIsRendered() async throws {
        let line = try await SessionLine(kitchen)
        var jobs = line.jobs.makeAsyncIterator()
        try await line.send("watch current --width 60\n")
        await kitchen.cook(temperature: 30)
        try await line.storeChanged()
        await render(&jobs, line)
        _ = try await line.received()
        await kitchen.cook(temperature: 5)
        try await line.storeChanged()
        // What was missed is rendered once, and then what came after it.
        await render(&jobs, line)
        await render(&jobs, line)
        let last = kitchen.responder.watchedReply(to: try watched("current --width 60")).reply.text
        let received = try await line.received()
        #expect(received.hasSuffix(last), "\(received) does not end with \(last)")
    }

    /// One that waits for a page that was begun before a change is sent the page as it is after it.
    @Test func whoeverJoinsAStalePageIsSentTheNext() async throws {
        let first = try await SessionLine(kitchen)
        let second = try await SessionLine(kitchen, beside: first)
        var jobs = first.jobs.makeAsyncIterator()
        try await first.send("watch current --width 60\n")
        try await first.storeChanged()
        try await second.send("watch current --width 60\n")
        await render(&jobs, first)
        await kitchen.cook(temperature: 5)
        await render(&jobs, first)
        let last = kitchen.responder.watchedReply(to: try watched("current --width 60")).reply.text
        #expect(try await second.received().hasSuffix(last))
    }

    /// What is watched cannot be scrolled: it has no more lines than the terminal.
    @Test func aWatchedPageIsFittedToItsTerminal() async throws {
        func lines(_ words: String) throws -> [String] {
            guard case .watch(let reading) = try Request(line: "watch \(words)".utf8),
                case .ok(let lines) = kitchen.responder.watchedReply(to: reading).reply
            else { return [] }
            return lines
        }
        for view in ["current", "daily", "sun", "places", "status", "show", "hourly 48"] {
            let full = try lines("\(view) --width 80")
            let fitted = try lines("\(view) --width 80 --height 6")
            #expect(full.count <= 6 ? fitted == full : fitted.count == 6, "\(view)")
            #expect(fitted.first == full.first || view == "show", "\(view)")
            #expect(try lines("\(view) --width 80 --height 500") == full, "\(view)")
        }
        func last(_ words: String) throws -> String { try lines("\(words) --height 5").last ?? "" }
        #expect(try last("current --language de").hasSuffix(" weitere, siehe: weatherctl current"))
        #expect(try last("daily 1").hasSuffix(" more, see: weatherctl daily 1"))
        // The command would show another place.
        #expect(try last("current --place Montevideo").hasSuffix(" more"))
        #expect(try last("status --language de").hasSuffix(" more, see: weatherctl status"))
        #expect(try lines("current --output json --height 1") == lines("current --output json"))
    }

    @Test func aMistakeIsNotWatched() async throws {
        let line = try await SessionLine(kitchen)
        try await line.send("watch daily --language tlh\nversion\n")
        let replies = try await line.received().split(separator: "\n")
        #expect(replies.first?.hasPrefix("ERR bad-argument ") == true && replies.count == 3)
    }

    @Test func tooManyWatchedRepliesAreRefused() async throws {
        let first = try await SessionLine(kitchen)
        var lines: [SessionLine] = []
        for index in 0...ServingLimits.watchedRepliesOfProcess {
            let line = try await SessionLine(kitchen, beside: first)
            // Each is another request, with the same reply.
            try await line.send("watch short --units wind=kn\(String(repeating: ",wind=kn", count: index))\n")
            lines.append(line)
        }
        #expect(try await lines.last?.received().hasPrefix("ERR busy too many different replies are being ") == true)
        for line in lines.dropLast() { #expect(try await line.received() == "OK 1\n⛅ 15°C\n") }
        let other = try await SessionLine(kitchen, beside: first, process: 2)
        try await other.send("watch short --units temperature=f\n")
        #expect(try await other.received() == "OK 1\n⛅ 59°F\n", "another process has room")
        try await lines[0].channel.close()
        try await lines.last?.send("watch short --units temperature=k\n")
        #expect(try await lines.last?.received() == "OK 1\n⛅ 288 K\n", "who leaves makes room")
    }

    private func watched(_ line: String) throws -> Reading {
        guard case .read(let reading) = try Request(line: line.utf8) else { throw RequestError.empty }
        return reading
    }
}
