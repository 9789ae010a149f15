/// The commands of the protocol, which are also weatherctl's, with what `help` says of them.
public enum Command: String, Sendable, Hashable, CaseIterable {
    case short, current, show, hourly, daily, alerts, air, sun, places, map, next, previous, toggle, search, status,
        watch, doctor
    case setUnits = "set-units"
    case setLocation = "set-location"
    case refresh, version, help

    /// By hand, since for so many words the compiler's own looks them up in a dictionary that it makes first.
    public init?(rawValue: String) {
        guard let command = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = command
    }

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
        case .map:
            [
                Usage("map [LAT LON]", summary),
                Usage(
                    "map --choose [LAT LON]", "set the current place on the map, with the arrow keys (weatherctl alone)"
                ),
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
        case .short, .current, .show, .alerts, .air, .sun, .next, .previous, .toggle, .status, .doctor, .version,
            .help:
            rawValue
        case .hourly: "hourly [HOURS]"
        case .daily: "daily [DAYS]"
        case .map: "map [LAT LON]"
        case .search: "search CITY"
        case .watch: "watch \(Self.watchable.map { $0.rawValue }.joined(separator: "|"))"
        case .setUnits: "set-units metric|imperial|auto|QUANTITY=UNIT ..."
        case .refresh: "refresh [--wait] [--place PLACE]"
        case .places, .setLocation: usages.map { $0.synopsis }.joined(separator: ", ")
        }
    }

    /// One line on what it is for.
    public var summary: String {
        switch self {
        case .short: "the weather in one line, for a status bar"
        case .current: "the weather now, one quantity a line"
        case .show: "the weather as a card in its colours, for a terminal"
        case .hourly: "the hours to the end of tomorrow, or so many"
        case .daily: "the coming 7 days, or so many"
        case .alerts: "the warnings in force, the worst first"
        case .air: "air quality and pollen"
        case .sun: "sun and moon: rising, setting, twilight, phase"
        case .places: "the current place and the favourites, each with its weather"
        case .map: "the places on a map, each with its weather"
        case .next: "show the next of the places, and its weather in one line"
        case .previous: "show the previous of the places, likewise"
        case .toggle: "change between the two formats of short, and show the other"
        case .search: "cities of that name, or that begin with it, best first"
        case .status: "the state of the daemon: place, freshness, last error, next refresh"
        case .doctor: "what is wrong, if anything is, and what to do about it"
        case .watch: "a request's reply at once, and again each time it changes"
        case .setUnits: "choose units, all together or one by one"
        case .setLocation: "choose the current place, or have it found automatically"
        case .refresh: "fetch the weather anew, at most every 10 minutes"
        case .version: "the daemon's version"
        case .help: "this list"
        }
    }

    /// The commands whose replies can be watched.
    public static let watchable: [Command] = [
        .short, .current, .show, .hourly, .daily, .alerts, .air, .sun, .places, .status,
    ]

    /// What the command can be written as, where `--output` is among its options.
    public var outputs: [Reading.Output] {
        switch self {
        // There is nothing that a bar could show.
        case .search, .map, .doctor: [.text, .json]
        default: Reading.Output.allCases
        }
    }

    /// The options that the command takes, in the order in which help shows them.
    public var options: [Option] {
        switch self {
        case .short: [.place, .units, .output, .format, .vertical, .language, .theme]
        case .next, .previous, .toggle: [.units, .output, .format, .vertical, .language, .theme]
        case .places: [.units, .output, .language, .color, .theme, .background, .width]
        case .map: [.units, .output, .language, .color, .theme, .background, .width, .height, .zoom, .cursor]
        case .search: [.output, .language, .width]
        case .doctor: [.output]
        case .show, .hourly: [.place, .units, .output, .language, .color, .theme, .background, .width, .height]
        case .current, .daily, .alerts, .air, .sun:
            [.place, .units, .output, .language, .color, .theme, .background, .width]
        case .status: [.place, .units, .output, .width]
        case .watch:
            [.place, .units, .output, .format, .vertical, .language, .color, .theme, .background, .width, .height]
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
        case language = "--language"
        case color = "--color"
        case theme = "--theme"
        case background = "--background"
        case width = "--width"
        case vertical = "--vertical"
        case height = "--height"
        case zoom = "--zoom"
        case cursor = "--cursor"

        /// What follows the option; nil when nothing does.
        public var value: String? {
            switch self {
            case .place: "PLACE"
            case .units: "UNITS"
            case .output: Reading.Output.allCases.map { $0.rawValue }.joined(separator: "|")
            case .format: "TEMPLATE"
            case .wait, .vertical, .cursor: nil
            case .language: "LANGUAGE"
            case .color: "auto|always|never|256|truecolor"
            case .theme: "auto|dark|light"
            case .background: "dark|light"
            case .width: "COLUMNS"
            case .height: "LINES"
            case .zoom: "0-8"
            }
        }

        public var summary: String {
            switch self {
            case .place: "of this favourite, this city or this LAT,LON"
            case .units: "in these units, as in set-units, separated by commas"
            case .output: "text for people, one line of JSON, or what a bar reads"
            case .format: "the line's template, such as \"{icon} {temperature}\""
            case .wait: "reply when the refresh has ended"
            case .language: "in this language: en, es, it, ru, de, fr, pt, pt-PT, pl, uk, ja or zh"
            case .color: "in colour: on a terminal (auto, unless NO_COLOR is set), always or never"
            case .theme: "in colours for a dark or light background, overriding the configuration"
            case .background: "the terminal's background, for theme = \"auto\" (detected by default)"
            case .width: "fitted to so many columns; on a terminal, to its own"
            case .vertical: "one part a line, for a bar that stands upright"
            case .height: "height in lines (map: without the text below it)"
            case .zoom: "so near: the whole world is 0, and each step shows half as much"
            case .cursor: "with a cross in the middle, and where that is"
            }
        }
    }
}
