/// What a client asks for.
public enum Request: Sendable, Hashable {
    /// One reply.
    case read(Reading)
    /// A reply at once, and again each time that it changes.
    case watch(Reading)
    /// The words are those of `set-units`: `metric`, `imperial`, `wind=kn`.
    case setUnits([String])
    /// Degrees, not yet known to be in range. The name is nil when none was given.
    case setLocation(latitude: Double, longitude: Double, name: String?)
    /// `wait`: the reply comes when the refresh has ended, not when it has begun.
    case refresh(wait: Bool, place: PlaceReference?)
    case version
    case help
}

/// A request that only reads: which view, of which place, written how.
public struct Reading: Sendable, Hashable {
    public enum View: Sendable, Hashable {
        /// One line for a bar; `format` is a template, nil for the configured one.
        case short(format: String?)
        case current
        /// `hours`: how many, nil for those to the end of tomorrow.
        case hourly(hours: Int?)
        /// `days`: how many, nil for a week.
        case daily(days: Int?)
        case status
    }

    public enum Output: String, Sendable, Hashable, CaseIterable {
        case text
        case json
    }

    public var view: View
    /// nil for the current place.
    public var place: PlaceReference?
    /// Words as of `set-units` that hold for this reply alone.
    public var units: [String]
    public var output: Output

    public init(_ view: View, place: PlaceReference? = nil, units: [String] = [], output: Output = .text) {
        self.view = view
        self.place = place
        self.units = units
        self.output = output
    }
}

/// How a client names a place.
public enum PlaceReference: Sendable, Hashable {
    /// Degrees, not yet known to be in range.
    case coordinate(latitude: Double, longitude: Double)
    case name(String)

    /// `LAT,LON`, or else a name.
    public init(_ word: String) {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, let latitude = Double(degrees: parts[0]), let longitude = Double(degrees: parts[1]) {
            self = .coordinate(latitude: latitude, longitude: longitude)
        } else {
            self = .name(word)
        }
    }
}

extension Double {
    /// Degrees as people write them; nil for what `Double` would take besides: `nan`, `inf`, `1e1` and hexadecimal numbers.
    init?(degrees word: String) {
        guard word.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }) else { return nil }
        self.init(word)
    }
}
