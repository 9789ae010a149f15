/// The release that both programs are of.
public enum Release {
    /// By semantic versioning, for the command line and the protocol together: a change that breaks a client is a new major version.
    public static let version = "0.1.0"
}
