import HTTP
import Weather

/// The cell of the service's grid that a place lies in, and where its forecasts are to be had.
struct NWSGridPoint: Sendable, Hashable {
    /// Paths on the service, never addresses: whoever answers must not send us to another host.
    var hourly: String
    /// Of the half-daily forecast; nil when not told.
    var daily: String?
    /// Of the numbers behind the forecasts; nil when not told.
    var grid: String?
    /// Of the list of stations nearby; nil when not told.
    var stations: String?
    /// As tzdata names it; nil when not told.
    var timeZone: String?
    /// The nearest weather station; nil when it is not known yet.
    var station: NearestStation?

    enum NearestStation: Sendable, Hashable {
        case station(NWSStation)
        /// None is near enough.
        case none
    }

    /// nil when there is no hourly forecast for the point, as at sea.
    ///
    /// - Parameter answer: to `/points/{latitude},{longitude}`.
    init?(_ answer: JSONValue) {
        let properties = answer["properties"]
        guard let hourly = Self.path(properties["forecastHourly"]) else { return nil }
        self.hourly = hourly
        daily = Self.path(properties["forecast"])
        grid = Self.path(properties["forecastGridData"])
        stations = Self.path(properties["observationStations"])
        timeZone = properties["timeZone"].text
    }

    /// Takes the nearest station from a list, which has it first.
    mutating func setStation(_ list: JSONValue, for coordinate: Coordinate) {
        let nearest = NWSStation(list["features"][0])
        station = nearest.flatMap { $0.isNear(coordinate) ? .station($0) : nil } ?? NearestStation.none
    }

    /// `/gridpoints/OKX/1,1/forecast` of that path on any host; nil for what is no address.
    private static func path(_ url: JSONValue) -> String? {
        guard let text = url.text, let scheme = text.firstRange(of: "://") else { return nil }
        let path = text[scheme.upperBound...].drop { $0 != "/" }
        return isPath(path) ? String(path) : nil
    }

    /// Whether it can follow the service's address without leading away from it.
    static func isPath(_ text: Substring) -> Bool {
        text.first == "/" && text.utf8.count > 1
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    }
}
