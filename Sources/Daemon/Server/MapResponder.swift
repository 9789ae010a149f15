import ClientProtocol
import Rendering
import Store
import Weather

/// Answers requests for the map of places: reverse geocoding for its centre, then reading the coastlines, then drawing.
struct MapResponder: Sendable {
    typealias Answer = Responder.Answer

    let views: ViewResponder
    let effects: Responder.Effects

    /// The default zoom level for a single position.
    private static let zoom = 4

    func map(_ request: MapRequest, _ reading: ViewRequest) -> Answer {
        let window = Self.window(request, columns: reading.width, views.store.snapshot)
        let cells = window.columns * window.lines
        guard cells <= MapRequest.cellsLimit || reading.output == .json else {
            return .reply(RequestFailure.mapTooLarge(columns: window.columns, lines: window.lines).reply)
        }
        let cost = 1 + Double(cells) / 10_000
        guard request.hasCursor else { return .render(cost: cost) { [self] in drawn(window, nil, reading) } }
        return .later { [self] in
            do throws(RequestFailure) {
                let coordinate = try PlaceResolver.coordinate(window.center.latitude, window.center.longitude)
                let cursor = Place(coordinate: coordinate, locality: await effects.landmark(coordinate))
                let translated = reading.language.map(cursor.translated) ?? cursor
                return .render(cost: cost) { [self] in drawn(window, translated, reading) }
            } catch {
                return .reply(error.reply)
            }
        }
    }

    private func drawn(_ window: MapWindow, _ cursor: Place?, _ reading: ViewRequest) -> Answer {
        do throws(RequestFailure) {
            return .reply(.ok(try lines(of: window, cursor, reading)))
        } catch {
            return .reply(error.reply)
        }
    }

    private func lines(of window: MapWindow, _ cursor: Place?, _ reading: ViewRequest) throws(RequestFailure)
        -> [String]
    {
        let snapshot = views.store.snapshot
        let style = try views.presentation().style(of: reading, snapshot)
        var map = MapScene(
            window: window, cards: views.cards(snapshot, views.now(), in: reading.language),
            noLocation: snapshot.place == nil ? PlaceSentence.noLocation(snapshot) : nil)
        map.cursor = cursor
        guard reading.output != .json else { return [MapView.json(of: map, in: style)] }
        do throws(CoastlineError) {
            return try MapView.lines(of: map, on: try effects.coastline(), in: style)
        } catch {
            throw .noMap(error)
        }
    }

    /// The requested centre; by default the centre of the places, or else the shown place.
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
