import ClientProtocol
import Testing

@testable import Client
@testable import weatherctl_tools

@Suite("A watched page on a terminal")
struct WatchedPageTests {
    private func page(lines: Int = 3) -> WatchedPage {
        var page = WatchedPage(words: ["watch", "hourly", "--width", "90", "--height", "30"])
        page.resize(columns: 80, lines: lines)
        return page
    }

    @Test("The request has the terminal's current size")
    func fitted() {
        #expect(page().words == ["watch", "hourly", "--width", "80", "--height", "3"])
        var plain = WatchedPage(words: ["watch", "current"])
        plain.resize(columns: 5000, lines: 0)
        #expect(plain.words == ["watch", "current"])
    }

    @Test("A size given by the user is kept")
    func typed() {
        let words = ["watch", "hourly", "--width", "60", "--height", "30"]
        var narrow = WatchedPage(words: words, typed: ["watch", "hourly", "--width", "60"])
        narrow.resize(columns: 80, lines: 3)
        #expect(narrow.words == ["watch", "hourly", "--width", "60", "--height", "3"])
        var fixed = WatchedPage(
            words: words, typed: ["--timeout", "5", "--width", "60", "watch", "hourly", "--height", "30"])
        fixed.resize(columns: 80, lines: 3)
        #expect(fixed.words == words)
    }

    @Test("The page is truncated to the terminal's height, with the error in the last line")
    func lines() {
        var page = page()
        #expect(page.lines == [])
        #expect(page.take(.ok(["a", "b", "c", "d"])) == .stay)
        #expect(page.lines == ["a", "b", "c"])
        page.fail("gone")
        #expect(page.lines == ["a", "b", "weatherctl: gone"])
        #expect(page.take(.error(.noData, "none yet")) == .stay)
        #expect(page.lines == ["weatherctl: none yet"])
        #expect(page.take(.ok(["e"])) == .stay)
        #expect(page.lines == ["e"])
    }

    @Test("The error is truncated to the terminal's width")
    func cut() {
        var page = page()
        page.resize(columns: 16, lines: 3)
        page.fail("gone for good")
        #expect(page.lines == ["weatherctl: gone"])
        page.fail("München")
        #expect(page.lines == ["weatherctl: Münc"])
        page.fail("東京")
        #expect(page.lines == ["weatherctl: 東京"])
        page.fail("東京都")
        #expect(page.lines == ["weatherctl: 東京"])
    }

    @Test("Only a reply that keeps the connection resets the backoff")
    func backoff() throws {
        var page = page()
        var backoff = Backoff()
        let first = backoff.next()
        var replies: [Reply] = [.error(.busy, "busy"), .ok(["a"])]
        let refused = try page.takeAll(&backoff) { () throws(ConnectionFailure) -> Reply? in
            replies.isEmpty ? nil : replies.removeFirst()
        }
        #expect(refused == .reconnect)
        #expect(replies == [.ok(["a"])], "nothing is read from a connection that is about to close")
        #expect(page.lines == ["weatherctl: busy"])
        let second = backoff.next()
        #expect(second > first)
        let outcome = try page.takeAll(&backoff) { () throws(ConnectionFailure) -> Reply? in
            replies.isEmpty ? nil : replies.removeFirst()
        }
        #expect(outcome == .stay)
        let third = backoff.next()
        #expect(third == first)
    }

    @Test("A failing daemon is retried, a rejected request ends the watch")
    func refusals() {
        var page = page()
        #expect(page.take(.error(.busy, "busy")) == .reconnect)
        #expect(page.lines == ["weatherctl: busy"])
        #expect(page.take(.error(.badArgument, "why")) == .end("why"))
    }
}
