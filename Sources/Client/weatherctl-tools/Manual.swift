import ArgumentParser
import Client
import ClientProtocol

/// Help, completion scripts and the version. Requests do not use this parser, which would slow them down.
struct Manual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weatherctl",
        abstract: "Shows the weather from weatherd.",
        discussion: """
            Without a command, shows the current weather as a card: of the current place, or of the one named \
            (weatherctl Oslo). A line below it names further commands.

            Otherwise prints the lines of the reply and nothing else. The socket is $WEATHERD_SOCKET, else \
            $XDG_RUNTIME_DIR/weatherd.sock.

            Exit status: 0 success; 1 weatherd rejected the request, its options or arguments, or doctor found a \
            problem; 64 unknown command, or a request that cannot be sent; 69 weatherd cannot be reached; 74 the output \
            cannot be written; 75 no weather yet. On a terminal, weatherctl waits 10 s for the first weather, or as \
            long as --timeout specifies.

            Weather data by Open-Meteo.com unless others are configured, places by GeoNames (both CC BY 4.0).
            """,
        version: "weatherctl \(Release.version)",
        subcommands: Command.allCases.compactMap(\.manual))

    /// Reformats an error to one line, in lower case and without a period.
    static func inHouseStyle(_ message: String) -> String {
        let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let sentence = line.hasSuffix(".") ? line.dropLast() : line[...]
        return sentence.prefix(1).lowercased() + sentence.dropFirst()
    }

    /// Prints the requested text.
    static func show(_ words: [String]) -> ExitStatus {
        if let script = CompletionScript(words) { return StandardOutput.show([script.text]) }
        do {
            var command = try parseAsRoot(words)
            try command.run()
            return .done
        } catch {
            guard exitCode(for: error) == .success else {
                StandardError.say(inHouseStyle(message(for: error)))
                return .usage
            }
            do {
                try StandardOutput.write(fullMessage(for: error) + "\n")
                return .done
            } catch {
                return error.report()
            }
        }
    }
}

/// A command for help and completion.
protocol Subcommand: ParsableCommand {
    static var command: Command { get }
}

extension Subcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: command.rawValue, abstract: command.summary,
            discussion: command.usages.count > 1
                ? command.usages.map { "\($0.synopsis)\n    \($0.summary)" }.joined(separator: "\n") : "")
    }
}

extension Command {
    /// nil for `help`, which is the parser's own.
    var manual: (any ParsableCommand.Type)? {
        switch self {
        case .short: Short.self
        case .current: Current.self
        case .show: Show.self
        case .hourly: Hourly.self
        case .daily: Daily.self
        case .alerts: Alerts.self
        case .air: Air.self
        case .sun: Sun.self
        case .places: Places.self
        case .map: Map.self
        case .next: Next.self
        case .previous: Previous.self
        case .toggle: Toggle.self
        case .search: Search.self
        case .status: Status.self
        case .watch: WatchManual.self
        case .accuracy: Accuracy.self
        case .doctor: DoctorManual.self
        case .setUnits: SetUnits.self
        case .setLocation: SetLocation.self
        case .refresh: Refresh.self
        case .version: Version.self
        case .help: nil
        }
    }
}

struct Short: Subcommand {
    static let command = Command.short
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var language: LanguageOption
    @OptionGroup var theme: ThemeOption
    @OptionGroup var client: ClientOptions
}

struct Current: Subcommand {
    static let command = Command.current
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var screen: ScreenOptions
    @Option(help: .init(of: .height)) var height: Int?
    @OptionGroup var client: ClientOptions
}

struct Show: Subcommand {
    static let command = Command.show
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var screen: ScreenOptions
    @Option(help: .init(of: .height)) var height: Int?
    @OptionGroup var client: ClientOptions
}

struct Hourly: Subcommand {
    static let command = Command.hourly
    @Argument(help: "Number of hours, 1 to \(Request.hoursLimit).") var hours: Int?
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var screen: ScreenOptions
    @Option(help: .init(of: .height)) var height: Int?
    @OptionGroup var client: ClientOptions
}

struct Daily: Subcommand {
    static let command = Command.daily
    @Argument(help: "Number of days, 1 to \(Request.daysLimit).") var days: Int?
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var client: ClientOptions
}

struct Alerts: Subcommand {
    static let command = Command.alerts
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var client: ClientOptions
}

struct Air: Subcommand {
    static let command = Command.air
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var client: ClientOptions
}

struct Sun: Subcommand {
    static let command = Command.sun
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var client: ClientOptions
}

struct Status: Subcommand {
    static let command = Command.status
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var colors: ColorOptions
    @OptionGroup var width: WidthOption
    @OptionGroup var client: ClientOptions
}

struct WatchManual: Subcommand {
    static let command = Command.watch
    @Argument(
        help: ArgumentHelp(
            "One of \(Command.watchable.map(\.rawValue).joined(separator: ", ")), with its arguments."))
    var request: [String]
    @OptionGroup var reading: ViewRequestOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var screen: ScreenOptions
    @Option(help: .init(of: .height)) var height: Int?
}

struct SetUnits: Subcommand {
    static let command = Command.setUnits
    @Argument(help: "metric, imperial, auto, or units such as kn or wind=kn.") var units: [String]
    @OptionGroup var client: ClientOptions
}

struct SetLocation: Subcommand {
    static let command = Command.setLocation
    @Argument(help: "A favourite, a city, LAT LON [NAME] in degrees (south and west negative), auto or default.")
    var place: [String]
    @OptionGroup var client: ClientOptions
}

struct Places: Subcommand {
    static let command = Command.places
    @Argument(help: "add, remove, move or rename, with its arguments (default: list the places).") var change:
        [String] = []
    @OptionGroup var list: ListOptions
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var client: ClientOptions
}

struct Map: Subcommand {
    static let command = Command.map
    @Argument(help: "Centre in degrees, south and west negative (default: fit all places).")
    var position: [String] = []
    @Flag(
        help:
            "Choose the current place: arrows or hjkl move (Shift: faster), + and - zoom, Enter sets, q quits.")
    var choose = false
    @Option(help: .init(of: .zoom)) var zoom: Int?
    @Option(help: .init(of: .height)) var height: Int?
    @Flag(help: .init(of: .cursor)) var cursor = false
    @OptionGroup var units: UnitsOption
    @OptionGroup var output: PageOutputOption
    @OptionGroup var screen: ScreenOptions
    @OptionGroup var client: ClientOptions
}

struct Next: Subcommand {
    static let command = Command.next
    @OptionGroup var list: ListOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var language: LanguageOption
    @OptionGroup var theme: ThemeOption
    @OptionGroup var client: ClientOptions
}

struct Previous: Subcommand {
    static let command = Command.previous
    @OptionGroup var list: ListOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var language: LanguageOption
    @OptionGroup var theme: ThemeOption
    @OptionGroup var client: ClientOptions
}

struct Toggle: Subcommand {
    static let command = Command.toggle
    @OptionGroup var list: ListOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var language: LanguageOption
    @OptionGroup var theme: ThemeOption
    @OptionGroup var client: ClientOptions
}

struct Search: Subcommand {
    static let command = Command.search
    @Argument(
        help: "A name or its beginning, optionally with a region or country after a comma; or LAT LON in degrees.")
    var city: [String]
    @OptionGroup var output: PageOutputOption
    @OptionGroup var language: LanguageOption
    @OptionGroup var width: WidthOption
    @OptionGroup var client: ClientOptions
}

struct Accuracy: Subcommand {
    static let command = Command.accuracy
    @OptionGroup var units: UnitsOption
    @OptionGroup var output: PageOutputOption
    @OptionGroup var language: LanguageOption
    @OptionGroup var width: WidthOption
    @OptionGroup var client: ClientOptions
}

struct DoctorManual: Subcommand {
    static let command = Command.doctor
    @OptionGroup var output: PageOutputOption
    @OptionGroup var client: ClientOptions
}

struct Refresh: Subcommand {
    static let command = Command.refresh
    @Flag(help: .init(of: .wait)) var wait = false
    @Option(help: .init(of: .place)) var place: String?
    @OptionGroup var client: ClientOptions
}

struct Version: Subcommand {
    static let command = Command.version
    @OptionGroup var client: ClientOptions
}

/// The options of all views.
struct ViewRequestOptions: ParsableArguments {
    @Option(help: .init(of: .place)) var place: String?
    @OptionGroup var list: ListOptions
}

/// The options of requests without a place.
struct ListOptions: ParsableArguments {
    @OptionGroup var units: UnitsOption
    @OptionGroup var output: OutputOption
}

struct UnitsOption: ParsableArguments {
    @Option(help: .init(of: .units)) var units: String?
}

struct OutputOption: ParsableArguments {
    @Option(name: [.customShort("o"), .long], help: .init(of: .output)) var output: String?
}

/// For commands without output for bars.
struct PageOutputOption: ParsableArguments {
    @Option(
        name: [.customShort("o"), .long],
        help: ArgumentHelp("text, or one line of JSON", valueName: "text|json"))
    var output: String?
}

struct FormatOption: ParsableArguments {
    @Option(help: .init(of: .format)) var format: String?
    @Flag(help: .init(of: .vertical)) var vertical = false
}

struct LanguageOption: ParsableArguments {
    @Option(help: .init(of: .language)) var language: String?
    @Option(help: .init(of: .locale)) var locale: String?
}

/// The options of views on a terminal.
struct ScreenOptions: ParsableArguments {
    @OptionGroup var language: LanguageOption
    @OptionGroup var colors: ColorOptions
    @OptionGroup var width: WidthOption
}

struct ColorOptions: ParsableArguments {
    @Option(help: .init(of: .color)) var color: String?
    @OptionGroup var theme: ThemeOption
    @Option(help: .init(of: .background)) var background: String?
}

struct ThemeOption: ParsableArguments {
    @Option(help: .init(of: .theme)) var theme: String?
}

struct WidthOption: ParsableArguments {
    @Option(help: .init(of: .width)) var width: Int?
}

/// The client's own options.
struct ClientOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "timeout in seconds (default: 2; search 5, doctor 8, refresh 45)", valueName: "SECONDS"))
    var timeout: Double?
}

extension ArgumentHelp {
    fileprivate init(of option: Command.Option) {
        self.init(option.summary, valueName: option.value ?? "")
    }
}
