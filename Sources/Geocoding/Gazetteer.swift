public import Searching
import Synchronization
public import Weather

/// The names and positions of the world's places, from the file that `make` builds. Each question waits for the disk.
///
/// The file is opened by the first question and stays open. A file that fails is opened again by the next one, which may find one
/// that is whole.
public final class Gazetteer: Sendable {
    private let path: String
    private let file = Mutex<GazetteerFile?>(nil)

    /// - Parameter path: of the file, which need not be there.
    public init(path: String) {
        self.path = path
    }

    /// The places that fit a query, best first, at most `limit`; none when nothing is called so.
    ///
    /// - Parameter language: the names' language, as in `LANG` or of BCP 47.
    public func search(_ query: SearchQuery, language: String, limit: Int = 10) throws(GazetteerError) -> [City] {
        try ask { try GazetteerSearch(query: $0, language: language, limit: limit).cities(query).cities }
    }

    /// What is meant by a query that is to name one city.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: those whose names are kept with each locality besides; none when empty.
    public func resolve(
        _ query: SearchQuery, language: String, keeping languages: Set<String> = []
    ) throws(GazetteerError) -> CityResolution {
        try ask { file in
            try GazetteerSearch(query: file, language: language, keeping: languages, limit: 10).resolution(of: query)
        }
    }

    /// The query that a misspelled one was probably meant to be; nil when no name comes near it.
    public func correction(of query: SearchQuery, language: String) throws(GazetteerError) -> SearchQuery? {
        try ask { try GazetteerSpelling(query: $0, language: language).correction(of: query) }
    }

    /// The settlement that a position lies in, or the nearest one.
    ///
    /// Each has a probable extent by its population. Of those that cover the position it is the one in which the position is most
    /// central, by the distance in radii; where none does, the one whose centre is the nearest.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: those whose names are kept with it besides; none when empty.
    public func locality(
        at position: Coordinate, language: String, keeping languages: Set<String> = []
    ) throws(GazetteerError) -> Locality {
        let locality = try ask { query -> Locality? in
            guard let (id, extent) = try GazetteerNearest(query: query, position: position).place() else { return nil }
            let names = GazetteerNames(query: query, language: language, keeping: languages)
            var locality = try names.city(id)?.locality
            locality?.offset = extent.offset(of: position)
            // The nearest place may lie across a border.
            if let zone = try GazetteerTimeZone(query: query).name(at: position) { locality?.timeZone = zone }
            return locality
        }
        guard let locality else { throw .damaged(path: path, reason: "there are no places in it") }
        return locality
    }

    /// The settlement whose centre is exactly there, as a search has found it; nil when there is none.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: those whose names are kept with it besides; none when empty.
    public func settlement(
        at position: Coordinate, language: String, keeping languages: Set<String> = []
    ) throws(GazetteerError) -> Locality? {
        try ask { query in
            guard let id = try GazetteerNearest(query: query, position: position).centered() else { return nil }
            return try GazetteerNames(query: query, language: language, keeping: languages).city(id)?.locality
        }
    }

    /// The name of the time zone that is kept at a position; nil at sea.
    public func timeZone(at position: Coordinate) throws(GazetteerError) -> String? {
        try ask { try GazetteerTimeZone(query: $0).name(at: position) }
    }

    private func ask<Value: Sendable>(_ work: (GazetteerQuery) throws -> Value) throws(GazetteerError) -> Value {
        try file.withLock { file throws(GazetteerError) in
            let open = if let file { file } else { try GazetteerFile(path: path) }
            file = nil
            let answer = try open.read(work)
            file = open
            return answer
        }
    }
}
