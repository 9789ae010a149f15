/// The release that both programs are of.
public enum Release {
    /// By semantic versioning, for the command line and the protocol together: a change that breaks a client is a new major version.
    public static let version = "0.2.0"

    /// The project's web address. Services that weatherd asks find it in the `User-Agent`.
    public static let address = "https://weatherd.org"
}
