public import Weather

/// The machine's location and its source.
public struct Located: Sendable, Hashable, Codable {
    public var place: Place
    public var fix: LocationFix

    public init(place: Place, fix: LocationFix) {
        self.place = place
        self.fix = fix
    }
}
