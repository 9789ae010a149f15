import ClientProtocol
import Testing

@Suite("Commands")
struct CommandTests {
    /// A request line with only the command.
    private static let examples: [Command: String] = [
        .short: "short", .current: "current", .show: "show", .hourly: "hourly", .daily: "daily", .alerts: "alerts",
        .air: "air", .marine: "marine", .sun: "sun", .status: "status",
        .places: "places", .map: "map", .next: "next", .previous: "previous", .select: "select Oslo",
        .toggle: "toggle", .search: "search Oslo", .metrics: "metrics", .watch: "watch short", .accuracy: "accuracy",
        .doctor: "doctor",
        .setUnits: "set-units metric", .setLocation: "set-location 0 0",
        .refresh: "refresh", .version: "version", .help: "help",
    ]

    @Test("Every command is parsed", arguments: Command.allCases)
    func understood(command: Command) throws {
        let line = try #require(Self.examples[command])
        #expect(throws: Never.self) { try Request(line: line.utf8) }
        #expect(command.synopsis.hasPrefix(command.rawValue))
        #expect(command.usages.allSatisfy { $0.synopsis.hasPrefix(command.rawValue) && !$0.summary.isEmpty })
        #expect(!command.help.summary.isEmpty)
    }

    @Test("Exactly the views can be watched, but metrics, which are polled", arguments: Command.allCases)
    func watched(command: Command) throws {
        let line = try #require(Self.examples[command])
        let isView = if case .read = try Request(line: line.utf8) { true } else { false }
        #expect(Command.watchable.contains(command) == (isView && command != .metrics))
    }

    @Test("Only places has a list of names")
    func names() throws {
        for command in Command.allCases {
            let line = try #require(Self.examples[command])
            let request = try? Request(line: "\(line) --output names".utf8)
            #expect((request != nil) == (command == .places), "\(command)")
        }
        #expect((try? Request(line: "watch places --output names".utf8)) != nil)
        #expect((try? Request(line: "watch short --output names".utf8)) == nil)
    }

    @Test("Metrics are of all places or of one")
    func metrics() throws {
        #expect(try Request(line: "metrics --all".utf8) == .read(ViewRequest(.metrics(all: true))))
        #expect(try Request(line: "metrics".utf8) == .read(ViewRequest(.metrics(all: false))))
        #expect(throws: RequestError.arguments(.metrics)) { try Request(line: "metrics --all --place Oslo".utf8) }
    }

    @Test("A selected place may have any name")
    func selection() throws {
        for name in ["Oslo", "Santa Cruz", "-x", "0", "a \"b\""] {
            let line = try RequestLine.encode(["select", "--", name])
            #expect(try Request(line: line.utf8.dropLast()) == .step(.place(name), ViewRequest(.short(format: nil))))
        }
        #expect(throws: RequestError.arguments(.select)) { try Request(line: "select".utf8) }
    }

    @Test("A command accepts exactly its listed options", arguments: Command.allCases)
    func options(command: Command) throws {
        let line = try #require(Self.examples[command])
        for option in Command.Option.allCases {
            let value =
                switch option {
                case .place: " 1,2"
                case .units: " metric"
                case .output: " json"
                case .format: " x"
                case .wait, .all, .vertical, .cursor: ""
                case .language: " de"
                case .locale: " de_AT.UTF-8"
                case .color: " never"
                case .theme, .background: " light"
                case .width: " 80"
                case .zoom: " 3"
                case .height: " 20"
                }
            #expect((option.value == nil) == value.isEmpty)
            let request = try? Request(line: "\(line) \(option.rawValue)\(value)".utf8)
            #expect((request != nil) == command.options.contains(option), "\(command) \(option)")
        }
    }
}
