/// Settings that were damaged, in both of their files, and stand nowhere else: the defaults are in force in their place.
public struct SetAsideSettings: Sendable, Hashable {
    public let directory: String
    /// The files that are kept in it under names of their own, `settings.json.damaged-1763740000`.
    public let names: [String]
}
