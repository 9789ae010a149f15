import ClientProtocol
import Platform
import Scratch
import Testing

@testable import Server

/// Replies are rendered one after another, and the line of a bar is answered immediately meanwhile.
@Suite(.timeLimit(.minutes(20)))
@EventLoopActor
struct RenderedReplyTests {
    private let fixture: ResponderFixture

    init() async throws {
        fixture = try ResponderFixture()
        await fixture.storeReport()
    }

    /// Renders the next reply, and sends it.
    private func render(_ jobs: inout AsyncStream<@Sendable () async -> Void>.Iterator, _ line: SessionLine) async {
        await jobs.next(isolation: EventLoopActor.shared)?()
        line.advance(by: .milliseconds(1))
    }

    @Test func shortDoesNotWaitForPages() async throws {
        let pages = SessionLine(fixture)
        let bar = SessionLine(fixture, beside: pages)
        pages.send(String(repeating: "map --width 1000\n", count: 20))
        bar.send("short\n")
        #expect(bar.received() == "OK 1\n⛅ 15°C\n", "nothing has been rendered yet")
        #expect(pages.received() == "")
        var jobs = pages.jobs.makeAsyncIterator()
        for _ in 0..<20 {
            await render(&jobs, pages)
            #expect(pages.received().hasPrefix("OK 2"))
        }
    }

    /// A connection has one page in the queue, however many it requests.
    @Test func pagesAreRenderedInOrderOfArrival() async throws {
        let first = SessionLine(fixture)
        let second = SessionLine(fixture, beside: first)
        let left = SessionLine(fixture, beside: first)
        first.send("map\nmap\n")
        left.send("map\n")
        second.send("daily\n")
        left.disconnect()
        var jobs = first.jobs.makeAsyncIterator()
        await render(&jobs, first)
        #expect(!first.received().isEmpty && second.received().isEmpty)
        await render(&jobs, first)
        #expect(first.received().isEmpty && second.received().hasPrefix("OK "), "a disconnected client is skipped")
        await render(&jobs, first)
        #expect(!first.received().isEmpty)
    }

    @Test func sameWatchedPageIsRenderedOnce() async throws {
        let first = SessionLine(fixture)
        let second = SessionLine(fixture, beside: first)
        var jobs = first.jobs.makeAsyncIterator()
        for line in [first, second] {
            line.send("watch daily\n")
        }
        await render(&jobs, first)
        let reply = first.received()
        #expect(reply.hasPrefix("OK "))
        #expect(second.received() == reply)
    }

    @Test func changeDuringRenderingIsSent() async throws {
        let line = SessionLine(fixture)
        var jobs = line.jobs.makeAsyncIterator()
        line.send("watch current --width 60\n")
        await fixture.storeReport(temperature: 30)
        line.storeChanged()
        await render(&jobs, line)
        _ = line.received()
        await fixture.storeReport(temperature: 5)
        line.storeChanged()
        // The missed change is rendered once, then the next one.
        await render(&jobs, line)
        await render(&jobs, line)
        let last = fixture.responder.views.watchedReply(to: try watched("current --width 60")).reply.text
        let received = line.received()
        #expect(received.hasSuffix(last), "\(received) does not end with \(last)")
    }

    /// A client that joins a page that is out of date receives the page rendered after the change.
    @Test func joinerOfStalePageReceivesNext() async throws {
        let first = SessionLine(fixture)
        let second = SessionLine(fixture, beside: first)
        var jobs = first.jobs.makeAsyncIterator()
        first.send("watch current --width 60\n")
        first.storeChanged()
        second.send("watch current --width 60\n")
        await render(&jobs, first)
        await fixture.storeReport(temperature: 5)
        await render(&jobs, first)
        let last = fixture.responder.views.watchedReply(to: try watched("current --width 60")).reply.text
        #expect(second.received().hasSuffix(last))
    }

    /// A watched page cannot be scrolled, so it has at most as many lines as the terminal.
    @Test func watchedPageFitsTerminal() async throws {
        func lines(_ words: String) throws -> [String] {
            guard case .watch(let reading) = try Request(line: "watch \(words)".utf8),
                case .ok(let lines) = fixture.responder.views.watchedReply(to: reading).reply
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

    @Test func invalidRequestIsNotWatched() async throws {
        let line = SessionLine(fixture)
        line.send("watch daily --language tlh\nversion\n")
        let replies = line.received().split(separator: "\n")
        #expect(replies.first?.hasPrefix("ERR bad-argument ") == true && replies.count == 3)
    }

    @Test func excessWatchesAreRejected() async throws {
        let first = SessionLine(fixture)
        var lines: [SessionLine] = []
        for index in 0...ServerLimits.watchedRepliesOfProcess {
            let line = SessionLine(fixture, beside: first)
            // Each is a different request with the same reply.
            line.send("watch short --units wind=kn\(String(repeating: ",wind=kn", count: index))\n")
            lines.append(line)
        }
        #expect(lines.last?.received().hasPrefix("ERR busy too many different replies are being ") == true)
        for line in lines.dropLast() { #expect(line.received() == "OK 1\n⛅ 15°C\n") }
        let other = SessionLine(fixture, beside: first, process: 2)
        other.send("watch short --units temperature=f\n")
        #expect(other.received() == "OK 1\n⛅ 59°F\n", "another process has room")
        lines[0].disconnect()
        lines.last?.send("watch short --units temperature=k\n")
        #expect(lines.last?.received() == "OK 1\n⛅ 288 K\n", "a disconnect frees room")
    }

    private func watched(_ line: String) throws -> ViewRequest {
        guard case .read(let reading) = try Request(line: line.utf8) else { throw RequestError.empty }
        return reading
    }
}
