/// The places that one kind of reports is kept fresh for. Others are fetched when somebody asks.
public enum RefreshScope: Sendable, Hashable {
    /// The current place and the favourites.
    case all
    /// The current place.
    case current
    /// None.
    case asked
}
