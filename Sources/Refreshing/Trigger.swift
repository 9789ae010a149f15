public import Weather

/// What wakes the refresher, besides its own deadlines.
public enum Trigger: Sendable {
    /// Somebody asked for the weather of this place; it is fetched when what is kept is old.
    case asked(Coordinate)
    /// The current place may be another now: settings were changed.
    case changed
    /// Who could not be reached can be reached again.
    case returned
    /// Nothing can be fetched until `released`: there is no way to anybody who could be asked, or the machine is about to
    /// sleep. What is under way is given up.
    ///
    /// - reason: what is told of a place that becomes due meanwhile; nil for nothing.
    case held(reason: FetchFailure?)
    /// There is a way again, or another one: what is still under way by the last is begun anew.
    case released
    /// What failed before may not any more: the clock was set, or there is a further way.
    case eased
    /// The configuration was read anew: what failed before may have been mended by it.
    case reloaded
}
