import HTTP
import Weather

/// A weather station of the service's, as its lists and its observations name it.
struct NWSStation: Sendable, Hashable {
    /// `KNYC`.
    var id: String
    /// nil when the service does not give it.
    var name: String?
    /// nil when the service does not give it.
    var coordinate: Coordinate?

    /// A station farther from the place says less of its weather than the forecast does, m: at this distance it may lie
    /// beyond a front or a mountain range.
    private static let longestDistance = 50_000.0

    /// nil when that is no identifier: four letters for an airport, a letter and numbers for others.
    init?(id: String) {
        guard (1...20).contains(id.utf8.count),
            id.utf8.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
            })
        else { return nil }
        self.id = id
    }

    /// nil when it has no identifier.
    ///
    /// - Parameter feature: of GeoJSON: a station, or an observation of one.
    init?(_ feature: JSONValue) {
        let properties = feature["properties"]
        guard let id = properties["stationIdentifier"].text ?? properties["stationId"].text else { return nil }
        self.init(id: id)
        name = (properties["name"].text ?? properties["stationName"].text)?.asReason
        let position = feature["geometry"]["coordinates"]
        if let longitude = position[0].number, let latitude = position[1].number {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    var latestObservation: String { "/stations/\(id)/observations/latest" }

    /// Metres from a place; nil when the service does not say where the station is.
    func distance(to place: Coordinate) -> Double? {
        coordinate.map { place.distance(to: $0).rounded() }
    }

    func isNear(_ place: Coordinate) -> Bool {
        distance(to: place).map { $0 <= Self.longestDistance } ?? true
    }
}
