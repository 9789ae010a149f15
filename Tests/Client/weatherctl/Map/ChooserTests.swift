import ClientProtocol
import Foundation
import Scratch
import Synchronization
import Testing

@testable import Client
@testable import weatherctl_tools

@Suite("Choosing on the map", .serialized, .timeLimit(.minutes(20)))
struct ChooserTests {
    private static let otherScreen = "\u{1B}[?1049h"
    private static let firstScreen = "\u{1B}[?25h\u{1B}[?1049l"

    @Test("Enter sets the place under the cross")
    func enter() async throws {
        let terminal = try PseudoTerminal()
        let outcome = terminal.choose()
        let first = terminal.look(for: "end of map 1")
        #expect(first?.contains(Self.otherScreen) == true)
        #expect(terminal.isRaw)
        terminal.type("\u{1B}[C+")
        terminal.look(for: "--zoom 5")
        terminal.type("\r")
        #expect(terminal.look(for: Self.firstScreen) != nil)
        let asked = terminal.asked.withLock { $0 }
        let moved = MapWindow(center: .oslo, zoom: 4, columns: 80, lines: 22).moved(columns: 1, lines: 0).center
        let chosen = "set-location \(moved.text)"
        guard case .success(.chosen(let confirmation)) = await outcome.only else {
            Issue.record("nothing was chosen")
            return
        }
        #expect(confirmation == ["location set to \(chosen)"])
        #expect(asked.first?.hasPrefix("map 59.9100 10.7500 --cursor --zoom 4 --width 80 --height 22") == true)
        #expect(!terminal.isRaw)
    }

    @Test("Without a position the keys work with every color depth", arguments: [ColorDepth.none, .palette])
    func inColour(colors: ColorDepth) async throws {
        let terminal = try PseudoTerminal()
        let outcome = terminal.choose(from: nil, colors: colors)
        terminal.look(for: "end of map 2")
        terminal.type("\u{1B}[B")
        terminal.look(for: "end of map 3")
        terminal.type("\r")
        let montevideo = MapPosition(latitude: -34.9, longitude: -56.2)
        let moved = MapWindow(center: montevideo, zoom: 4, columns: 80, lines: 22).moved(columns: 0, lines: 1).center
        #expect(await outcome.only == .success(.chosen(["location set to set-location \(moved.text)"])))
        #expect(terminal.asked.withLock { $0[1].contains("--color \(colors.rawValue)") })
    }

    @Test("q, Escape, Control-C and a lost terminal change nothing", arguments: ["q", "\u{1B}", "\u{3}"])
    func leave(key: String) async throws {
        let terminal = try PseudoTerminal()
        let outcome = terminal.choose()
        terminal.look(for: "end of map 1")
        terminal.type(key)
        #expect(terminal.look(for: Self.firstScreen) != nil)
        #expect(await outcome.only == .success(.left))
        #expect(!terminal.isRaw)
        #expect(terminal.asked.withLock { $0.count } == 1)
    }

    @Test("Signals end the map and restore the terminal", arguments: [SIGTERM, SIGHUP, SIGINT])
    func signals(signal: Int32) async throws {
        let terminal = try PseudoTerminal()
        let outcome = terminal.choose()
        terminal.look(for: "end of map 1")
        terminal.send(signal)
        #expect(terminal.look(for: Self.firstScreen) != nil)
        #expect(await outcome.only == .success(.signal(signal)))
        #expect(!terminal.isRaw)
    }

    @Test("A resized window gets a new map")
    func resized() async throws {
        let terminal = try PseudoTerminal()
        let outcome = terminal.choose()
        terminal.look(for: "end of map 1")
        terminal.resize(columns: 100, lines: 30)
        terminal.send(SIGWINCH)
        #expect(terminal.look(for: "--width 100 --height 28") != nil)
        terminal.type("q")
        #expect(await outcome.only == .success(.left))
    }

    @Test("A lost daemon is reported after the terminal is restored")
    func noDaemon() async throws {
        let terminal = try PseudoTerminal()
        let outcome = terminal.choose(failingFrom: 2)
        terminal.look(for: "end of map 1")
        terminal.type("l")
        #expect(terminal.look(for: Self.firstScreen) != nil)
        #expect(await outcome.only == .failure(.connection(.noDaemon(path: "x"))))
        #expect(!terminal.isRaw)
    }

    @Test("Without a terminal the error states that one is needed")
    func noTerminal() throws {
        let file = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(file) }
        let chooser = Chooser(request: MapRequest(), reading: ViewRequest(.places), colors: .none) { _ in [] }
        #expect(throws: MapFailure.noTerminal) { try chooser.run(input: file, output: file) }
        #expect(MapFailure.noTerminal.status == .usage)
        #expect(MapFailure.noTerminal.sentence.contains("terminal"))
    }
}
