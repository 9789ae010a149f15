/// The commands of the protocol and of weatherctl, with their help texts.
public enum Command: String, Sendable, Hashable, CaseIterable {
    case short, current, show, hourly, daily, alerts, air, sun, places, map, next, previous, toggle, search, status,
        watch, accuracy, doctor
    case setUnits = "set-units"
    case setLocation = "set-location"
    case refresh, version, help

    /// Written by hand, since the compiler's version builds a dictionary of all words first.
    public init?(rawValue: String) {
        guard let command = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = command
    }

    /// One form of a command, without options, and its meaning.
    public struct Usage: Sendable, Hashable {
        public var synopsis: String
        public var summary: String

        init(_ synopsis: String, _ summary: String) {
            self.synopsis = synopsis
            self.summary = summary
        }
    }

    /// All forms of the command; at least one.
    public var usages: [Usage] {
        switch self {
        case .places:
            [
                Usage("places", summary),
                Usage("places add NAME LAT LON", "add a favourite by coordinates, in degrees"),
                Usage("places add CITY", "add a city as a favourite, such as Oslo or \"Paris, Texas\""),
                Usage("places remove PLACE", "remove a favourite"),
                Usage("places move PLACE POSITION", "move a favourite to another position, from 1"),
                Usage("places rename PLACE NAME", "rename a favourite"),
            ]
        case .map:
            [
                Usage("map [LAT LON]", summary),
                Usage(
                    "map --choose [LAT LON]", "choose the current place on a map, with the arrow keys (weatherctl only)"
                ),
            ]
        case .setLocation:
            [
                Usage("set-location PLACE", "set the current place to a favourite or a city"),
                Usage(
                    "set-location LAT LON [NAME]",
                    "set the current place by coordinates, in degrees, with an optional name"),
                Usage("set-location auto", "detect the current place"),
                Usage("set-location default", "return to the place of config.toml, or to detecting it"),
            ]
        default: [Usage(synopsis, summary)]
        }
    }

    /// All forms of the command, without options.
    public var synopsis: String {
        switch self {
        case .hourly: "hourly [HOURS]"
        case .daily: "daily [DAYS]"
        case .map: "map [LAT LON]"
        case .search: "search CITY"
        case .watch: "watch \(Self.watchable.map { $0.rawValue }.joined(separator: "|"))"
        case .setUnits: "set-units metric|imperial|auto|[QUANTITY=]UNIT ..."
        case .refresh: "refresh [--wait] [--place PLACE]"
        case .places, .setLocation: usages.map { $0.synopsis }.joined(separator: ", ")
        default: rawValue
        }
    }

    /// One line for `help`.
    public var summary: String {
        switch self {
        case .short: "current weather in one line, for a status bar"
        case .current: "current weather, one quantity per line"
        case .show: "current weather as a card with a coloured background"
        case .hourly: "hourly forecast (default: until the end of tomorrow)"
        case .daily: "daily forecast (default: 7 days)"
        case .alerts: "weather warnings in force, most severe first"
        case .air: "air quality and pollen"
        case .sun: "sunrise, sunset, twilight and moon"
        case .places: "current place and favourites, each with its weather"
        case .map: "map of the places and their weather"
        case .next: "switch to the next place and show its weather in one line"
        case .previous: "switch to the previous place and show its weather in one line"
        case .toggle: "switch between the two formats of short"
        case .search: "find cities by name, best match first"
        case .status: "state of the daemon: place, freshness, last error, next refresh"
        case .accuracy: "how well each provider's forecasts agreed with a weather station"
        case .doctor: "find problems and suggest solutions"
        case .watch: "print a command's reply, and print it again whenever it changes"
        case .setUnits: "set all units, or the unit of one quantity"
        case .setLocation: "set the current place, or detect it"
        case .refresh: "fetch the weather now, at most once every 10 minutes"
        case .version: "version of the daemon"
        case .help: "this list"
        }
    }

    /// The commands that can be watched.
    public static let watchable: [Command] = [
        .short, .current, .show, .hourly, .daily, .alerts, .air, .sun, .places, .status,
    ]

    /// The output formats, for commands with `--output`.
    public var outputs: [ViewRequest.Output] {
        switch self {
        // No output for bars.
        case .search, .map, .accuracy, .doctor: [.text, .json]
        default: ViewRequest.Output.allCases
        }
    }

    /// The command's options, in the order of `help`.
    public var options: [Option] {
        switch self {
        case .short: [.place, .units, .output, .format, .vertical, .language, .locale, .theme]
        case .next, .previous, .toggle: [.units, .output, .format, .vertical, .language, .locale, .theme]
        case .places: [.units, .output, .language, .locale, .color, .theme, .background, .width]
        case .map: [.units, .output, .language, .locale, .color, .theme, .background, .width, .height, .zoom, .cursor]
        case .search: [.output, .language, .locale, .width]
        case .accuracy: [.units, .output, .language, .locale, .width]
        case .doctor: [.output]
        case .current, .show, .hourly:
            [.place, .units, .output, .language, .locale, .color, .theme, .background, .width, .height]
        case .daily, .alerts, .air, .sun:
            [.place, .units, .output, .language, .locale, .color, .theme, .background, .width]
        case .status: [.place, .units, .output, .color, .theme, .background, .width]
        case .watch:
            [
                .place, .units, .output, .format, .vertical, .language, .locale, .color, .theme, .background, .width,
                .height,
            ]
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
        case locale = "--locale"
        case color = "--color"
        case theme = "--theme"
        case background = "--background"
        case width = "--width"
        case vertical = "--vertical"
        case height = "--height"
        case zoom = "--zoom"
        case cursor = "--cursor"

        /// The supported languages; Chinese is simplified.
        public static let languages = ["en", "es", "it", "ru", "de", "fr", "pt", "pt-PT", "pl", "uk", "ja", "zh"]

        /// The option's value; nil for none.
        public var value: String? {
            switch self {
            case .place: "PLACE"
            case .units: "UNITS"
            case .output: ViewRequest.Output.allCases.map { $0.rawValue }.joined(separator: "|")
            case .format: "TEMPLATE"
            case .wait, .vertical, .cursor: nil
            case .language: "LANGUAGE"
            case .locale: "LOCALE"
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
            case .place: "a favourite, a city or LAT,LON (default: the shown place)"
            case .units: "units as for set-units, separated by commas"
            case .output: "text, one line of JSON, or the format of a status bar"
            case .format: "template, such as \"{icon} {temperature}\""
            case .wait: "wait until the refresh has ended"
            case .language:
                [
                    "language: ", Self.languages.dropLast().joined(separator: ", "), " or ", Self.languages.last ?? "",
                ]
                .joined()
            case .locale: "locale, for the language unless one is configured (default: LC_ALL, LC_MESSAGES or LANG)"
            case .color: "when to use colours (default: auto, on a terminal unless NO_COLOR is set)"
            case .theme: "colours for a dark or light background (default: as configured)"
            case .background: "terminal background, for theme = \"auto\" (default: detected)"
            case .width: "width in columns (default: the terminal's)"
            case .vertical: "one part per line, for a vertical bar"
            case .height: "height in lines (map: without the text below it)"
            case .zoom: "zoom level, 0 (whole world) to 8"
            case .cursor: "mark the centre and print its coordinates"
            }
        }
    }
}
