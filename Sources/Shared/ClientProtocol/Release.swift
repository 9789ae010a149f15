/// The release of all programs.
public enum Release {
    /// A semantic version of the command line and the protocol: a change that breaks clients is a new major version.
    public static var version: String { stamp.dropping(label.utf8.count) }

    private static let label = "weatherd release "
    /// The label makes it long enough to be stored contiguously in each program's file: a test builds packages of another
    /// version by replacing it.
    private static let stamp = "weatherd release 0.2.2"

    /// The project's website, which is part of the `User-Agent`.
    public static let address = "https://weatherd.org"
}
