import Testing
import Wire

@Suite("Requests")
struct RequestTests {
    @Test(
        "A request says what it asks for",
        arguments: [
            ("short", .read(Reading(.short(format: nil)))),
            ("current", .read(Reading(.current))),
            ("status", .read(Reading(.status))),
            ("hourly", .read(Reading(.hourly(hours: nil)))),
            ("hourly 1", .read(Reading(.hourly(hours: 1)))),
            ("hourly 384", .read(Reading(.hourly(hours: 384)))),
            ("daily", .read(Reading(.daily(days: nil)))),
            ("daily 16", .read(Reading(.daily(days: 16)))),
            ("alerts", .read(Reading(.alerts))),
            ("air --output json", .read(Reading(.air, output: .json))),
            ("sun --place 1,2", .read(Reading(.sun, place: .coordinate(latitude: 1, longitude: 2)))),
            ("watch alerts", .watch(Reading(.alerts))),
            ("watch air", .watch(Reading(.air))),
            ("watch sun", .watch(Reading(.sun))),
            ("version", .version),
            ("help", .help),
            ("refresh", .refresh(wait: false, place: nil)),
            ("refresh --wait", .refresh(wait: true, place: nil)),
            (
                "refresh --place 1,2 --wait",
                .refresh(wait: true, place: .coordinate(latitude: 1, longitude: 2))
            ),
            ("set-units metric", .setUnits(["metric"])),
            ("set-units wind=kn pressure=hPa", .setUnits(["wind=kn", "pressure=hPa"])),
            ("set-location -34.9 -56.2", .setLocation(.position(latitude: -34.9, longitude: -56.2, name: nil))),
            ("set-location +5 .5", .setLocation(.position(latitude: 5, longitude: 0.5, name: nil))),
            ("set-location -- -34.9 -56.2", .setLocation(.position(latitude: -34.9, longitude: -56.2, name: nil))),
            ("set-location 1 2 -- --here", .setLocation(.position(latitude: 1, longitude: 2, name: "--here"))),
            ("set-location -- 1 2 --", .setLocation(.position(latitude: 1, longitude: 2, name: "--"))),
            ("refresh --wait --", .refresh(wait: true, place: nil)),
            ("set-location 90 -180", .setLocation(.position(latitude: 90, longitude: -180, name: nil))),
            (
                #"set-location 9.93 -84.08 "San José""#,
                .setLocation(.position(latitude: 9.93, longitude: -84.08, name: "San José"))
            ),
            ("set-location auto", .setLocation(.automatic)),
            ("set-location Home", .setLocation(.place(.name("Home")))),
            ("set-location 1", .setLocation(.place(.name("1")))),
            ("set-location 90210", .setLocation(.place(.name("90210")))),
            ("set-location San José", .setLocation(.place(.name("San José")))),
            ("set-location 1,2", .setLocation(.position(latitude: 1, longitude: 2, name: nil))),
            ("places", .read(Reading(.places))),
            ("places --output json", .read(Reading(.places, output: .json))),
            ("map", .map(MapRequest(), Reading(.places))),
            ("map --output json", .map(MapRequest(), Reading(.places, output: .json))),
            (
                "map -34.9 -56.2 --zoom 8 --height 500 --cursor",
                .map(
                    MapRequest(
                        center: MapPosition(latitude: -34.9, longitude: -56.2), zoom: 8, lines: 500, hasCursor: true),
                    Reading(.places))
            ),
            ("map 90,-180", .map(MapRequest(center: MapPosition(latitude: 90, longitude: -180)), Reading(.places))),
            ("watch places", .watch(Reading(.places))),
            ("places add Home -34.9 -56.2", .changePlaces(.add(name: "Home", latitude: -34.9, longitude: -56.2))),
            ("places add Home -34.9,-56.2", .changePlaces(.add(name: "Home", latitude: -34.9, longitude: -56.2))),
            (#"places add "My Home" 1 2"#, .changePlaces(.add(name: "My Home", latitude: 1, longitude: 2))),
            ("places add My Home 1 2", .changePlaces(.add(name: "My Home", latitude: 1, longitude: 2))),
            ("places add Paris, Texas", .changePlaces(.find(query: "Paris, Texas"))),
            ("places add 1,2", .changePlaces(.add(name: nil, latitude: 1, longitude: 2))),
            ("places add 1 2", .changePlaces(.add(name: nil, latitude: 1, longitude: 2))),
            ("places add 1 2 My Home", .changePlaces(.add(name: "My Home", latitude: 1, longitude: 2))),
            ("places add 43.36, -5.85", .changePlaces(.add(name: nil, latitude: 43.36, longitude: -5.85))),
            ("set-location AUTO", .setLocation(.automatic)),
            ("set-location 43.36, -5.85", .setLocation(.position(latitude: 43.36, longitude: -5.85, name: nil))),
            ("set-location 43.36,-5.85 Casa", .setLocation(.position(latitude: 43.36, longitude: -5.85, name: "Casa"))),
            ("set-location My Place 1 2", .setLocation(.position(latitude: 1, longitude: 2, name: "My Place"))),
            ("set-location 1 2 My Place", .setLocation(.position(latitude: 1, longitude: 2, name: "My Place"))),
            (
                "short --place '1, 2'".replacing("'", with: "\""),
                .read(Reading(.short(format: nil), place: .coordinate(latitude: 1, longitude: 2)))
            ),
            ("places remove My Home", .changePlaces(.remove(.name("My Home")))),
            ("places remove 1,2", .changePlaces(.remove(.coordinate(latitude: 1, longitude: 2)))),
            ("places move My Home 2", .changePlaces(.move(.name("My Home"), position: 2))),
            (#"places rename Home "Old Home""#, .changePlaces(.rename(.name("Home"), name: "Old Home"))),
            ("next", .step(.next, Reading(.short(format: nil)))),
            ("previous --format {place}", .step(.previous, Reading(.short(format: "{place}")))),
            ("search san fra", .search(query: "san fra", output: .text)),
            ("search --output json Oslo", .search(query: "Oslo", output: .json)),
            ("search --language de Kyiv", .search(query: "Kyiv", output: .text, language: "de")),
            ("search 90210", .search(query: "90210", output: .text)),
            ("watch short", .watch(Reading(.short(format: nil)))),
            ("watch hourly 3", .watch(Reading(.hourly(hours: 3)))),
            ("watch status", .watch(Reading(.status))),
        ] as [(String, Request)])
    func parsed(line: String, request: Request) throws {
        #expect(try Request(line: line.utf8) == request)
    }

    @Test(
        "Options stand in any order, before and after arguments, with a space or an equals sign",
        arguments: [
            "hourly 3 --place 1.5,-2 --units metric,wind=kn --output json",
            "hourly --output=json --units=metric,wind=kn --place=1.5,-2 3",
            "hourly --units \"metric wind=kn\" 3 --output json --place=1.5,-2",
            "hourly --output text --output json --place x --place 1.5,-2 --units metric,wind=kn 3",
        ])
    func options(line: String) throws {
        var reading = Reading(.hourly(hours: 3))
        reading.place = .coordinate(latitude: 1.5, longitude: -2)
        reading.units = ["metric", "wind=kn"]
        reading.output = .json
        #expect(try Request(line: line.utf8) == .read(reading))
        #expect(try Request(line: "watch \(line)".utf8) == .watch(reading))
    }

    @Test("The pages that are fitted to a terminal's height take it", arguments: [Command.hourly, .show])
    func height(command: Command) throws {
        guard case .read(let reading) = try Request(line: "\(command.rawValue) --height 24".utf8) else {
            Issue.record("no reading")
            return
        }
        #expect(reading.height == 24)
    }

    @Test("Every page that is watched takes the terminal's height", arguments: Command.watchable)
    func watchedHeight(command: Command) throws {
        guard case .watch(let reading) = try Request(line: "watch \(command.rawValue) --height 24".utf8) else {
            Issue.record("no watch")
            return
        }
        #expect(reading.height == 24)
    }

    @Test(
        "A template may hold anything that a line can",
        arguments: [
            (#"short --format "{icon} {temperature}""#, "{icon} {temperature}"),
            ("short --format={temperature}", "{temperature}"),
            ("short --format=a=b", "a=b"),
            ("short --format=\u{301}", "\u{301}"),
            ("short --format --place", "--place"),
            ("short --format --", "--"),
            ("short --format=", ""),
            (#"short --format """#, ""),
            (#"short "--format={icon} \"x\"""#, #"{icon} "x""#),
        ])
    func template(line: String, format: String) throws {
        #expect(try Request(line: line.utf8) == .read(Reading(.short(format: format))))
    }

    @Test(
        "A place is a position when it is written like one, and else a name",
        arguments: [
            ("52.5,13.4", .coordinate(latitude: 52.5, longitude: 13.4)),
            ("-34.9,-56.2", .coordinate(latitude: -34.9, longitude: -56.2)),
            ("91,500", .coordinate(latitude: 91, longitude: 500)),
            ("nan,0", .name("nan,0")),
            ("0,inf", .name("0,inf")),
            ("0x10,1", .name("0x10,1")),
            ("1e1,1", .name("1e1,1")),
            ("1,2,3", .name("1,2,3")),
            ("1,", .name("1,")),
            (",", .name(",")),
            ("", .name("")),
            ("52.5", .name("52.5")),
            ("Berlin", .name("Berlin")),
            ("1, 2", .coordinate(latitude: 1, longitude: 2)),
        ] as [(String, PlaceReference)])
    func place(word: String, place: PlaceReference) {
        #expect(PlaceReference(word) == place)
    }
}

@Suite("Requests that are refused")
struct RefusedRequestTests {
    private static let watchable = "one of short, current, show, hourly, daily, alerts, air, sun, places, status"

    @Test(
        "What is wrong is named",
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
            ("daily -1", .badValue("-1", of: "days", expected: "a whole number from 1 to 16")),
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
            ("places ad Oslo", .slip("ad", meant: "places add")),
            ("places remvoe Oslo", .slip("remvoe", meant: "places remove")),
            ("places add", .arguments(.places)),
            (
                "places add Home 59,91 10,75",
                .badValue("59,91", of: "position", expected: "degrees with a point, such as 59.91")
            ),
            (
                "set-location 1,5 0",
                .badValue("1,5", of: "position", expected: "degrees with a point, such as 59.91")
            ),
            (
                "places add 1 2 3",
                .badValue("3", of: "name", expected: "a name, and neither a number nor a position nor the word auto")
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
            ("watch shor", .slip("shor", meant: "watch short")),
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

    @Test("An output that there is not is refused with those that there are")
    func output() {
        for line in ["short --output xml", "short --output=XML", "short --output="] {
            #expect { try Request(line: line.utf8) } throws: { error in
                guard case .badValue(_, of: "--output", let expected) = error as? RequestError else { return false }
                return Reading.Output.allCases.allSatisfy { expected.contains($0.rawValue) }
            }
        }
    }

    @Test(
        "A count is a whole number within limits",
        arguments: ["0", "-1", "385", "1.5", "1e1", "0x1", "x", "99999999999999999999", "٣", ""])
    func count(word: String) {
        let words = ["hourly", word]
        #expect(
            throws: RequestError.badValue(word, of: "hours", expected: "a whole number from 1 to 384")
        ) { try Request(words: words) }
    }

    @Test("Days have a limit of their own", arguments: ["0", "17"])
    func days(word: String) {
        #expect(
            throws: RequestError.badValue(word, of: "days", expected: "a whole number from 1 to 16")
        ) { try Request(words: ["daily", word]) }
    }

    @Test(
        "Degrees are plain numbers",
        arguments: [
            "91", "-90.001", "nan", "-nan", "inf", "infinity", "0x1p3", "1e1", "x", "", "5°", "٣", "-", "1.2.3",
        ])
    func degrees(word: String) {
        #expect(
            throws: RequestError.badValue(word, of: "latitude", expected: "a number of degrees from -90 to 90")
        ) { try Request(words: ["set-location", word, "0"]) }
    }

    @Test("The longitude has its own range", arguments: ["180.5", "-181", "y"])
    func longitude(word: String) {
        #expect(
            throws: RequestError.badValue(word, of: "longitude", expected: "a number of degrees from -180 to 180")
        ) { try Request(words: ["set-location", "0", word]) }
    }

    @Test("The position of a favourite is checked likewise")
    func favouritePosition() {
        #expect(throws: RequestError.badValue("91", of: "latitude", expected: "a number of degrees from -90 to 90")) {
            try Request(words: ["places", "add", "Home", "91", "0"])
        }
        #expect(
            throws: RequestError.badValue("0", of: "position", expected: "a whole number from 1 on, as places shows it")
        ) {
            try Request(words: ["places", "move", "Home", "0"])
        }
    }

    @Test("A name has letters, and not too many")
    func name() throws {
        let longest = String(repeating: "é", count: Request.nameLimit)
        #expect(
            try Request(words: ["set-location", "0", "0", longest])
                == .setLocation(.position(latitude: 0, longitude: 0, name: longest)))
        let refused = [
            "", "   ", longest + "e", "two\u{2028}lines", "bell\u{7}", "\u{200B}", "Ho\u{200B}me", "\u{A0}", "auto",
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
