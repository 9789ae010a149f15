import Dialects
import Weather

/// A city whose weather the tests request.
struct CoveredCity: Sendable {
    let name: String
    let coordinate: Coordinate
    let timeZone: String

    private init(_ name: String, _ latitude: Double, _ longitude: Double, _ timeZone: String) {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            preconditionFailure("\(name) is not on Earth")
        }
        (self.name, self.coordinate, self.timeZone) = (name, coordinate, timeZone)
    }

    /// The format that `Home` expects.
    var place: String { "\(coordinate.latitude) \(coordinate.longitude) \(name)" }

    static let oslo = Self("Oslo", 59.9139, 10.7522, "Europe/Oslo")
    static let newYork = Self("Manhattan", 40.7143, -74.006, "America/New_York")
    /// UTC-6 in winter: three- and six-hour periods start at midnight.
    static let chicago = Self("Chicago", 41.85, -87.65, "America/Chicago")
    /// Not covered by any warning authority that weatherd supports.
    static let montevideo = Self("Montevideo", -34.9, -56.2, "America/Montevideo")
}

extension InventedWeather {
    /// The weather of the hour of `now`, which is the same by local time in Oslo, New York and Chicago.
    static func of(_ city: CoveredCity, at now: Int) -> InventedWeather {
        InventedWeather(at: city.coordinate, timeZone: city.timeZone, now: Weather.UnixTime(now - now % 3600))
    }
}
