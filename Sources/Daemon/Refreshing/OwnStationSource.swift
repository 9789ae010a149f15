/// The user's own weather station: a file or a command that writes JSON.
public enum OwnStationSource: Sendable, Hashable {
    /// An absolute path.
    case file(String)
    /// The program and its arguments.
    case command([String])
}
