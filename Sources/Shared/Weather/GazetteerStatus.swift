/// Which gazetteer file is in use.
public enum GazetteerStatus: Sendable, Hashable {
    /// The gazetteer, with all places.
    case complete(path: String)
    /// The list of cities, and why the gazetteer is not available.
    case citiesOnly(path: String, GazetteerError)
    /// Neither file, and why the gazetteer is not available.
    case unusable(GazetteerError)

    /// The file in use; if none is usable, the gazetteer; nil when no worker could check.
    public var path: String? {
        switch self {
        case .complete(let path), .citiesOnly(let path, _): path
        case .unusable(.notInstalled(let path)), .unusable(.missing(let path)): path
        case .unusable(.notRead(let path, _)), .unusable(.damaged(let path, _)): path
        case .unusable(.worker): nil
        }
    }

    /// Whether a file is usable.
    public var isUsable: Bool {
        if case .unusable = self { false } else { true }
    }

    /// Why the gazetteer is not in use; nil when it is.
    public var problem: GazetteerError? {
        switch self {
        case .complete: nil
        case .citiesOnly(_, let error), .unusable(let error): error
        }
    }
}
