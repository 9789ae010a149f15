import ArgumentParser
import Wire

/// A command as help and completion show it.
protocol Subcommand: ParsableCommand {
    static var command: Command { get }
}

extension Subcommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: command.rawValue, abstract: command.summary)
    }
}

struct Short: Subcommand {
    static let command = Command.short
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var format: FormatOption
    @OptionGroup var client: ClientOptions
}

struct Current: Subcommand {
    static let command = Command.current
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var client: ClientOptions
}

struct Hourly: Subcommand {
    static let command = Command.hourly
    @Argument(help: "How many hours, from 1 to \(Request.hoursLimit).") var hours: Int?
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var client: ClientOptions
}

struct Daily: Subcommand {
    static let command = Command.daily
    @Argument(help: "How many days, from 1 to \(Request.daysLimit).") var days: Int?
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var client: ClientOptions
}

struct Status: Subcommand {
    static let command = Command.status
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var client: ClientOptions
}

struct WatchManual: Subcommand {
    static let command = Command.watch
    @Argument(
        help: "One of the commands that read, with its own arguments.",
        completion: .list(["short", "current", "hourly", "daily", "status"]))
    var request: [String]
    @OptionGroup var reading: ReadingOptions
    @OptionGroup var format: FormatOption
}

struct SetUnits: Subcommand {
    static let command = Command.setUnits
    @Argument(
        help: "metric, imperial, or a unit for one quantity, such as wind=kn.",
        completion: .list(["metric", "imperial", "temperature=", "wind=", "pressure=", "precipitation=", "distance="]))
    var units: [String]
    @OptionGroup var client: ClientOptions
}

struct SetLocation: Subcommand {
    static let command = Command.setLocation
    @Argument(help: "Degrees, south negative.") var latitude: String
    @Argument(help: "Degrees, west negative.") var longitude: String
    @Argument(help: "What to call the place.") var name: String?
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

/// The options of every request that reads.
struct ReadingOptions: ParsableArguments {
    @Option(help: .init(of: .place)) var place: String?
    @Option(help: .init(of: .units)) var units: String?
    @Option(help: .init(of: .output), completion: .list(Reading.Output.allCases.map(\.rawValue))) var output: String?
}

struct FormatOption: ParsableArguments {
    @Option(help: .init(of: .format)) var format: String?
}

/// What the client itself takes, whatever the command.
struct ClientOptions: ParsableArguments {
    @Option(help: ArgumentHelp("wait so long for the daemon; 2, or 45 to refresh --wait", valueName: "SECONDS"))
    var timeout: Double?
}

extension ArgumentHelp {
    fileprivate init(of option: Command.Option) {
        self.init(option.summary, valueName: option.value ?? "")
    }
}
