public import Searching
import Synchronization
public import Weather

/// The names and positions of the world's places, from the files that `make` builds. Each question waits for the disk.
///
/// A file is opened by the first question and stays open. While the gazetteer cannot be used, the list of cities answers; each
/// question tries the gazetteer first, so that it is used as soon as it is whole.
public final class Gazetteer: Sendable {
    private let files: GazetteerFiles
    private let open = Mutex(OpenFiles())

    private struct OpenFiles {
        var gazetteer: GazetteerFile?
        var cities: GazetteerFile?
    }

    /// - Parameter files: none of them need exist.
    public init(_ files: GazetteerFiles) {
        self.files = files
    }

    /// The places that fit a query, best first, at most `limit`; none when nothing is called so.
    ///
    /// - Parameter language: the names' language, as in `LANG` or of BCP 47.
    public func search(_ query: SearchQuery, language: String, limit: Int = 10) throws(GazetteerError) -> [City] {
        try ask(.words) { try GazetteerSearch(query: $0, language: language, limit: limit).cities(query).cities }.value
    }

    /// What is meant by a query that is to name one city.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: those whose names are kept with each locality besides; none when empty.
    public func resolve(
        _ query: SearchQuery, language: String, keeping languages: Set<String> = []
    ) throws(GazetteerError) -> CityResolution {
        try ask(.words) { file in
            try GazetteerSearch(query: file, language: language, keeping: languages, limit: 10).resolution(of: query)
        }.value
    }

    /// The query that a misspelled one was probably meant to be; nil when no name comes near it.
    public func correction(of query: SearchQuery, language: String) throws(GazetteerError) -> SearchQuery? {
        try ask(.words) { try GazetteerSpelling(query: $0, language: language).correction(of: query) }.value
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
        let (locality, status) = try ask(.extent) { query -> Locality? in
            guard let (id, extent) = try GazetteerNearest(query: query, position: position).place() else { return nil }
            let names = GazetteerNames(query: query, language: language, keeping: languages)
            var locality = try names.city(id)?.locality
            locality?.offset = extent.offset(of: position)
            // The nearest place may lie across a border; but the list's map is too coarse to know better than the city does.
            if query.kind == .gazetteer || locality?.offset != nil,
                let zone = try GazetteerTimeZone(query: query).name(at: position)
            {
                locality?.timeZone = zone
            }
            return locality
        }
        guard let locality else { throw .damaged(path: status.path ?? "", reason: "there are no places in it") }
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
        try ask(.extent) { query in
            guard let id = try GazetteerNearest(query: query, position: position).centered() else { return nil }
            return try GazetteerNames(query: query, language: language, keeping: languages).city(id)?.locality
        }.value
    }

    /// The name of the time zone that is kept at a position; nil at sea.
    public func timeZone(at position: Coordinate) throws(GazetteerError) -> String? {
        try ask(.extent) { try GazetteerTimeZone(query: $0).name(at: position) }.value
    }

    /// Which file answers, by reading from all tables of what can be used.
    public func status() -> GazetteerStatus {
        do throws(GazetteerError) {
            return try ask(.extent) { query in
                guard let largest = try GazetteerNames(query: query, language: "en").city(1) else { return }
                _ = try GazetteerNearest(query: query, position: largest.coordinate).place()
                _ = try GazetteerTimeZone(query: query).name(at: largest.coordinate)
            }.status
        } catch {
            return .unusable(error)
        }
    }

    private func ask<Value: Sendable>(
        _ index: GazetteerIndex, _ work: (GazetteerQuery) throws -> Value
    ) throws(GazetteerError) -> (value: Value, status: GazetteerStatus) {
        try open.withLock { open throws(GazetteerError) in
            do throws(GazetteerError) {
                let file = if let file = open.gazetteer { file } else { try files.openGazetteer() }
                open.gazetteer = nil
                let value = try file.read(index, work)
                open.gazetteer = file
                return (value, .complete(path: files.gazetteer))
            } catch {
                guard let path = files.cities,
                    let file = try? open.cities ?? GazetteerFile(path: path, kind: .cities)
                else { throw error }
                open.cities = nil
                guard let value = try? file.read(index, work) else { throw error }
                open.cities = file
                return (value, .citiesOnly(path: path, error))
            }
        }
    }
}

extension GazetteerFiles {
    fileprivate func openGazetteer() throws(GazetteerError) -> GazetteerFile {
        do throws(GazetteerError) {
            return try GazetteerFile(path: gazetteer, kind: .gazetteer)
        } catch .missing(let path) where named == nil {
            throw .notInstalled(path: path)
        }
    }
}
