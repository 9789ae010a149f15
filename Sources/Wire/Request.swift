/// What a client asks for.
public enum Request: Sendable, Hashable {
    /// One reply.
    case read(Reading)
    /// A reply at once, and again each time that it changes.
    case watch(Reading)
    /// The words are those of `set-units`: `metric`, `imperial`, `wind=kn`; or `auto` alone.
    case setUnits([String])
    case setLocation(LocationWish)
    case changePlaces(PlacesChange)
    /// Goes round the places, and replies like `short`; the reading's view is `short`.
    case step(Step, Reading)
    /// Changes between the two templates of `short`, and replies like it; the reading's view is `short`.
    case toggle(Reading)
    /// The places on a map; the reading's view is `places`.
    case map(MapRequest, Reading)
    /// `width`: the columns of the terminal; nil for as many as it takes. `language`: of the names; nil for the configured one.
    case search(query: String, output: Reading.Output, width: Int? = nil, language: String? = nil)
    /// `wait`: the reply comes when the refresh has ended, not when it has begun.
    case refresh(wait: Bool, place: PlaceReference?)
    /// What the daemon knows of its own health.
    case doctor(output: Reading.Output)
    case version
    case help
}

/// Which way to go round the places.
public enum Step: Sendable, Hashable {
    case next
    case previous
}

/// Where the user wants the current place to be.
public enum LocationWish: Sendable, Hashable {
    /// Wherever the machine is found.
    case automatic
    /// Degrees, in range. The name is nil when none was given.
    case position(latitude: Double, longitude: Double, name: String?)
    /// A favourite or a city.
    case place(PlaceReference)
}

/// What a request changes of the favourites.
public enum PlacesChange: Sendable, Hashable {
    /// Degrees, in range. The name is nil when none was given.
    case add(name: String?, latitude: Double, longitude: Double)
    /// Adds the city that is meant.
    case find(query: String)
    case remove(PlaceReference)
    /// `position`: from 1.
    case move(PlaceReference, position: Int)
    case rename(PlaceReference, name: String)
}

/// A request that only reads: which view, of which place, written how.
public struct Reading: Sendable, Hashable {
    public enum View: Sendable, Hashable {
        /// One line for a bar; `format` is a template, nil for the configured one.
        case short(format: String?)
        case current
        /// The card: now and the next days on a background of the weather's colour.
        case show
        /// `hours`: how many, nil for those to the end of tomorrow.
        case hourly(hours: Int?)
        /// `days`: how many, nil for a week.
        case daily(days: Int?)
        /// The warnings in force.
        case alerts
        /// Air quality and pollen.
        case air
        /// Sun and moon.
        case sun
        /// The current place and the favourites.
        case places
        case status
    }

    public enum Output: String, Sendable, Hashable, CaseIterable {
        case text
        case json
        case waybar, polybar, i3bar, i3blocks, tmux, eww, yambar, argos

        /// Whether it is what a status bar reads.
        public var isBar: Bool { self != .text && self != .json }
    }

    public var view: View
    /// nil for the place that is shown: the current one, or where `next` and `previous` have led.
    public var place: PlaceReference?
    /// Words as of `set-units` that hold for this reply alone.
    public var units: [String]
    public var output: Output
    /// As in config.toml or a locale: `de`, `de_AT`; nil for the configured one.
    public var language: String?
    public var colors: ColorDepth
    /// The background that the colours are for; nil for the configured one.
    public var theme: Theme?
    /// The terminal's background, for a configuration that names no theme; nil when it is not known.
    public var background: Theme?
    /// The columns of the terminal; nil for as many as it takes.
    public var width: Int?
    /// The lines of the terminal that `hourly`, `show` and every watched page are fitted to; nil for as many as it takes.
    public var height: Int?
    /// Whether the parts of `short` stand one below the other.
    public var isVertical: Bool

    public init(_ view: View, place: PlaceReference? = nil, units: [String] = [], output: Output = .text) {
        self.view = view
        self.place = place
        self.units = units
        self.output = output
        colors = .none
        isVertical = false
    }
}

/// How a client names a place.
public enum PlaceReference: Sendable, Hashable {
    /// Degrees, not yet known to be in range.
    case coordinate(latitude: Double, longitude: Double)
    case name(String)

    /// `LAT,LON`, which may have a space for the comma or behind it, or else a name.
    public init(_ word: String) {
        let parts = word.degreesApart
        if parts.count == 2, let latitude = Double(degrees: parts[0]), let longitude = Double(degrees: parts[1]) {
            self = .coordinate(latitude: latitude, longitude: longitude)
        } else {
            self = .name(word)
        }
    }

    /// Whether the word is one of coordinates, and not a name.
    package static func isCoordinate(_ word: String) -> Bool {
        let parts = word.degreesApart
        return parts.count == 2 && parts.allSatisfy { $0.isNumberOfDegrees }
    }
}

extension Double {
    /// Degrees as people write them; nil for what `Double` would take besides: `nan`, `inf`, `1e1` and hexadecimal numbers.
    init?(degrees word: String) {
        guard word.isNumberOfDegrees else { return nil }
        self.init(word)
    }
}

extension String {
    /// A sign or none, and digits with a point among them or none.
    fileprivate var isNumberOfDegrees: Bool {
        var digits = utf8[...]
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        return parts.contains { !$0.isEmpty } && parts.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
