public import Weather
public import Wire

/// All that a map is drawn from.
public struct MapScene: Sendable {
    public var window: MapWindow
    /// The current place first, then the favourites.
    public var cards: [PlaceCard]
    /// Why there is no current place; nil when there is one.
    public var noLocation: String?
    /// The place in the middle of the window, when that is to be marked and told of; nil otherwise.
    public var cursor: Place?

    public init(window: MapWindow, cards: [PlaceCard], noLocation: String? = nil, cursor: Place? = nil) {
        self.window = window
        self.cards = cards
        self.noLocation = noLocation
        self.cursor = cursor
    }
}
