/// Which file of places answers.
public enum GazetteerStatus: Sendable, Hashable {
    /// The gazetteer, with all places.
    case complete(path: String)
    /// The list of cities, and why it is not the gazetteer.
    case citiesOnly(path: String, GazetteerError)
    /// Neither, and why it is not the gazetteer.
    case unusable(GazetteerError)

    /// The file; of several that cannot be used, the gazetteer; nil when no worker could look.
    public var path: String? {
        switch self {
        case .complete(let path), .citiesOnly(let path, _): path
        case .unusable(.notInstalled(let path)), .unusable(.missing(let path)): path
        case .unusable(.notRead(let path, _)), .unusable(.damaged(let path, _)): path
        case .unusable(.worker): nil
        }
    }

    /// Why it is not the gazetteer; nil when it is.
    public var problem: GazetteerError? {
        switch self {
        case .complete: nil
        case .citiesOnly(_, let error), .unusable(let error): error
        }
    }
}
