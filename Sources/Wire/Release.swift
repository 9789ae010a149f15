/// The release of all programs.
public enum Release {
    /// A semantic version of the command line and the protocol: a change that breaks clients is a new major version.
    public static let version = "0.2.0"

    /// The project's website, which is part of the `User-Agent`.
    public static let address = "https://weatherd.org"
}
