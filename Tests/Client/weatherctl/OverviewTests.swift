import Client
import Testing

@testable import weatherctl_tools

@Suite("A command line without a command")
struct OverviewTests {
    private func overview(_ line: String, _ error: UsageError) throws -> Overview {
        try Overview(line.split(separator: " ").map(String.init), after: error)
    }

    @Test(
        "Options alone are those of the card",
        arguments: [
            ("", "show"), ("--units f,mph", "show --units f,mph"), ("-o json --timeout 1", "show -o json --timeout 1"),
        ])
    func noWords(line: String, request: String) throws {
        let overview = try overview(line, .noCommand)
        #expect(overview.words.joined(separator: " ") == request && overview.place == nil)
    }

    @Test(
        "Words are a place",
        arguments: [
            ("Oslo", "Oslo", []), ("oslo", "oslo", []), ("Paris, Texas --units f", "Paris, Texas", ["--units", "f"]),
            ("-o json San José", "San José", ["-o", "json"]), ("--units=f Oslo", "Oslo", ["--units=f"]),
            ("-34.9 -56.2", "-34.9 -56.2", []), ("-34.9,-56.2", "-34.9,-56.2", []), ("-34,9 -56,2", "-34,9 -56,2", []),
            ("59.9,10.7", "59.9,10.7", []), ("-- Oslo -x", "Oslo -x", []),
            // Near a command, but written like a name.
            ("Aire", "Aire", []), ("Sunne", "Sunne", []),
        ])
    func places(line: String, place: String, options: [String]) throws {
        let first = try #require(line.split(separator: " ").first { !$0.hasPrefix("-o") && $0 != "json" })
        let overview = try overview(line, .unknownCommand(String(first)))
        #expect(overview.place == place)
        #expect(overview.words == ["show", "--place", place] + options)
    }

    @Test(
        "Misspelled commands are corrected, and other errors stay",
        arguments: [
            ("hourl 4", .unknownCommand("hourl")), ("Hourly", .unknownCommand("Hourly")),
            ("set-unit c", .unknownCommand("set-unit")), ("help nonsense", .unknownCommand("nonsense")),
            ("short --timeout", .missingTimeout),
        ] as [(String, UsageError)])
    func errors(line: String, error: UsageError) {
        #expect(throws: error) { try overview(line, error) }
    }

    @Test("Neither a command nor a place")
    func neither() {
        #expect(
            UsageError.neither("Shrot", "no such place")
                == #""Shrot" is not a command; as a place: no such place; did you mean the command short?"#)
        #expect(UsageError.neither("qqq", "no such place") == #""qqq" is not a command; as a place: no such place"#)
    }
}
