/// Both settings files were damaged and moved aside, so the defaults are used.
public struct SetAsideSettings: Sendable, Hashable {
    public let directory: String
    /// The new names of the damaged files, `settings.json.damaged-1763740000`.
    public let names: [String]
}
