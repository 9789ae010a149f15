/// The places for which one type of report is kept fresh. Others are fetched on request.
public enum RefreshScope: Sendable, Hashable {
    /// The current place and the favourites.
    case all
    /// The current place.
    case current
    /// None.
    case onRequest
}
