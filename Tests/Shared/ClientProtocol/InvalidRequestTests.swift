import ClientProtocol
import Testing

@Suite("Invalid requests")
struct InvalidRequestTests {
    private static let watchable = "one of " + Command.watchable.map(\.rawValue).joined(separator: ", ")

    @Test(
        "The error names the invalid part",
        arguments: [
            ("", .empty),
            ("  \r", .empty),
            ("curent", .unknownCommand("curent")),
            ("SHORT", .unknownCommand("SHORT")),
            (#""""#, .unknownCommand("")),
            (#"short "x"#, .unterminatedQuote),
            ("short\0", .controlCharacter),
            ("short x", .arguments(.short)),
            ("short -p Oslo", .unknownOption("-p", .short)),
            ("hourly -n 5", .unknownOption("-n", .hourly)),
            ("short -- -p", .arguments(.short)),
            ("daily -1", .badValue("-1", of: "days", expected: "an integer between 1 and 16")),
            ("current 1", .arguments(.current)),
            ("alerts 1", .arguments(.alerts)),
            ("air now", .arguments(.air)),
            ("sun --format x", .unknownOption("--format", .sun)),
            ("version x", .arguments(.version)),
            ("help x", .arguments(.help)),
            ("refresh now", .arguments(.refresh)),
            ("hourly 1 2", .arguments(.hourly)),
            ("set-units", .arguments(.setUnits)),
            ("set-location", .arguments(.setLocation)),
            ("set-location 1.5", .arguments(.setLocation)),
            ("search", .arguments(.search)),
            (#"search " ""#, .arguments(.search)),
            ("places list", .arguments(.places)),
            ("places ad Oslo", .misspelling("ad", meant: "places add")),
            ("places remvoe Oslo", .misspelling("remvoe", meant: "places remove")),
            ("places add", .arguments(.places)),
            (
                "places add Home 59,91 10",
                .badValue("59,91", of: "position", expected: "in degrees with a decimal point, such as 59.91")
            ),
            (
                "set-location 1,5 0",
                .badValue("1,5", of: "position", expected: "in degrees with a decimal point, such as 59.91")
            ),
            (
                "places add 1 2 3",
                .badValue("3", of: "name", expected: "a name, not a number, coordinates, auto or default")
            ),
            ("places remove", .arguments(.places)),
            ("places move", .arguments(.places)),
            ("places move 1", .arguments(.places)),
            ("places rename Home", .arguments(.places)),
            ("places rename My Home House", .arguments(.places)),
            ("places add Home 1 2 --output json", .arguments(.places)),
            ("places --place Home", .unknownOption("--place", .places)),
            ("next 2", .arguments(.next)),
            ("next --place Home", .unknownOption("--place", .next)),
            ("search x --units metric", .unknownOption("--units", .search)),
            ("watch map", .badValue("map", of: "command to watch", expected: Self.watchable)),
            ("watch next", .badValue("next", of: "command to watch", expected: Self.watchable)),
            ("watch search Oslo", .badValue("search", of: "command to watch", expected: Self.watchable)),
            ("watch places add Oslo", .arguments(.watch)),
            ("watch", .arguments(.watch)),
            ("watch shor", .misspelling("shor", meant: "watch short")),
            ("watch x", .badValue("x", of: "command to watch", expected: Self.watchable)),
            ("watch watch short", .badValue("watch", of: "command to watch", expected: Self.watchable)),
            ("watch version", .badValue("version", of: "command to watch", expected: Self.watchable)),
            ("watch set-units metric", .badValue("set-units", of: "command to watch", expected: Self.watchable)),
            ("watch short x", .arguments(.watch)),
            ("short --bogus", .unknownOption("--bogus", .short)),
            ("refresh -- --wait", .arguments(.refresh)),
            ("short --wait", .unknownOption("--wait", .short)),
            ("current --format x", .unknownOption("--format", .current)),
            ("watch current --format x", .unknownOption("--format", .current)),
            ("refresh --wait=yes", .unknownOption("--wait=yes", .refresh)),
            ("refresh --units metric", .unknownOption("--units", .refresh)),
            ("set-units --output json metric", .unknownOption("--output", .setUnits)),
            ("set-location --5 1", .unknownOption("--5", .setLocation)),
            ("short --place", .missingValue(option: "--place")),
            ("short --format", .missingValue(option: "--format")),
            ("short --units=", .missingValue(option: "--units")),
            ("short --units ,", .missingValue(option: "--units")),
        ] as [(String, RequestError)])
    func refused(line: String, error: RequestError) {
        #expect(throws: error) { try Request(line: line.utf8) }
    }

    @Test("An unknown output is rejected with the list of outputs")
    func output() {
        for line in ["short --output xml", "short --output=XML", "short --output="] {
            #expect { try Request(line: line.utf8) } throws: { error in
                guard case .badValue(_, of: "--output", let expected) = error as? RequestError else { return false }
                return Command.short.outputs.allSatisfy { expected.contains($0.rawValue) }
            }
        }
    }

    @Test(
        "A count is a whole number within limits",
        arguments: ["0", "-1", "385", "1.5", "1e1", "0x1", "x", "99999999999999999999", "٣", ""])
    func count(word: String) {
        let words = ["hourly", word]
        #expect(
            throws: RequestError.badValue(word, of: "hours", expected: "an integer between 1 and 384")
        ) { try Request(words: words) }
    }

    @Test("The number of days has its own limit", arguments: ["0", "17"])
    func days(word: String) {
        #expect(
            throws: RequestError.badValue(word, of: "days", expected: "an integer between 1 and 16")
        ) { try Request(words: ["daily", word]) }
    }

    @Test(
        "Degrees are plain numbers",
        arguments: [
            "91", "-90.001", "nan", "-nan", "inf", "infinity", "0x1p3", "1e1", "x", "", "5°", "٣", "-", "1.2.3",
        ])
    func degrees(word: String) {
        #expect(
            throws: RequestError.badValue(word, of: "latitude", expected: "between -90 and 90 degrees")
        ) { try Request(words: ["set-location", word, "0"]) }
    }

    @Test("The longitude has its own range", arguments: ["180.5", "-181", "y"])
    func longitude(word: String) {
        #expect(
            throws: RequestError.badValue(word, of: "longitude", expected: "between -180 and 180 degrees")
        ) { try Request(words: ["set-location", "0", word]) }
    }

    @Test("The position of a favourite is validated")
    func favouritePosition() {
        #expect(throws: RequestError.badValue("91", of: "latitude", expected: "between -90 and 90 degrees")) {
            try Request(words: ["places", "add", "Home", "91", "0"])
        }
        #expect(
            throws: RequestError.badValue("0", of: "position", expected: "a number that places shows")
        ) {
            try Request(words: ["places", "move", "Home", "0"])
        }
    }

    @Test("A name needs letters and is limited in length")
    func name() throws {
        let longest = String(repeating: "é", count: Request.nameLimit)
        #expect(
            try Request(words: ["set-location", "0", "0", longest])
                == .setLocation(.position(latitude: 0, longitude: 0, name: longest)))
        let refused = [
            "", "   ", longest + "e", "two\u{2028}lines", "bell\u{7}", "\u{200B}", "Ho\u{200B}me", "\u{A0}", "auto",
            "default",
            "AUTO",
        ]
        for name in refused {
            for words in [["set-location", "0", "0", name], ["places", "rename", "Home", name]] {
                #expect { try Request(words: words) } throws: { error in
                    guard case .badValue(_, of: "name", _) = error as? RequestError else { return false }
                    return true
                }
            }
        }
    }
}
