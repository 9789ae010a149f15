public import Weather

/// Where the machine was found, and by whom.
public struct Located: Sendable, Hashable, Codable {
    public var place: Place
    public var fix: Fix

    public init(place: Place, fix: Fix) {
        self.place = place
        self.fix = fix
    }
}
