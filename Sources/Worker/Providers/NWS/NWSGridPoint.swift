import HTTP
import Weather

/// A place's cell in the service's grid, and the paths of its forecasts.
struct NWSGridPoint: Sendable, Hashable {
    /// Paths instead of URLs, so that an answer cannot direct requests to another host.
    var hourly: String
    /// Of the half-daily forecast; nil when not given.
    var daily: String?
    /// Of the gridded data; nil when not given.
    var grid: String?
    /// Of the list of nearby stations; nil when not given.
    var stations: String?
    /// As in tzdata; nil when not given.
    var timeZone: String?
    /// The nearest weather station; nil when not known yet.
    var station: NearestStation?

    enum NearestStation: Sendable, Hashable {
        case station(NWSStation)
        /// No station is near enough.
        case none
    }

    /// nil without an hourly forecast, as at sea.
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

    /// Takes the nearest station of the list.
    mutating func setStation(_ list: JSONValue, for coordinate: Coordinate) {
        let nearest = NWSStation.stations(of: list, near: coordinate).first
        station = nearest.flatMap { $0.isNear(coordinate) ? .station($0) : nil } ?? NearestStation.none
    }

    /// `/gridpoints/OKX/1,1/forecast` of a URL with that path on any host; nil for anything else.
    private static func path(_ url: JSONValue) -> String? {
        guard let text = url.text, let scheme = text.firstRange(of: "://") else { return nil }
        let path = text[scheme.upperBound...].drop { $0 != "/" }
        return isPath(path) ? String(path) : nil
    }

    /// Whether it can be appended to the service's URL without changing the host.
    static func isPath(_ text: Substring) -> Bool {
        text.first == "/" && text.utf8.count > 1
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    }
}
