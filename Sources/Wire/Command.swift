/// The commands of the protocol, which are also weatherctl's, with what `help` says of them.
public enum Command: String, Sendable, Hashable, CaseIterable {
    case short, current, hourly, daily, status, watch
    case setUnits = "set-units"
    case setLocation = "set-location"
    case refresh, version, help

    /// How the command is written, options aside.
    public var synopsis: String {
        switch self {
        case .short, .current, .status, .version, .help: rawValue
        case .hourly: "hourly [HOURS]"
        case .daily: "daily [DAYS]"
        case .watch: "watch short|current|hourly|daily|status"
        case .setUnits: "set-units metric|imperial|QUANTITY=UNIT ..."
        case .setLocation: "set-location LAT LON [NAME]"
        case .refresh: "refresh [--wait]"
        }
    }

    /// One line on what it is for.
    public var summary: String {
        switch self {
        case .short: "the weather in one line, for a status bar"
        case .current: "the weather now, one quantity a line"
        case .hourly: "the hours to the end of tomorrow, or so many"
        case .daily: "the coming 7 days, or so many"
        case .status: "the state of the daemon: place, freshness, last error, next refresh"
        case .watch: "a request's reply at once, and again each time it changes"
        case .setUnits: "choose units, all together or one by one"
        case .setLocation: "set the place, in degrees, with a name to show"
        case .refresh: "fetch the weather anew, at most every 10 minutes"
        case .version: "the daemon's version"
        case .help: "this list"
        }
    }

    /// The options that the command takes, in the order in which help shows them.
    public var options: [Option] {
        switch self {
        case .short: [.place, .units, .output, .format]
        case .current, .hourly, .daily, .status: [.place, .units, .output]
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
            case .place: "LAT,LON"
            case .units: "UNITS"
            case .output: Reading.Output.allCases.map(\.rawValue).joined(separator: "|")
            case .format: "TEMPLATE"
            case .wait: nil
            }
        }

        public var summary: String {
            switch self {
            case .place: "of this place, not the current one"
            case .units: "in these units, as in set-units, separated by commas"
            case .output: "text for people, or one line of JSON"
            case .format: "the line's template, such as \"{icon} {temperature}\""
            case .wait: "reply when the refresh has ended"
            }
        }
    }
}
