import HTTP
import Weather

/// A weather station, as in the service's lists and observations.
struct NWSStation: Sendable, Hashable {
    /// `KNYC`.
    var id: String
    /// nil when not given.
    var name: String?
    /// nil when not given.
    var coordinate: Coordinate?

    /// Beyond this distance, m, a front or a mountain range may lie in between, and the forecast is better.
    private static let longestDistance = 50_000.0

    /// nil for an invalid identifier: four letters for an airport, a letter and digits for others.
    init?(id: String) {
        guard (1...20).contains(id.utf8.count),
            id.utf8.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
            })
        else { return nil }
        self.id = id
    }

    /// nil without an identifier.
    ///
    /// - Parameter feature: of GeoJSON: a station, or an observation of one.
    init?(_ feature: JSONValue) {
        let properties = feature["properties"]
        // Older observations only have the station's URL.
        let last = properties["station"].text?.split(separator: "/").last.map(String.init)
        guard let id = properties["stationIdentifier"].text ?? properties["stationId"].text ?? last else { return nil }
        self.init(id: id)
        name = (properties["name"].text ?? properties["stationName"].text)?.asReason
        let position = feature["geometry"]["coordinates"]
        if let longitude = position[0].number, let latitude = position[1].number {
            coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    /// The stations of a list, the nearest first. The service's order is not always that of distance; stations without a
    /// position keep theirs, after the others.
    static func stations(of list: JSONValue, near place: Coordinate) -> [NWSStation] {
        let stations = list["features"].elements.prefix(longestList).compactMap { NWSStation($0) }
        let distances = stations.map { $0.distance(to: place) ?? .infinity }
        let order = stations.indices.sorted { distances[$0] == distances[$1] ? $0 < $1 : distances[$0] < distances[$1] }
        return order.map { stations[$0] }
    }

    /// The service lists about fifty.
    private static let longestList = 200

    var latestObservation: String { "/stations/\(id)/observations/latest" }

    /// Metres from a place; nil when the station's position is unknown.
    func distance(to place: Coordinate) -> Double? {
        coordinate.map { place.distance(to: $0).rounded() }
    }

    func isNear(_ place: Coordinate) -> Bool {
        distance(to: place).map { $0 <= Self.longestDistance } ?? true
    }
}
