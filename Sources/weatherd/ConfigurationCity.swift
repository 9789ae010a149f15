import Locating
import Rendering
import Weather

extension Configuration {
    /// Looks the city up that the configuration names.
    ///
    /// - Parameter gazetteer: the path of the gazetteer that was installed with the program.
    mutating func locate(_ values: ConfigurationValues, gazetteer path: String) throws(ConfigurationError) {
        guard let city else { return }
        let resolution: CityResolution
        do throws(GazetteerError) {
            resolution = try CityResolution(
                of: city, language: language, languages: placeLanguages, gazetteer: gazetteer ?? path)
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
    /// - Parameter gazetteer: the path of the gazetteer that was installed with the program.
    convenience init(
        path: String, isNamed: Bool, environment: [String: String], gazetteer: String = ""
    ) throws(ConfigurationError) {
        try self.init(path: path, isNamed: isNamed, environment: environment) {
            configuration, values throws(ConfigurationError) in
            try configuration.locate(values, gazetteer: gazetteer)
        }
    }

    /// - Parameter gazetteer: the path of the gazetteer that was installed with the program.
    static func mistakes(
        path: String, isNamed: Bool, environment: [String: String], gazetteer: String
    ) -> [ConfigurationError] {
        mistakes(path: path, isNamed: isNamed, environment: environment) {
            configuration, values throws(ConfigurationError) in
            try configuration.locate(values, gazetteer: gazetteer)
        }
    }
}
