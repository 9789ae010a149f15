/// A client's request.
public enum Request: Sendable, Hashable {
    /// One reply.
    case read(ViewRequest)
    /// A reply now, and again after each change.
    case watch(ViewRequest)
    /// Arguments of `set-units`: `metric`, `imperial`, `kn`, `wind=kn`; or `auto` alone.
    case setUnits([String])
    case setLocation(LocationSetting)
    case changePlaces(PlacesChange)
    /// Switches to another place, and replies like `short`, which is the view.
    case step(Step, ViewRequest)
    /// Switches between the two templates of `short`, and replies like it; the view is `short`.
    case toggle(ViewRequest)
    /// A map of the places; the view is `places`.
    case map(MapRequest, ViewRequest)
    /// `width`: the terminal's columns; nil for unlimited. `language`: of place names; nil for the configured one, or else for
    /// the language of the client's `locale`.
    case search(
        query: String, output: ViewRequest.Output, width: Int? = nil, language: String? = nil, locale: String? = nil)
    /// `wait`: reply after the refresh has ended, not when it starts.
    case refresh(wait: Bool, place: PlaceReference?)
    /// The comparison of forecasts with measurements; the view is `status`.
    case accuracy(ViewRequest)
    /// The daemon's own diagnostics.
    case doctor(output: ViewRequest.Output)
    case version
    case help
}

extension Request {
    /// Whether the client has sent its locale.
    public var hasLocale: Bool {
        switch self {
        case .read(let reading), .watch(let reading), .step(_, let reading), .toggle(let reading), .map(_, let reading),
            .accuracy(let reading):
            reading.locale != nil
        case .search(_, _, _, _, let locale): locale != nil
        case .setUnits, .setLocation, .changePlaces, .refresh, .doctor, .version, .help: false
        }
    }
}

/// The place to switch to, among the current place and the favourites.
public enum Step: Sendable, Hashable {
    case next
    case previous
    /// A name as in `places --output names`, or what `--place` accepts; `0` for the current place.
    case place(String)
    /// The position in the JSON of `places`, from 0.
    case position(Int)
}

/// The user's choice of the current place.
public enum LocationSetting: Sendable, Hashable {
    /// Detected.
    case automatic
    /// The configured place, or detected when there is none.
    case configured
    /// Degrees, in range. The name is nil when none was given.
    case position(latitude: Double, longitude: Double, name: String?)
    /// A favourite or a city.
    case place(PlaceReference)
}

/// A change of the favourites.
public enum PlacesChange: Sendable, Hashable {
    /// Degrees, in range. The name is nil when none was given.
    case add(name: String?, latitude: Double, longitude: Double)
    /// Adds a city by name.
    case find(query: String)
    case remove(PlaceReference)
    /// `position`: from 1.
    case move(PlaceReference, position: Int)
    case rename(PlaceReference, name: String)
}

/// A read-only request: the view, the place and the format.
public struct ViewRequest: Sendable, Hashable {
    public enum View: Sendable, Hashable {
        /// One line for a bar; `format` is a template, nil for the configured one.
        case short(format: String?)
        case current
        /// A card with the current weather and the forecast, on a background in the weather's colour.
        case show
        /// `hours`: nil until the end of tomorrow.
        case hourly(hours: Int?)
        /// `days`: nil for a week.
        case daily(days: Int?)
        case alerts
        /// Air quality and pollen.
        case air
        /// Waves, water temperature, currents and tides.
        case marine
        /// Sun and moon.
        case sun
        case places
        case status
        /// Gauges for monitoring. `all`: of all places, labelled with their names; otherwise of one place.
        case metrics(all: Bool)
    }

    public enum Output: String, Sendable, Hashable, CaseIterable {
        case text
        case json
        /// The names of places, for menus.
        case names
        case waybar, polybar, i3bar, i3blocks, tmux, eww, yambar, argos

        /// Whether it is a status bar's format.
        public var isBar: Bool { self != .text && self != .json && self != .names }
    }

    public var view: View
    /// nil for the shown place: the current one, or one selected by `next`, `previous` or `select`. `metrics` uses the
    /// current one.
    public var place: PlaceReference?
    /// Units as in `set-units`, for this reply only.
    public var units: [String]
    public var output: Output
    /// As in config.toml or a locale: `de`, `de_AT`; nil for the configured one.
    public var language: String?
    /// The client's locale, whose language is used if none is configured: `de_AT.UTF-8`; nil when unknown.
    public var locale: String?
    public var colors: ColorDepth
    /// The theme of colours; nil for the configured one.
    public var theme: Theme?
    /// The terminal's background, for `theme = "auto"`; nil when unknown.
    public var background: Theme?
    /// The terminal's width, columns; nil for unlimited.
    public var width: Int?
    /// The terminal's height, to which `current`, `hourly`, `show` and watched pages are fitted; nil for unlimited.
    public var height: Int?
    /// Whether `short` has one part per line.
    public var isVertical: Bool
    /// Whether JSON has ready texts beside its numbers, for clients of the session bus.
    public var hasTexts = false

    public init(_ view: View, place: PlaceReference? = nil, units: [String] = [], output: Output = .text) {
        self.view = view
        self.place = place
        self.units = units
        self.output = output
        colors = .none
        isVertical = false
    }
}

extension ViewRequest.View {
    /// The view of a command, with its arguments; nil for a command without a view.
    init?(_ command: Command, _ arguments: inout Arguments) throws(RequestError) {
        switch command {
        case .short: self = .short(format: arguments.options[.format])
        case .current: self = .current
        case .show: self = .show
        case .hourly: self = .hourly(hours: try arguments.count("hours", limit: Request.hoursLimit))
        case .daily: self = .daily(days: try arguments.count("days", limit: Request.daysLimit))
        case .alerts: self = .alerts
        case .air: self = .air
        case .marine: self = .marine
        case .sun: self = .sun
        case .places: self = .places
        case .status: self = .status
        case .metrics: self = .metrics(all: arguments.options[.all] != nil)
        case .map, .next, .previous, .select, .toggle, .search, .watch, .accuracy, .doctor, .setUnits, .setLocation,
            .refresh,
            .version, .help:
            return nil
        }
    }
}

/// A client's reference to a place.
public enum PlaceReference: Sendable, Hashable {
    /// Degrees, whose range is not checked yet.
    case coordinate(latitude: Double, longitude: Double)
    case name(String)

    /// `LAT,LON`, with a space instead of the comma or after it, another notation of a position, or else a name.
    public init(_ word: String) {
        let parts = word.degreesApart
        if parts.count == 2, let latitude = Double(degrees: parts[0]), let longitude = Double(degrees: parts[1]) {
            self = .coordinate(latitude: latitude, longitude: longitude)
        } else if let position = PositionText(word) {
            self = .coordinate(latitude: position.latitude, longitude: position.longitude)
        } else {
            self = .name(word)
        }
    }

    /// Whether the word is a coordinate pair, not a name or another notation of a position: two parts without letters. The
    /// daemon checks the numbers; weatherctl does not contain the rest of the parser.
    package static func isCoordinate(_ word: String) -> Bool {
        var isPair = false
        for byte in word.utf8 {
            guard byte < UInt8(ascii: "A") else { return false }
            if byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ") { isPair = true }
        }
        return isPair
    }
}

extension Double {
    /// Plain decimal degrees; nil for other formats that `Double` accepts: `nan`, `inf`, `1e1`, hexadecimal.
    init?(degrees word: String) {
        guard word.isNumberOfDegrees else { return nil }
        self.init(word)
    }
}

extension String {
    /// An optional sign, and digits with at most one point.
    fileprivate var isNumberOfDegrees: Bool {
        var digits = utf8[...]
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.contains { !$0.isEmpty } && parts.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
    }
}

/// Why a request is invalid.
public enum RequestError: Error, Sendable, Hashable {
    /// The line contains no word.
    case empty
    case notUTF8
    case controlCharacter
    case unterminatedQuote
    /// A double quote inside an unquoted word, or text directly after a quoted one.
    case strayQuote
    /// A backslash in quotes that is not followed by `"` or `\`.
    case unknownEscape
    /// More than `RequestLine.limit` bytes.
    case tooLong
    case unknownCommand(String)
    case unknownOption(String, Command)
    /// The option lacks its value.
    case missingValue(option: String)
    /// Too many or too few arguments.
    case arguments(Command)
    /// A word that is probably a misspelling of the last word of `meant`: `watch short`.
    case misspelling(String, meant: String)
    /// The value is not `expected`, a phrase such as `an integer between 1 and 384`.
    case badValue(String, of: String, expected: String)
}

/// The colours of a terminal. The raw values are words of `--color`.
public enum ColorDepth: String, Sendable, Hashable {
    /// No colours.
    case none = "never"
    /// The 256 colours of xterm.
    case palette = "256"
    /// 24-bit colours.
    case full = "truecolor"

    /// - Parameter word: also `always`, for the basic colours of all terminals, and `auto`, which only weatherctl can
    ///   resolve, since it knows the terminal.
    public init?(word: String) {
        switch word {
        case "always": self = .palette
        case "auto": self = .none
        default: self.init(rawValue: word)
        }
    }
}

/// The background of text: dark or light. The raw values are words of `--theme` and `--background`.
public enum Theme: String, Sendable, Hashable, CaseIterable {
    case dark
    case light
}
