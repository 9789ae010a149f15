import HTTP
import Synchronization
public import Weather

/// Caches the grid points of places for a day, since grids are moved now and then.
public final class NWSGridPoints: Sendable {
    /// What is known of a place.
    enum PointLookup: Sendable {
        case point(NWSGridPoint)
        /// There is no forecast for the place, with the service's reason.
        case notCovered(reason: String?)
    }

    private struct CachedPoint {
        var finding: PointLookup
        var since: UnixTime

        func isCurrent(at now: UnixTime) -> Bool {
            (0..<86_400).contains(now.seconds(since: since))
        }
    }

    private let kept = Mutex<[Coordinate: CachedPoint]>([:])

    public init() {}

    /// nil when the service must be queried.
    func finding(for coordinate: Coordinate, at now: UnixTime) -> PointLookup? {
        kept.withLock { kept in
            kept[coordinate.rounded].flatMap { $0.isCurrent(at: now) ? $0.finding : nil }
        }
    }

    /// The cached result for a place, stale or not, and its time.
    func kept(for coordinate: Coordinate) -> (PointLookup, since: UnixTime)? {
        kept.withLock { kept in kept[coordinate.rounded].map { ($0.finding, $0.since) } }
    }

    func keep(_ finding: PointLookup, for coordinate: Coordinate, at now: UnixTime) {
        kept.withLock { kept in
            kept = kept.filter { $0.value.isCurrent(at: now) }
            kept[coordinate.rounded] = CachedPoint(finding: finding, since: now)
        }
    }

    /// Restores a result from the time `since`.
    func restore(_ finding: PointLookup, for coordinate: Coordinate, since: UnixTime) {
        kept.withLock { $0[coordinate.rounded] = CachedPoint(finding: finding, since: since) }
    }

    /// Updates a cached point without renewing it.
    func amend(_ point: NWSGridPoint, for coordinate: Coordinate) {
        kept.withLock { $0[coordinate.rounded]?.finding = .point(point) }
    }

    func forget(_ coordinate: Coordinate) {
        _ = kept.withLock { $0.removeValue(forKey: coordinate.rounded) }
    }
}

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

// Persists grid points for a process that lives for only one fetch.
extension NWSGridPoints {
    /// The cached result for a place as lines of text, for `remember`; empty when there is none.
    public func hint(for coordinate: Coordinate) -> [UInt8] {
        guard let (finding, since) = kept(for: coordinate) else { return [] }
        let lines: [String] =
            switch finding {
            case .point(let point):
                ["point", point.hourly]
                    + [point.daily, point.grid, point.stations, point.timeZone].map { $0 ?? "" }
                    + (point.station.map(\.hintLines) ?? [])
            case .notCovered(let reason): ["none", reason ?? ""]
            }
        return Array(([String(since.seconds)] + lines).joined(separator: "\n").utf8)
    }

    /// Restores what `hint` returned earlier. It is untrusted, so each path is validated again.
    public func remember(_ hint: [UInt8], for coordinate: Coordinate) {
        guard let text = String(validating: hint, as: UTF8.self) else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count > 2, let since = Int(lines[0]).map(UnixTime.init) else { return }
        if lines[1] == "none" {
            restore(.notCovered(reason: lines[2].asReason), for: coordinate, since: since)
        } else if lines[1] == "point", let point = NWSGridPoint(hint: lines[2...]) {
            restore(.point(point), for: coordinate, since: since)
        }
    }
}

extension NWSGridPoint {
    /// - Parameter lines: the paths, the time zone, and the station if it is known.
    fileprivate init?(hint lines: ArraySlice<String>) {
        let lines = Array(lines)
        guard lines.count >= 5, lines[..<4].allSatisfy({ $0.isEmpty || Self.isPath($0[...]) }), !lines[0].isEmpty
        else { return nil }
        hourly = lines[0]
        (daily, grid, stations) = (lines[1].asHinted, lines[2].asHinted, lines[3].asHinted)
        timeZone = lines[4].asHinted
        guard lines.count > 5 else { return }
        station = NearestStation(hint: Array(lines[5...]))
    }
}

extension NWSGridPoint.NearestStation {
    fileprivate var hintLines: [String] {
        switch self {
        case .none: ["none"]
        case .station(let station):
            [
                station.id, station.name ?? "", station.coordinate.map { "\($0.latitude)" } ?? "",
                station.coordinate.map { "\($0.longitude)" } ?? "",
            ]
        }
    }

    fileprivate init?(hint lines: [String]) {
        if lines == ["none"] {
            self = .none
            return
        }
        guard lines.count == 4, var station = NWSStation(id: lines[0]) else { return nil }
        station.name = lines[1].asReason
        if let latitude = Double(lines[2]), let longitude = Double(lines[3]) {
            station.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        self = .station(station)
    }
}

extension String {
    fileprivate var asHinted: String? { isEmpty ? nil : self }
}
