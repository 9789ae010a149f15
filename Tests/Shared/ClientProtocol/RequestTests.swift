import ClientProtocol
import Testing

@Suite("Requests")
struct RequestTests {
    @Test(
        "A request is parsed",
        arguments: [
            ("short", .read(ViewRequest(.short(format: nil)))),
            ("current", .read(ViewRequest(.current))),
            ("status", .read(ViewRequest(.status))),
            ("hourly", .read(ViewRequest(.hourly(hours: nil)))),
            ("hourly 1", .read(ViewRequest(.hourly(hours: 1)))),
            ("hourly 384", .read(ViewRequest(.hourly(hours: 384)))),
            ("daily", .read(ViewRequest(.daily(days: nil)))),
            ("daily 16", .read(ViewRequest(.daily(days: 16)))),
            ("alerts", .read(ViewRequest(.alerts))),
            ("air --output json", .read(ViewRequest(.air, output: .json))),
            ("sun --place 1,2", .read(ViewRequest(.sun, place: .coordinate(latitude: 1, longitude: 2)))),
            ("watch alerts", .watch(ViewRequest(.alerts))),
            ("watch air", .watch(ViewRequest(.air))),
            ("watch sun", .watch(ViewRequest(.sun))),
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
            ("set-location default", .setLocation(.configured)),
            ("set-location Home", .setLocation(.place(.name("Home")))),
            ("set-location 1", .setLocation(.place(.name("1")))),
            ("set-location 90210", .setLocation(.place(.name("90210")))),
            ("set-location San José", .setLocation(.place(.name("San José")))),
            ("set-location 1,2", .setLocation(.position(latitude: 1, longitude: 2, name: nil))),
            ("places", .read(ViewRequest(.places))),
            ("places --output json", .read(ViewRequest(.places, output: .json))),
            ("map", .map(MapRequest(), ViewRequest(.places))),
            ("map --output json", .map(MapRequest(), ViewRequest(.places, output: .json))),
            (
                "map -34.9 -56.2 --zoom 8 --height 500 --cursor",
                .map(
                    MapRequest(
                        center: MapPosition(latitude: -34.9, longitude: -56.2), zoom: 8, lines: 500, hasCursor: true),
                    ViewRequest(.places))
            ),
            ("map 90,-180", .map(MapRequest(center: MapPosition(latitude: 90, longitude: -180)), ViewRequest(.places))),
            ("watch places", .watch(ViewRequest(.places))),
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
                .read(ViewRequest(.short(format: nil), place: .coordinate(latitude: 1, longitude: 2)))
            ),
            ("places remove My Home", .changePlaces(.remove(.name("My Home")))),
            ("places remove 1,2", .changePlaces(.remove(.coordinate(latitude: 1, longitude: 2)))),
            ("places move My Home 2", .changePlaces(.move(.name("My Home"), position: 2))),
            (#"places rename Home "Old Home""#, .changePlaces(.rename(.name("Home"), name: "Old Home"))),
            ("next", .step(.next, ViewRequest(.short(format: nil)))),
            ("previous --format {place}", .step(.previous, ViewRequest(.short(format: "{place}")))),
            ("search san fra", .search(query: "san fra", output: .text)),
            ("search --output json Oslo", .search(query: "Oslo", output: .json)),
            ("search --language de Kyiv", .search(query: "Kyiv", output: .text, language: "de")),
            ("search 90210", .search(query: "90210", output: .text)),
            ("watch short", .watch(ViewRequest(.short(format: nil)))),
            ("watch hourly 3", .watch(ViewRequest(.hourly(hours: 3)))),
            ("watch status", .watch(ViewRequest(.status))),
        ] as [(String, Request)])
    func parsed(line: String, request: Request) throws {
        #expect(try Request(line: line.utf8) == request)
    }

    @Test(
        "Options may be in any order, before or after arguments, with a space or an equals sign",
        arguments: [
            "hourly 3 --place 1.5,-2 --units metric,wind=kn --output json",
            "hourly --output=json --units=metric,wind=kn --place=1.5,-2 3",
            "hourly --units \"metric wind=kn\" 3 --output json --place=1.5,-2",
            "hourly --output text --output json --place x --place 1.5,-2 --units metric,wind=kn 3",
        ])
    func options(line: String) throws {
        var reading = ViewRequest(.hourly(hours: 3))
        reading.place = .coordinate(latitude: 1.5, longitude: -2)
        reading.units = ["metric", "wind=kn"]
        reading.output = .json
        #expect(try Request(line: line.utf8) == .read(reading))
        #expect(try Request(line: "watch \(line)".utf8) == .watch(reading))
    }

    @Test("Pages fitted to a terminal accept its height", arguments: [Command.hourly, .show])
    func height(command: Command) throws {
        guard case .read(let reading) = try Request(line: "\(command.rawValue) --height 24".utf8) else {
            Issue.record("no reading")
            return
        }
        #expect(reading.height == 24)
    }

    @Test("Every watched page accepts the terminal's height", arguments: Command.watchable)
    func watchedHeight(command: Command) throws {
        guard case .watch(let reading) = try Request(line: "watch \(command.rawValue) --height 24".utf8) else {
            Issue.record("no watch")
            return
        }
        #expect(reading.height == 24)
    }

    @Test(
        "A template may contain anything that a line can",
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
        #expect(try Request(line: line.utf8) == .read(ViewRequest(.short(format: format))))
    }

    @Test(
        "A place is a position if it looks like one, otherwise a name",
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
