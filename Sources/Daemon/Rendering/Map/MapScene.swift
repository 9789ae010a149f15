public import ClientProtocol
public import Weather

/// The data for a map.
public struct MapScene: Sendable {
    public var window: MapWindow
    /// The current place first, then the favourites.
    public var cards: [PlaceCard]
    /// Why there is no current place; otherwise nil.
    public var noLocation: String?
    /// The place at the cursor; nil for a map without a cursor.
    public var cursor: Place?

    public init(window: MapWindow, cards: [PlaceCard], noLocation: String? = nil, cursor: Place? = nil) {
        self.window = window
        self.cards = cards
        self.noLocation = noLocation
        self.cursor = cursor
    }
}
