import Rendering
import Searching
import Weather

extension Configuration {
    /// Looks the city up that the configuration names.
    ///
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
                "no place is called \"\(city.text)\"; did you mean \"\(found.correction ?? found.locality.name)\"?")
        case .several(let cities):
            throw values.error(.city, SearchFailure.ambiguous(city.text, cities).sentence)
        case .near(let cities):
            throw values.error(.city, SearchFailure.inexact(city.text, cities).sentence)
        case .none:
            throw values.error(
                .city,
                "no place is called \"\(city.text)\"; use [location] with latitude and longitude instead")
        }
    }
}

extension ConfigurationSource {
    /// - Parameter lookup: looks up the city that the configuration names, and waits for that.
    convenience init(
        path: String, isNamed: Bool, environment: [String: String], lookup: @escaping CityLookup
    ) throws(ConfigurationError) {
        try self.init(path: path, isNamed: isNamed, environment: environment) {
            configuration, values throws(ConfigurationError) in
            try configuration.locate(values, by: lookup)
        }
    }

    static func mistakes(
        path: String, isNamed: Bool, environment: [String: String], lookup: CityLookup
    ) -> [ConfigurationError] {
        mistakes(path: path, isNamed: isNamed, environment: environment) {
            configuration, values throws(ConfigurationError) in
            try configuration.locate(values, by: lookup)
        }
    }
}
