import Store
import Weather

/// The positions sent to services in place of the user's: rounded, unless `precise-location` is set, and deduplicated.
///
/// Everything that is shown or computed keeps the user's own position.
struct SentPositions {
    /// The positions that services receive.
    let positions: [Coordinate]
    private let coordinates: [Coordinate]
    private let settings: ServiceSettings

    init(of coordinates: [Coordinate], in settings: ServiceSettings) {
        self.coordinates = coordinates
        self.settings = settings
        var known: Set<Coordinate> = []
        positions = coordinates.map(settings.sentPosition).filter { known.insert($0).inserted }
    }

    /// Reports of the user's places by the positions that are sent for them.
    func previous<Content: ProviderReport>(_ reports: [Content]) -> [Coordinate: Content] {
        var previous: [Coordinate: Content] = [:]
        for var report in reports {
            report.coordinate = settings.sentPosition(of: report.coordinate)
            previous[report.coordinate] = previous[report.coordinate] ?? report
        }
        return previous
    }

    /// The results for `positions` as results for the user's places, in the order of these.
    func returned<Content: ProviderReport>(
        _ results: [Result<Content, FetchFailure>]
    ) -> [Result<Content, FetchFailure>] {
        let byPosition = Dictionary(zip(positions, results)) { first, _ in first }
        return coordinates.compactMap { coordinate in
            byPosition[settings.sentPosition(of: coordinate)]?.map { report in
                var report = report
                report.coordinate = coordinate
                return report
            }
        }
    }
}

extension ServiceSettings {
    /// The positions that are sent again and again for one type of report: those of the current place and the favourites, or, for
    /// a type that is fetched for the current place, of that one. Without any, those that clients name.
    func positions(of kind: ReportKind, in snapshot: Snapshot) -> Set<Coordinate> {
        let hasFavourites = kind == .forecast || kind == .alerts && fetchesWarningsOfFavourites
        let places = hasFavourites ? snapshot.places : [snapshot.place].compactMap(\.self)
        let coordinates = places.isEmpty ? Array(snapshot.weather.keys) : places.map(\.coordinate)
        return Set(coordinates.map(sentPosition))
    }
}
