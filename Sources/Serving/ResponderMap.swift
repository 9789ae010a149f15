import Keeping
import Rendering
import Weather
import Wire

// The places on a map. The file of the coast lines and the gazetteer are read for it, so it takes its time.
extension Responder {
    /// How near a map of one position is, when nobody says how near.
    private static let zoom = 4

    func map(_ request: MapRequest, _ reading: Reading) -> Answer {
        .later { [self] in
            do throws(Refusal) {
                return .reply(.ok(try await lines(of: request, reading)))
            } catch {
                return .reply(error.reply)
            }
        }
    }

    private func lines(of request: MapRequest, _ reading: Reading) async throws(Refusal) -> [String] {
        let snapshot = store.snapshot
        let style = try style(of: reading, snapshot)
        var map = MapScene(
            window: Self.window(request, columns: style.width, snapshot), cards: cards(snapshot, now()),
            noLocation: snapshot.place == nil ? PlaceSentence.noLocation(snapshot) : nil)
        if request.hasCursor {
            let center = map.window.center
            let coordinate = try Self.coordinate(center.latitude, center.longitude)
            map.cursor = Place(coordinate: coordinate, locality: await effects.landmark(coordinate))
        }
        guard reading.output != .json else { return [MapView.json(of: map, in: style)] }
        do throws(CoastlineError) {
            return try MapView.lines(of: map, on: try effects.coastline(), in: style)
        } catch {
            throw .noMap(error)
        }
    }

    /// What was asked for; what was not is where the places are, and else the place that is shown.
    private static func window(_ request: MapRequest, columns: Int?, _ snapshot: Snapshot) -> MapWindow {
        let columns = columns ?? MapView.columns
        let lines = request.lines ?? MapView.lines(forColumns: columns)
        let fitting = MapWindow(fitting: snapshot.places.map(\.coordinate), columns: columns, lines: lines)
        let isPlain = request.center == nil && request.zoom == nil && !request.hasCursor
        guard !isPlain else { return fitting }
        let here = snapshot.shownPlace.map(\.coordinate)
            .map { MapPosition(latitude: $0.latitude, longitude: $0.longitude) }
        let window = MapWindow(
            center: request.center ?? here ?? fitting.center, zoom: Double(request.zoom ?? zoom), columns: columns,
            lines: lines)
        return request.center == nil && !request.hasCursor ? window.keptOnEarth : window
    }
}
