public import Weather

/// What wakes the refresher, besides its own deadlines.
public enum Trigger: Sendable {
    /// Somebody asked for the weather of this place; it is fetched when what is kept is old.
    case asked(Coordinate)
    /// The current place may be another now: settings were changed.
    case changed
    /// Who could not be reached can be reached again.
    case returned
    /// The configuration was read anew: what failed before may have been mended by it.
    case reloaded
}
