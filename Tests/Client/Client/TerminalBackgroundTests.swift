import ClientProtocol
import Dispatch
import Foundation
import Glibc
import Scratch
import Testing

@testable import Client

@Suite("The terminal's background", .timeLimit(.minutes(20)))
struct TerminalBackgroundTests {
    private static let attributes = "\u{1B}[?64;1c"

    private func reply(_ text: String) -> BackgroundReply {
        var reply = BackgroundReply()
        // Byte by byte, as over a slow line.
        for byte in text.utf8 { reply.take([byte]) }
        return reply
    }

    @Test(
        "The color in the reply decides",
        arguments: [
            ("\u{1B}]11;rgb:ffff/ffff/dddd\u{1B}\\", Theme.light), ("\u{1B}]11;rgb:0000/0000/0000\u{7}", .dark),
            ("\u{1B}]11;rgb:1e/1e/1e\u{7}", .dark), ("\u{1B}]11;rgba:f/f/f/8\u{7}", .light),
            ("\u{1B}]11;rgb:ff/ff\u{7}", nil), ("\u{1B}]11;rgb:gg/ff/ff\u{7}", nil),
            ("\u{1B}]11;rgb:fffff/f/f\u{7}", nil),
            ("\u{1B}]11;rgb:ffff/ffff/ffff", nil), ("\u{1B}]11;red\u{7}", nil), ("", nil),
        ])
    func colors(text: String, theme: Theme?) {
        #expect(!reply(text).isComplete)
        #expect(reply(text + Self.attributes).isComplete)
        #expect(reply(text + Self.attributes).theme == theme)
    }

    @Test("A long reply ends with the attributes, and not before")
    func longReply() {
        let text = "\u{1B}]11;" + String(repeating: "x", count: 300)
        #expect(!reply(text).isComplete)
        #expect(!reply(text + "\u{1B}\\c").isComplete)
        #expect(reply(text + "\u{1B}\\" + Self.attributes).isComplete)
        #expect(reply(text + "\u{1B}\\" + Self.attributes).theme == nil)
    }

    @Test(
        "COLORFGBG holds the indices of text and background color",
        arguments: [
            ("15;0", Theme.dark), ("0;15", .light), ("0;default;15", .light), ("0;7", .light), ("7;8", .dark),
            ("x", nil), ("0;16", nil), ("", nil),
        ])
    func environmentVariable(value: String, theme: Theme?) {
        #expect(TerminalBackground.theme(ofColors: value) == theme)
    }

    @Test("A terminal is queried, its reply is read completely, and its mode is restored", arguments: ["ffff", "1111"])
    func query(part: String) throws {
        let terminal = try PseudoTerminal()
        var before = termios()
        tcgetattr(terminal.program, &before)
        let answered = terminal.answer(
            "\u{1B}[c", with: "\u{1B}]11;rgb:\(part)/\(part)/\(part)\u{1B}\\\(Self.attributes)")
        #expect(
            TerminalBackground.query(input: terminal.program, output: terminal.program)
                == (part == "ffff" ? .light : .dark))
        answered.wait()
        var after = termios()
        tcgetattr(terminal.program, &after)
        #expect(after.c_lflag == before.c_lflag)
        #expect(terminal.pendingInput == "")
    }

    @Test("The attributes end the wait for a terminal that does not know the query of its color")
    func attributesAlone() throws {
        let terminal = try PseudoTerminal()
        let answered = terminal.answer("\u{1B}[c", with: Self.attributes)
        #expect(TerminalBackground.query(input: terminal.program, output: terminal.program) == nil)
        answered.wait()
        #expect(terminal.pendingInput == "")
    }

    @Test("Nothing of a long, late or split reply is left to the shell", arguments: [0, 1, 2])
    func nothingIsLeft(pieces: Int) throws {
        let terminal = try PseudoTerminal()
        let colour = "\u{1B}]11;rgb:ffff/ffff/ffff" + String(repeating: "f", count: 3000) + "\u{1B}\\"
        let end = colour + Self.attributes
        // The beginning has arrived when the terminal is asked for the rest.
        let answered = terminal.answer("\u{1B}[c", with: pieces == 0 ? end : String(end.prefix(pieces * 200)))
        let rest = DispatchSemaphore(value: 0)
        // Not on a shared queue, which other tests may occupy for longer than the client waits.
        Thread.detachNewThread {
            answered.wait()
            if pieces > 0 { terminal.type(String(end.dropFirst(pieces * 200))) }
            rest.signal()
        }
        #expect(TerminalBackground.query(input: terminal.program, output: terminal.program) == nil)
        rest.wait()
        #expect(terminal.pendingInput == "")
    }

    @Test("With pending input the terminal is not queried")
    func typedAhead() throws {
        let terminal = try PseudoTerminal()
        terminal.type("ls\n")
        #expect(TerminalBackground.query(input: terminal.program, output: terminal.program) == nil)
        #expect(terminal.pendingInput == "ls\n")
    }

    @Test("A silent terminal times out, and a pipe is not queried")
    func silence() throws {
        let terminal = try PseudoTerminal()
        #expect(TerminalBackground.query(input: terminal.program, output: terminal.program) == nil)
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(TerminalBackground.query(input: terminal.program, output: ends[1]) == nil)
        #expect(TerminalBackground.query(input: ends[0], output: terminal.program) == nil)
    }
}
