/// The commands of the protocol, which are also weatherctl's, with what `help` says of them.
public enum Command: String, Sendable, Hashable, CaseIterable {
    case short, current, hourly, daily, alerts, air, sun, places, next, previous, search, status, watch
    case setUnits = "set-units"
    case setLocation = "set-location"
    case refresh, version, help

    /// One way to write a command, options aside, and what it is for.
    public struct Usage: Sendable, Hashable {
        public var synopsis: String
        public var summary: String

        init(_ synopsis: String, _ summary: String) {
            self.synopsis = synopsis
            self.summary = summary
        }
    }

    /// Every way to write the command; at least one.
    public var usages: [Usage] {
        switch self {
        case .places:
            [
                Usage("places", summary),
                Usage("places add NAME LAT LON", "add a favourite, in degrees"),
                Usage("places add CITY", "add a city, such as Oslo, or \"Paris, Texas\""),
                Usage("places remove PLACE", "forget a favourite"),
                Usage("places move PLACE POSITION", "put a favourite in another position, from 1"),
                Usage("places rename PLACE NAME", "call a favourite otherwise"),
            ]
        case .setLocation:
            [
                Usage("set-location PLACE", "make a favourite or a city the current place"),
                Usage("set-location LAT LON [NAME]", "set the current place in degrees, with a name to show"),
                Usage("set-location auto", "let the current place be wherever this machine is found"),
            ]
        default: [Usage(synopsis, summary)]
        }
    }

    /// How the command is written, options aside; where there are several ways, all of them.
    public var synopsis: String {
        switch self {
        case .short, .current, .alerts, .air, .sun, .next, .previous, .status, .version, .help: rawValue
        case .hourly: "hourly [HOURS]"
        case .daily: "daily [DAYS]"
        case .search: "search CITY"
        case .watch: "watch short|current|hourly|daily|alerts|air|sun|places|status"
        case .setUnits: "set-units metric|imperial|QUANTITY=UNIT ..."
        case .refresh: "refresh [--wait]"
        case .places, .setLocation: usages.map(\.synopsis).joined(separator: ", ")
        }
    }

    /// One line on what it is for.
    public var summary: String {
        switch self {
        case .short: "the weather in one line, for a status bar"
        case .current: "the weather now, one quantity a line"
        case .hourly: "the hours to the end of tomorrow, or so many"
        case .daily: "the coming 7 days, or so many"
        case .alerts: "the warnings in force, the worst first"
        case .air: "air quality and pollen"
        case .sun: "sun and moon: rising, setting, twilight, phase"
        case .places: "the current place and the favourites, each with its weather"
        case .next: "show the next of the places, and its weather in one line"
        case .previous: "show the previous of the places, likewise"
        case .search: "cities of that name, or that begin with it, best first"
        case .status: "the state of the daemon: place, freshness, last error, next refresh"
        case .watch: "a request's reply at once, and again each time it changes"
        case .setUnits: "choose units, all together or one by one"
        case .setLocation: "choose the current place, or have it found automatically"
        case .refresh: "fetch the weather anew, at most every 10 minutes"
        case .version: "the daemon's version"
        case .help: "this list"
        }
    }

    /// The options that the command takes, in the order in which help shows them.
    public var options: [Option] {
        switch self {
        case .short: [.place, .units, .output, .format]
        case .next, .previous: [.units, .output, .format]
        case .places: [.units, .output]
        case .search: [.output]
        case .current, .hourly, .daily, .alerts, .air, .sun, .status: [.place, .units, .output]
        case .watch: [.place, .units, .output, .format]
        case .refresh: [.wait, .place]
        case .setUnits, .setLocation, .version, .help: []
        }
    }

    public enum Option: String, Sendable, Hashable, CaseIterable {
        case place = "--place"
        case units = "--units"
        case output = "--output"
        case format = "--format"
        case wait = "--wait"

        /// What follows the option; nil when nothing does.
        public var value: String? {
            switch self {
            case .place: "PLACE"
            case .units: "UNITS"
            case .output: Reading.Output.allCases.map(\.rawValue).joined(separator: "|")
            case .format: "TEMPLATE"
            case .wait: nil
            }
        }

        public var summary: String {
            switch self {
            case .place: "of this favourite, this city or this LAT,LON"
            case .units: "in these units, as in set-units, separated by commas"
            case .output: "text for people, or one line of JSON"
            case .format: "the line's template, such as \"{icon} {temperature}\""
            case .wait: "reply when the refresh has ended"
            }
        }
    }
}
