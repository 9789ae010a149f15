import ClientProtocol
import Testing

@testable import Client

@Suite("Output of a watch")
struct DisplayTests {
    @Test("Each change is printed once")
    func changes() {
        var display = Display()
        #expect(display.show(.ok(["☀ 21°"])) == .print("☀ 21°\n"))
        #expect(display.show(.ok(["☀ 21°"])) == .keep)
        #expect(display.show(.ok(["☁ 20°", "b"])) == .print("☁ 20°\nb\n"))
    }

    @Test("Lost weather prints one empty line")
    func clear() {
        var display = Display()
        #expect(display.clear(.noDaemon, "why") == .print("\n"))
        #expect(display.clear(.noWeather, "other") == .keep)
        #expect(display.show(.error(.noData, "no weather yet")) == .keep)
        #expect(display.show(.error(.noLocation, "no place")) == .keep)
        #expect(display.show(.ok([])) == .keep)
        #expect(display.show(.ok(["☀ 21°"])) == .print("☀ 21°\n"))
        #expect(display.show(.error(.noLocation, "no place")) == .print("\n"))
        #expect(display.show(.ok(["☀ 21°"])) == .print("☀ 21°\n"))
    }

    @Test("Only a reply remains shown while the daemon restarts")
    func showsReply() {
        var display = Display()
        #expect(!display.showsReply)
        _ = display.show(.ok(["☀ 21°"]))
        #expect(display.showsReply)
        _ = display.show(.error(.noData, "no weather yet"))
        #expect(!display.showsReply)
    }

    @Test("A rejected request ends the watch; a failing daemon is retried")
    func refusal() {
        var display = Display()
        for code in [Reply.Code.badArgument, .badRequest, .unknownCommand, .tooLong, .notFound] {
            #expect(display.show(.error(code, "why")) == .end("why"))
        }
        for code in [Reply.Code.busy, .internal] {
            #expect(display.show(.error(code, "why")) == .retry("why"))
        }
    }

    @Test("The backoff grows up to a limit and resets")
    func backoff() {
        var backoff = Backoff()
        #expect((1...8).map { _ in backoff.next() } == [100, 200, 400, 800, 1600, 3200, 5000, 5000])
        backoff.reset()
        #expect(backoff.next() == 100)
    }
}
