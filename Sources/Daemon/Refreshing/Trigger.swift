public import Weather

/// Wakes the refresher before its own deadlines.
public enum Trigger: Sendable {
    /// A client requested the place; it is fetched if its report is old.
    case requested(Coordinate)
    /// A client requested a refresh of the place, and does not wait for it.
    case refreshed(Coordinate)
    /// The current place, the favourites, or the policy may have changed.
    case changed
    /// The services may be reachable again.
    case returned
    /// Pauses fetches until `released`: there is no route to any service, or the machine is about to suspend. Running
    /// fetches are cancelled.
    ///
    /// - reason: the failure of places that become due; nil for none.
    case held(reason: FetchFailure?)
    /// A route is available, or has changed: fetches over the old one restart.
    case released
    /// A failure may have ended: the machine has resumed, or a route was added.
    case improved
    /// The wall clock was set.
    case clockSet
    /// The configuration was reloaded, which may have fixed failures.
    case reloaded
}
