import Synchronization
public import Weather
public import WorkerProtocol

/// The names and positions of the world's places, from files built by `make`. Each query waits for the disk.
///
/// Files are opened on first use and stay open. While the gazetteer is not usable, the list of cities is used; each
/// query tries the gazetteer first, so that it is used as soon as it is complete.
public final class Gazetteer: Sendable {
    private let files: GazetteerFiles
    private let open = Mutex(OpenFiles())

    private struct OpenFiles {
        var gazetteer: GazetteerFile?
        var cities: GazetteerFile?
        var borders: BorderMap?
    }

    /// - Parameter files: may be missing.
    public init(_ files: GazetteerFiles) {
        self.files = files
    }

    /// The places that match a query, best first, at most `limit`.
    ///
    /// - Parameter language: the names' language, as in `LANG` or of BCP 47.
    public func search(_ query: SearchQuery, language: String, limit: Int = 10) throws(GazetteerError) -> [City] {
        try ask(.words) { try $0.found(query, language: language, limit: limit).cities }.value
    }

    /// The city that a query refers to: the first result of a search.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: further languages whose names are returned with each locality.
    public func resolve(
        _ query: SearchQuery, language: String, keeping languages: Set<String> = []
    ) throws(GazetteerError) -> CityResolution {
        try ask(.words) { try $0.found(query, language: language, keeping: languages, limit: 10).resolution }.value
    }

    /// The likely correction of a misspelled query; nil when no name is similar.
    public func correction(of query: SearchQuery, language: String) throws(GazetteerError) -> SearchQuery? {
        try ask(.words) { try GazetteerSpelling(query: $0, language: language).correction(of: query) }.value
    }

    /// The settlement around or nearest to a position, in the country of the position.
    ///
    /// Each settlement has a probable extent by its population. Of those that cover the position, the one whose centre
    /// is closest in radii; otherwise the one with the closest centre. Without the file of borders, it may be across one.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: further languages whose names are returned with it.
    public func locality(
        at position: Coordinate, language: String, keeping languages: Set<String> = []
    ) throws(GazetteerError) -> Locality {
        let borders = (try? borders()) ?? nil
        let (locality, status) = try ask(.extent) { query -> Locality? in
            let here = GazetteerPosition(query: query, borders: borders, position: position)
            guard let found = try here.found() else { return nil }
            let names = GazetteerNames(query: query, language: language, keeping: languages)
            var locality = try names.city(found.settlement.id)?.locality
            locality?.offset = found.settlement.extent.offset(of: position)
            if let zone = found.timeZone { locality?.timeZone = zone }
            return locality
        }
        guard let locality else { throw .damaged(path: status.path ?? "", reason: "it contains no places") }
        return locality
    }

    /// The settlement with exactly this centre, as found by a search; nil if no settlement has it.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: further languages whose names are returned with it.
    public func settlement(
        at position: Coordinate, language: String, keeping languages: Set<String> = []
    ) throws(GazetteerError) -> Locality? {
        try ask(.extent) { query in
            guard let id = try GazetteerNearest(query: query, position: position).centered() else { return nil }
            return try GazetteerNames(query: query, language: language, keeping: languages).city(id)?.locality
        }.value
    }

    /// The tzdata name of the time zone at a position, also at sea; nil when the gazetteer has no time zone map.
    public func timeZone(at position: Coordinate) throws(GazetteerError) -> String? {
        let borders = (try? borders()) ?? nil
        return try ask(.extent) { query -> String? in
            let zone = try GazetteerTimeZone(query: query).zone(at: position)?.name
            let here = GazetteerPosition(query: query, borders: borders, position: position)
            guard borders != nil, let found = try here.found(), found.country != nil, found.timeZone == nil else {
                return zone
            }
            return try GazetteerNames(query: query, language: LanguageCodes.english).city(found.settlement.id)?
                .locality.timeZone ?? zone
        }.value
    }

    /// The country of a position, and the others whose land is within 5 km, nearest first (ISO 3166-1 alpha-2). Empty at sea.
    public func countries(at position: Coordinate) throws(GazetteerError) -> [String] {
        let borders = (try? borders()) ?? nil
        let own = try ask(.extent) { query -> String? in
            let here = GazetteerPosition(query: query, borders: borders, position: position)
            guard let found = try here.found() else { return nil }
            if let country = found.country { return country }
            // Farther from a settlement, a position is at sea.
            guard found.settlement.extent.offset(of: position).map({ $0.distance <= Self.coast }) ?? true else {
                return nil
            }
            return try GazetteerNames(query: query, language: LanguageCodes.english).city(found.settlement.id)?
                .locality.countryCode
        }.value
        guard let own else { return [] }
        let others = borders?.countries(within: Self.neighbourhood, of: position).filter { $0.key != own } ?? [:]
        return [own] + others.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
    }

    /// Metres.
    private static let coast = 50_000.0
    /// A country's warnings concern places within this distance, metres.
    private static let neighbourhood = 5000.0

    /// The name of a country in a language, or in English if there is none; nil when no file contains it, or none is readable.
    ///
    /// - Parameters:
    ///   - code: ISO 3166-1 alpha-2, upper case.
    ///   - language: as in `LANG`, or a BCP 47 tag.
    public func countryName(_ code: String, language: String) -> String? {
        try? ask(nil) { try GazetteerNames(query: $0, language: language).country(code) }.value
    }

    /// The file in use, after a test read from all of its tables.
    public func status() -> GazetteerStatus {
        do throws(GazetteerError) {
            return try ask(.extent) { query in
                guard let largest = try GazetteerNames(query: query, language: "en").city(1) else { return }
                _ = try GazetteerPosition(query: query, borders: nil, position: largest.coordinate).found()
            }.status
        } catch {
            return .unusable(error)
        }
    }

    /// Why the borders are unusable, so that the nearest settlement decides a position's country; nil when they are usable.
    public func bordersProblem() -> GazetteerError? {
        do throws(GazetteerError) {
            _ = try borders()
            return nil
        } catch {
            return error
        }
    }

    /// nil when no file is named.
    private func borders() throws(GazetteerError) -> BorderMap? {
        guard let path = files.borders else { return nil }
        return try open.withLock { open throws(GazetteerError) in
            let borders = if let borders = open.borders { borders } else { try BorderMap(path: path) }
            open.borders = borders
            return borders
        }
    }

    /// - Parameter work: Sendable, so that it cannot retain the file, which is used only under the lock.
    private func ask<Value: Sendable>(
        _ index: GazetteerIndex?, _ work: @Sendable (GazetteerQuery) throws -> Value
    ) throws(GazetteerError) -> (value: Value, status: GazetteerStatus) {
        try open.withLock { open throws(GazetteerError) in
            do throws(GazetteerError) {
                let file = if let file = open.gazetteer { file } else { try files.openGazetteer() }
                open.gazetteer = nil
                let value = try file.read(index, work)
                open.gazetteer = file
                return (value, .complete(path: files.gazetteer))
            } catch {
                guard !Task.isCancelled, let path = files.cities,
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

extension GazetteerQuery {
    /// The places that match a query, and the one that it refers to. If only obscure names begin with it, it is probably
    /// misspelled.
    fileprivate func found(
        _ query: SearchQuery, language: String, keeping languages: Set<String> = [], limit: Int
    ) throws -> GazetteerSearch.Found {
        let search = GazetteerSearch(query: self, language: language, keeping: languages, limit: limit)
        let found = try search.found(query)
        guard found.isWeak,
            let correction = try GazetteerSpelling(query: self, language: language).correction(of: query)
        else { return found }
        var corrected = try search.found(correction)
        guard let known = found.cities.compactMap(\.population).max(),
            let meant = corrected.cities.first?.population, meant >= 10 * known
        else { return found }
        corrected.resolution = corrected.resolution.corrected(to: correction)
        corrected.cities = corrected.cities.map { $0.corrected(to: correction) }
        return corrected
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

extension Gazetteer {
    /// The city that a query refers to. A misspelled query is resolved as its correction.
    ///
    /// - Parameters:
    ///   - language: the names' language, as in `LANG` or of BCP 47.
    ///   - languages: further languages whose names are returned with each locality.
    public func resolveCorrecting(
        _ query: SearchQuery, language: String, keeping languages: Set<String> = []
    ) throws(GazetteerError) -> CityResolution {
        let resolution = try resolve(query, language: language, keeping: languages)
        guard case .none = resolution, let correction = try correction(of: query, language: language) else {
            return resolution
        }
        return try resolve(correction, language: language, keeping: languages).corrected(to: correction)
    }
}
