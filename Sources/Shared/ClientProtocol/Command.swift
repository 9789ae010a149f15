/// The commands of the protocol and of weatherctl: the table from which parsing, help, errors and completion follow.
public enum Command: String, Sendable, Hashable, CaseIterable {
    case short, current, show, hourly, daily, alerts, air, marine, sun, places, map, next, previous, select, toggle,
        search, status, metrics, watch, accuracy, doctor
    case setUnits = "set-units"
    case setLocation = "set-location"
    case refresh, version, help

    /// Written by hand, since the compiler's version builds a dictionary of all words first.
    public init?(rawValue: String) {
        guard let command = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = command
    }

    /// A form of a command or an argument, and its meaning.
    public struct Usage: Sendable, Hashable {
        public var synopsis: String
        public var summary: String

        init(_ synopsis: String, _ summary: String) {
            self.synopsis = synopsis
            self.summary = summary
        }
    }

    /// The words of a command's help.
    public struct Help: Sendable, Hashable {
        /// One line.
        public var summary: String
        /// The arguments of the form that the summary describes, without options; nil if there is no such form.
        fileprivate var arguments: String?
        /// Further forms, without the command's word.
        fileprivate var forms: [Usage] = []
        /// The arguments in the notation of weatherctl's help, such as `[<hours>]`; nil for none.
        public var argument: Usage?

        fileprivate init(_ summary: String, _ arguments: String? = "", forms: [Usage] = [], _ argument: Usage? = nil) {
            (self.summary, self.arguments, self.forms, self.argument) = (summary, arguments, forms, argument)
        }
    }

    /// What help, errors and completion show. It is not linked into weatherctl, which uses only the options below.
    public var help: Help {
        switch self {
        case .short: Help("current weather in one line, for a status bar")
        case .current: Help("current weather, one quantity per line")
        case .show: Help("current weather as a card with a coloured background")
        case .hourly:
            Help(
                "hourly forecast (default: until the end of tomorrow)", "[HOURS]",
                Usage("[<hours>]", "Number of hours, 1 to \(Request.hoursLimit)."))
        case .daily:
            Help(
                "daily forecast (default: 7 days)", "[DAYS]",
                Usage("[<days>]", "Number of days, 1 to \(Request.daysLimit)."))
        case .alerts: Help("weather warnings in force, most severe first")
        case .air: Help("air quality and pollen")
        case .marine: Help("waves, water temperature, currents and tides")
        case .sun: Help("sunrise, sunset, twilight and moon")
        case .places:
            Help(
                "current place and favourites, each with its weather",
                forms: [
                    Usage("add NAME LAT LON", "add a favourite by coordinates, in degrees"),
                    Usage("add CITY", "add a city as a favourite, such as Oslo or \"Paris, Texas\""),
                    Usage("remove PLACE", "remove a favourite"),
                    Usage("move PLACE POSITION", "move a favourite to another position, from 1"),
                    Usage("rename PLACE NAME", "rename a favourite"),
                ],
                Usage("[<change> ...]", "add, remove, move or rename, with its arguments (default: list the places)."))
        case .map:
            Help(
                "map of the places and their weather", "[LAT LON]",
                forms: [
                    Usage(
                        "--choose [LAT LON]",
                        "choose the current place on a map, with the arrow keys (weatherctl only)")
                ],
                Usage("[<position> ...]", "Centre in degrees, south and west negative (default: fit all places)."))
        case .next: Help("switch to the next place and show its weather in one line")
        case .previous: Help("switch to the previous place and show its weather in one line")
        case .select:
            Help(
                "switch to one of the places and show its weather in one line", "PLACE",
                Usage(
                    "<place> ...",
                    "A line of places --output names, the number of a favourite, or 0 for the current place."))
        case .toggle: Help("switch between the two formats of short")
        case .search:
            Help(
                "find cities by name, best match first", "CITY",
                Usage(
                    "<city> ...",
                    "A name or its beginning, optionally with a region or country after a comma; or LAT LON in degrees."
                ))
        case .status: Help("state of the daemon: place, freshness, last error, next refresh")
        case .metrics: Help("current weather as gauges for Prometheus and OpenMetrics", "[--all] [--place PLACE]")
        case .accuracy: Help("how well each provider's forecasts agreed with a weather station")
        case .doctor: Help("find problems and suggest solutions")
        case .watch:
            Help(
                "print a command's reply, and print it again whenever it changes", Self.watchableWords("|"),
                Usage("<request> ...", "One of \(Self.watchableWords(", ")), with its arguments."))
        case .setUnits:
            Help(
                "set all units, or the unit of one quantity", "metric|imperial|auto|[QUANTITY=]UNIT ...",
                Usage("<units> ...", "metric, imperial, auto, or units such as kn or wind=kn."))
        case .setLocation:
            Help(
                "set the current place, or detect it", nil,
                forms: [
                    Usage("PLACE", "set the current place to a favourite or a city"),
                    Usage(
                        "LAT LON [NAME]", "set the current place by coordinates, in degrees, with an optional name"),
                    Usage("auto", "detect the current place"),
                    Usage("default", "return to the place of config.toml, or to detecting it"),
                ],
                Usage(
                    "<place> ...",
                    "A favourite, a city, LAT LON [NAME] in degrees (south and west negative), auto or default."))
        case .refresh:
            Help("fetch the weather now, at most once every 10 minutes", "[--wait] [--place PLACE]")
        case .version: Help("version of the daemon")
        case .help: Help("this list")
        }
    }

    /// All forms of the command, without options; at least one.
    public var usages: [Usage] {
        let help = help
        let own = help.arguments.map { [Usage($0, help.summary)] } ?? []
        return (own + help.forms).map {
            Usage($0.synopsis.isEmpty ? rawValue : "\(rawValue) \($0.synopsis)", $0.summary)
        }
    }

    /// The forms that the daemon accepts.
    public var synopsis: String {
        // The second form of `map` exists only in weatherctl.
        usages.prefix(self == .map ? 1 : .max).map { $0.synopsis }.joined(separator: ", ")
    }

    /// The words with which forms begin, such as `add` of `places`, each with the summary of its last form.
    public var verbs: [Usage] {
        var verbs: [Usage] = []
        for form in help.forms {
            let word = String(form.synopsis.prefix { $0 != " " })
            guard let first = word.utf8.first, first >= UInt8(ascii: "a") else { continue }
            verbs.removeAll { $0.synopsis == word }
            verbs.append(Usage(word, form.summary))
        }
        return verbs
    }

    private static func watchableWords(_ separator: String) -> String {
        watchable.map { $0.rawValue }.joined(separator: separator)
    }

    /// The commands that can be watched.
    public static let watchable: [Command] = [
        .short, .current, .show, .hourly, .daily, .alerts, .air, .marine, .sun, .places, .status,
    ]

    /// The output formats, for commands with `--output`.
    public var outputs: [ViewRequest.Output] {
        switch self {
        // No output for bars.
        case .search, .map, .accuracy, .doctor: [.text, .json]
        case .places: ViewRequest.Output.allCases
        default: ViewRequest.Output.allCases.filter { $0 != .names }
        }
    }

    /// The command's options, in the order of `help`.
    public var options: [Option] {
        switch self {
        case .short: [.place, .units, .output, .format, .vertical, .language, .locale, .theme]
        case .next, .previous, .select, .toggle: [.units, .output, .format, .vertical, .language, .locale, .theme]
        case .places: [.units, .output, .language, .locale, .color, .theme, .background, .width]
        case .map: [.units, .output, .language, .locale, .color, .theme, .background, .width, .height, .zoom, .cursor]
        case .search: [.output, .language, .locale, .width]
        case .accuracy: [.units, .output, .language, .locale, .width]
        case .doctor: [.output]
        case .current, .show, .hourly:
            [.place, .units, .output, .language, .locale, .color, .theme, .background, .width, .height]
        case .daily, .alerts, .air, .marine, .sun:
            [.place, .units, .output, .language, .locale, .color, .theme, .background, .width]
        case .status: [.place, .units, .output, .color, .theme, .background, .width]
        case .watch:
            [
                .place, .units, .output, .format, .vertical, .language, .locale, .color, .theme, .background, .width,
                .height,
            ]
        case .refresh: [.wait, .place]
        case .metrics: [.place, .all]
        case .setUnits, .setLocation, .version, .help: []
        }
    }

    public enum Option: String, Sendable, Hashable, CaseIterable {
        case place = "--place"
        case units = "--units"
        case output = "--output"
        case format = "--format"
        case wait = "--wait"
        case all = "--all"
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
            case .wait, .all, .vertical, .cursor: nil
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

        /// The valid words; empty for a value that is not from a list, or whose words depend on the command (`outputs`).
        public var words: [String] {
            switch self {
            case .color, .theme, .background: value?.split(separator: "|").map { String($0) } ?? []
            case .language: Self.languages
            case .zoom: (Int(MapWindow.zooms.lowerBound)...Int(MapWindow.zooms.upperBound)).map { String($0) }
            case .place, .units, .output, .format, .wait, .all, .width, .vertical, .height, .locale, .cursor: []
            }
        }

        /// One line for help.
        public var summary: String {
            switch self {
            case .place: "a favourite, a city or LAT,LON (default: the shown place)"
            case .units: "units as for set-units, separated by commas"
            case .output: "text, one line of JSON, or the format of a status bar"
            case .format: "template, such as \"{icon} {temperature}\""
            case .wait: "wait until the refresh has ended"
            case .all: "all places, each sample with the label place"
            case .language:
                "language: \(Self.languages.dropLast().joined(separator: ", ")) or \(Self.languages.last ?? "")"
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
