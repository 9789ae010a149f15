import Rendering
public import Weather
public import WorkerProtocol

/// Looks up the city of config.toml. Blocks for disk access.
///
/// - Parameters:
///   - language: the language of the names.
///   - keeping: further languages whose names are stored.
///   - gazetteer: the configured file; nil for the installed one.
public typealias CityLookup =
    @Sendable (
        _ query: SearchQuery, _ language: String, _ keeping: Set<String>, _ gazetteer: String?
    ) throws(GazetteerError) -> CityResolution

extension Configuration {
    /// Looks up the configured city.
    mutating func locate(_ values: ConfigurationValues, by lookup: CityLookup) throws(ConfigurationError) {
        guard let city else { return }
        let resolution: CityResolution
        do throws(GazetteerError) {
            resolution = try lookup(city, language, placeLanguages, gazetteer)
        } catch {
            notices.append("\(ConfigurationKey.city) has no effect: \(SearchFailure.gazetteer(error).sentence)")
            return
        }
        switch resolution {
        case .one(let found) where found.correction == nil:
            location = Place(coordinate: found.coordinate, locality: found.locality)
        case .one(let found):
            throw values.error(
                .city,
                "no place named \"\(city.text)\" was found; did you mean \"\(found.correction ?? found.locality.name)\"?"
            )
        case .several(let cities):
            throw values.error(.city, SearchFailure.ambiguous(city.text, cities).sentence)
        case .near(let cities):
            throw values.error(.city, SearchFailure.inexact(city.text, cities).sentence)
        case .none:
            throw values.error(
                .city,
                "no place named \"\(city.text)\" was found; use [location] with latitude and longitude instead")
        }
    }
}

extension ConfigurationSource {
    /// - Parameter lookup: looks up the configured city, and blocks meanwhile.
    public convenience init(
        path: String, isNamed: Bool, environment: [String: String], lookup: @escaping CityLookup
    ) throws(ConfigurationError) {
        try self.init(path: path, isNamed: isNamed, environment: environment) {
            configuration, values throws(ConfigurationError) in
            try configuration.locate(values, by: lookup)
        }
    }

    /// All errors that can be found at once, by line and then those of the environment; empty when there are none.
    public static func mistakes(
        path: String, isNamed: Bool, environment: [String: String], lookup: CityLookup
    ) -> [ConfigurationError] {
        mistakes(path: path, isNamed: isNamed, environment: environment) {
            configuration, values throws(ConfigurationError) in
            try configuration.locate(values, by: lookup)
        }
    }
}
