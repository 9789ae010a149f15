import ClientProtocol
package import Languages
import Rendering
import Store
import Synchronization
public import Weather

/// Answers requests for views from memory.
struct ViewResponder: Sendable {
    typealias Answer = Responder.Answer

    let store: Store
    let now: @Sendable () -> UnixTime
    let presentation: @Sendable () -> Responder.Presentation
    let places: PlaceResolver
    let status: StatusCollector
    /// The first terminal view includes a hint on changing units, if they differ from the region's.
    private let unitsHint = OneTimeAction()

    init(
        store: Store, now: @escaping @Sendable () -> UnixTime,
        presentation: @escaping @Sendable () -> Responder.Presentation, places: PlaceResolver, status: StatusCollector
    ) {
        self.store = store
        self.now = now
        self.presentation = presentation
        self.places = places
        self.status = status
    }

    /// Answers a query at once if that is fast, otherwise off the event loop.
    func rendered(_ reading: ViewRequest, _ answer: @escaping @Sendable () -> Answer) -> Answer {
        reading.isOneLine ? answer() : .render(answer)
    }

    /// The reply to a watched request, and the time at which the clock alone changes it; nil for never.
    func watchedReply(to reading: ViewRequest) -> (reply: Reply, next: UnixTime?) {
        var next: UnixTime?
        let reply = reply(to: reading, isWatched: true) { next = min(next ?? .distantFuture, $0) }
        return (reply, next)
    }

    /// What no reply to a view contains alone: the present temperature as text, the units in words, and when the clock alone
    /// next changes the weather of any place, apart from ages and times of day.
    func glance() -> Glance {
        let (snapshot, now) = (store.snapshot, now())
        guard let style = try? presentation().style(of: ViewRequest(.short(format: nil)), snapshot) else {
            return Glance(
                temperature: nil, units: UnitsSentence.text(snapshot.units), next: nil, isAlternate: false,
                unitsInEffect: snapshot.units, words: Language.english.words)
        }
        let cards = cards(snapshot, now, in: nil)
        let turns = cards.map { card in
            card.isShown
                ? card.scene.nextTurn(in: style)
                : card.scene.nextChange(of: .short(format: nil), as: .text, in: style)
        }
        return Glance(
            temperature: cards.first(where: \.isShown)?.scene.temperature(in: style),
            units: UnitsSentence.text(snapshot.units), next: turns.compactMap(\.self).min(),
            isAlternate: snapshot.isAlternate, unitsInEffect: snapshot.units,
            words: style.language.words(in: style.region))
    }

    /// The answer to a single request, and how long it stays valid while no data changes.
    func lastingReply(to reading: ViewRequest) -> Answer {
        var next: UnixTime?
        let reply = reply(to: reading, isWatched: false) { next = min(next ?? .distantFuture, $0) }
        // JSON contains ages in seconds, and an error may depend on more than the store's snapshot.
        if case .error = reply { next = min(next ?? .distantFuture, now().advanced(by: 1)) }
        if reading.output == .json { next = min(next ?? .distantFuture, now().advanced(by: 1)) }
        return .lastingReply(reply, until: next)
    }

    /// The error for a request that can never succeed, so it cannot be watched.
    func mistake(in reading: ViewRequest) -> Reply? {
        do throws(RequestFailure) {
            let snapshot = store.snapshot
            _ = try presentation().style(of: reading, snapshot)
            _ = try places.place(reading.place, snapshot)
            return nil
        } catch {
            switch error.reply {
            case .ok, .error(.noData, _), .error(.noLocation, _), .error(.busy, _): return nil
            case .error(let code, let message): return .error(code, message)
            }
        }
    }

    /// - Parameter note: called with each time at which the clock alone may change the reply.
    private func reply(to reading: ViewRequest, isWatched: Bool, noting note: (UnixTime) -> Void) -> Reply {
        let snapshot = store.snapshot
        let now = now()
        do throws(RequestFailure) {
            var style = try presentation().style(of: reading, snapshot)
            style.hasTexts = reading.hasTexts
            style.hintsAtUnits =
                style.hintsAtUnits && reading.isCurrentOnATerminal && !isWatched
                && snapshot.settings.units == UnitsChoice()
            func fitted(_ lines: [String]) -> [String] {
                isWatched ? style.fitted(lines, of: reading) : lines
            }
            if case .metrics(let all) = reading.view {
                return .ok(MetricsView.lines(of: try measured(all: all, reading, snapshot, now, style, note)))
            }
            if case .places = reading.view, !reading.output.isBar {
                return .ok(fitted(placesView(as: reading.output, snapshot, now, style, reading.language, note)))
            }
            let place = try places.place(reading.place, snapshot)
            let weather = place.flatMap { snapshot.weather[$0.coordinate.rounded] }
            if let place {
                let kinds = reading.view.kinds(isCurrent: place == snapshot.place)
                if !kinds.isEmpty {
                    // Data that is not refreshed automatically is requested with each answer.
                    try places.ask(kinds, of: place.coordinate, snapshot, now)
                    // If replies were cached for long, the slot of a polled place could go to other places.
                    note(now.advanced(by: isWatched ? RefreshFloor.seconds : 60))
                }
            }
            let scene = place.map { self.scene($0, weather, snapshot, now, in: reading.language) }
            if let moment = scene?.nextChange(of: reading.view, as: reading.output, in: style) {
                note(moment)
            }
            if let scene, let lines = loading(reading, scene, snapshot, style, isWatched: isWatched) {
                return .ok(lines)
            }
            // Without weather the hint would not be visible.
            style.hintsAtUnits = style.hintsAtUnits && scene?.report != nil && unitsHint.take()
            // Not cached: the hint is shown only once, and parts of the status change without the store.
            if !isWatched, style.hintsAtUnits || reading.view == .status { note(now) }
            func view(as output: ViewRequest.Output) throws(RequestFailure) -> [String] {
                switch reading.view {
                case .places: return placesView(as: output, snapshot, now, style, reading.language, note)
                case .status:
                    let status = status.status(place, weather, reading, snapshot, now)
                    return StatusView.lines(of: status, as: output, in: style)
                default:
                    guard let scene else { throw .noLocation(snapshot) }
                    do throws(NoWeather) {
                        return try reading.view.lines(of: scene, as: output, in: style)
                    } catch {
                        throw .noWeather(error)
                    }
                }
            }
            guard reading.output.isBar else { return .ok(fitted(try view(as: reading.output))) }
            guard let scene else { throw .noLocation(snapshot) }
            return .ok(try bar(reading, scene, style, isWatched: isWatched, view))
        } catch {
            return error.reply
        }
    }

    /// The line of `short`, whatever the view; the bar shows the view itself where it has more room.
    private func bar(
        _ reading: ViewRequest, _ scene: Scene, _ style: Style, isWatched: Bool,
        _ view: (ViewRequest.Output) throws(RequestFailure) -> [String]
    ) throws(RequestFailure) -> [String] {
        var details: [String]?
        if reading.output.hasDetails, !reading.view.isShort { details = try view(.text) }
        do throws(NoWeather) {
            return try ShortView.lines(
                of: scene, details: details, as: reading.output, isWatched: isWatched, in: style)
        } catch {
            throw .noWeather(error)
        }
    }

    /// The line of `short` for a place that `next` selected while its first weather is being fetched, so that the step is
    /// visible; nil for other requests.
    private func loading(
        _ reading: ViewRequest, _ scene: Scene, _ snapshot: Snapshot, _ style: Style, isWatched: Bool
    ) -> [String]? {
        guard reading.place == nil, reading.view.isShort || reading.output.isBar, snapshot.isElsewhere,
            scene.report == nil, scene.lastFailure == nil
        else { return nil }
        return ShortView.loading(scene, as: reading.output, isWatched: isWatched, in: style)
    }

    /// Shows another place. An invalid request changes nothing.
    func step(_ step: Step, _ reading: ViewRequest) -> Answer {
        switch step {
        case .next: return changing(reading) { store.step(1) }
        case .previous: return changing(reading) { store.step(-1) }
        case .place, .position:
            do throws(RequestFailure) {
                let place = try selected(step, reading)
                return changing(reading) { store.show(place) }
            } catch {
                return .reply(error.reply)
            }
        }
    }

    /// The place that a step names.
    private func selected(_ step: Step, _ reading: ViewRequest) throws(RequestFailure) -> Place {
        let snapshot = store.snapshot
        let known = snapshot.places
        switch step {
        case .next, .previous: break
        case .position(let position):
            guard known.indices.contains(position) else { throw .noSuchPlace(position, count: known.count) }
            return known[position]
        case .place("0"):
            guard let current = snapshot.place else { throw .noLocation(snapshot) }
            return current
        case .place(let name):
            let style = try presentation().style(of: reading, snapshot)
            let shown = reading.language.map { language in known.map { $0.translated(to: language) } } ?? known
            if let index = PlaceNames.names(of: shown, in: style).firstIndex(of: name) { return known[index] }
            do throws(RequestFailure) {
                if let place = try places.place(PlaceReference(name), snapshot), known.contains(place) { return place }
            } catch .unknownPlace {
                // The same sentence as for a place that is known, but not in the list.
            }
            throw .notInPlaces(name)
        }
        throw .noLocation(snapshot)
    }

    /// Switches between the two templates of `short`. An invalid request changes nothing.
    func toggle(_ reading: ViewRequest) -> Answer {
        changing(reading) { store.toggle() }
    }

    /// Makes the change before rendering the reply: a client that disconnects cancels only the rendering, not the
    /// change.
    private func changing(_ reading: ViewRequest, _ change: () -> Void) -> Answer {
        do throws(RequestFailure) {
            _ = try presentation().style(of: reading, store.snapshot)
        } catch {
            return .reply(error.reply)
        }
        change()
        return rendered(reading) { [self] in lastingReply(to: reading) }
    }

    private func placesView(
        as output: ViewRequest.Output, _ snapshot: Snapshot, _ now: UnixTime, _ style: Style, _ locale: String?,
        _ note: (UnixTime) -> Void
    ) -> [String] {
        let cards = cards(snapshot, now, in: locale)
        for card in cards {
            if let moment = card.scene.nextChange(of: .places, as: output, in: style) { note(moment) }
        }
        return PlacesView.lines(
            of: cards, noLocation: snapshot.place == nil ? PlaceSentence.noLocation(snapshot) : nil,
            as: output, in: style)
    }

    /// The places of `metrics`: all, with their names, or one. It need not be the shown one, so that `next` does not change
    /// what is monitored.
    private func measured(
        all: Bool, _ reading: ViewRequest, _ snapshot: Snapshot, _ now: UnixTime, _ style: Style,
        _ note: (UnixTime) -> Void
    ) throws(RequestFailure) -> [MetricsView.Subject] {
        let place = try reading.place == nil ? snapshot.place : places.place(reading.place, snapshot)
        let kinds = reading.view.kinds(isCurrent: place == snapshot.place)
        if let place, !all || place == snapshot.place { try places.ask(kinds, of: place.coordinate, snapshot, now) }
        // Ages are in seconds.
        note(now.advanced(by: 1))
        func subject(_ place: Place, _ name: String?) -> MetricsView.Subject {
            let weather = snapshot.weather[place.coordinate.rounded]
            return MetricsView.Subject(scene(place, weather, snapshot, now, in: nil), name: name)
        }
        guard all else { return place.map { [subject($0, nil)] } ?? [] }
        return zip(snapshot.places, PlaceNames.names(of: snapshot.places, in: style)).map(subject)
    }

    /// The current place and the favourites, with their weather.
    ///
    /// - Parameter locale: the language of their names; nil for the configured one.
    func cards(_ snapshot: Snapshot, _ now: UnixTime, in locale: String?) -> [PlaceCard] {
        let current = snapshot.place?.coordinate.rounded
        let shown = snapshot.shownPlace?.coordinate.rounded
        let favourites = snapshot.settings.favourites.map(\.coordinate.rounded)
        let positions = Dictionary(zip(favourites, 1...)) { first, _ in first }
        return snapshot.places.map { place in
            let key = place.coordinate.rounded
            return PlaceCard(
                scene: scene(place, snapshot.weather[key], snapshot, now, in: locale), position: positions[key],
                isCurrent: key == current, isShown: key == shown)
        }
    }

    private func scene(
        _ place: Place, _ weather: PlaceWeather?, _ snapshot: Snapshot, _ now: UnixTime, in locale: String?
    ) -> Scene {
        // Names in the configured language are stored.
        var scene = Scene(
            place: locale.map(place.translated) ?? place,
            report: snapshot.report(of: place.coordinate.rounded, at: now), now: now,
            staleAfter: presentation().staleAfter,
            lastFailure: weather?.failure,
            isApproximate: snapshot.isAutomatic && snapshot.located?.place == place
                && snapshot.located?.fix.source.isApproximate == true)
        scene.alerts = weather?.alerts.content
        scene.alertsFailure = weather?.alerts.failure
        scene.air = weather?.air.content
        scene.airFailure = weather?.air.failure
        scene.marine = weather?.marine.content
        scene.marineFailure = weather?.marine.failure
        scene.past = weather?.past ?? PastTemperatures()
        scene.normals = weather?.normals.content
        scene.ensemble = weather?.ensemble.content
        return scene
    }
}

/// See `ViewResponder.glance`.
public struct Glance: Sendable {
    /// `13°C`; nil when unknown.
    public let temperature: String?
    /// As in the reply to `set-units`.
    public let units: String
    /// nil for never.
    public let next: UnixTime?
    /// Whether `toggle` has selected the alternative template of `short`.
    public let isAlternate: Bool
    public let unitsInEffect: Units
    /// The configured language.
    package let words: any Words
}

extension PlaceSentence {
    static func noLocation(_ snapshot: Snapshot) -> String {
        noLocation(isAutomatic: snapshot.isAutomatic, failures: snapshot.locationFailures)
    }
}

/// Answers requests for the map of places: reverse geocoding for its centre, then reading the coastlines, then drawing.
struct MapResponder: Sendable {
    typealias Answer = Responder.Answer

    let views: ViewResponder
    let effects: any Effects

    /// The default zoom level for a single position.
    private static let zoom = 4

    func map(_ request: MapRequest, _ reading: ViewRequest) -> Answer {
        let window = Self.window(request, columns: reading.width, views.store.snapshot)
        let cells = window.columns * window.lines
        guard cells <= MapRequest.cellsLimit || reading.output == .json else {
            return .reply(RequestFailure.mapTooLarge(columns: window.columns, lines: window.lines).reply)
        }
        guard request.hasCursor else { return .render { [self] in drawn(window, nil, reading) } }
        return .later { [self] in
            do throws(RequestFailure) {
                let coordinate = try PlaceResolver.coordinate(window.center.latitude, window.center.longitude)
                let cursor = Place(coordinate: coordinate, locality: await effects.landmark(of: coordinate))
                let translated = reading.language.map(cursor.translated) ?? cursor
                return .render { [self] in drawn(window, translated, reading) }
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

    /// The requested window; by default it is centred on the places, or else on the shown place.
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

/// The properties of a view that determine how it is answered.
struct ViewTraits {
    let command: Command
    /// The count in the request's words; nil for none.
    var count: Int?
    /// The types of reports that the first client waits for, besides the forecast. Some forecasts include warnings.
    var awaited: Set<ReportKind> = []
    /// The types of reports that the view shows.
    var shown: Set<ReportKind> = [.forecast, .alerts]
}

extension ViewRequest.View {
    var traits: ViewTraits {
        switch self {
        case .short: ViewTraits(command: .short)
        case .current: ViewTraits(command: .current)
        case .show: ViewTraits(command: .show)
        case .hourly(let hours): ViewTraits(command: .hourly, count: hours)
        case .daily(let days): ViewTraits(command: .daily, count: days)
        case .alerts: ViewTraits(command: .alerts, awaited: [.alerts, .forecast])
        case .air: ViewTraits(command: .air, awaited: [.air], shown: [.air])
        case .marine: ViewTraits(command: .marine, awaited: [.marine], shown: [.marine])
        case .sun: ViewTraits(command: .sun, shown: [])
        case .places: ViewTraits(command: .places)
        case .status: ViewTraits(command: .status)
        // The current place's air quality is fetched as long as it is monitored.
        case .metrics: ViewTraits(command: .metrics, shown: [.forecast, .alerts, .air])
        }
    }

    /// Whether the view shows the place's warnings, and is requested rarely enough to wait for them.
    fileprivate var tellsWarnings: Bool {
        switch self {
        case .current, .show: true
        default: false
        }
    }

    /// The lines of a view of one place; empty for other views, which need more than a scene.
    func lines(of scene: Scene, as output: ViewRequest.Output, in style: Style) throws(NoWeather) -> [String] {
        switch self {
        case .short: try ShortView.lines(of: scene, as: output, in: style)
        case .current: try CurrentView.lines(of: scene, as: output, in: style)
        case .show: try ShowView.lines(of: scene, as: output, in: style)
        case .hourly(let hours): try HourlyView.lines(of: scene, hours: hours, as: output, in: style)
        case .daily(let days): try DailyView.lines(of: scene, days: days, as: output, in: style)
        case .alerts: try AlertsView.lines(of: scene, as: output, in: style)
        case .air: try AirView.lines(of: scene, as: output, in: style)
        case .marine: try MarineView.lines(of: scene, as: output, in: style)
        case .sun: SunView.lines(of: scene, as: output, in: style)
        case .places, .status, .metrics: []
        }
    }

    /// The request's words, without options.
    var words: String {
        [traits.command.rawValue, traits.count.map(String.init)].compactMap(\.self).joined(separator: " ")
    }

    /// The reports to fetch when a client shows the view.
    ///
    /// - Parameter isCurrent: whether it is the current place, whose forecast and warnings are always kept fresh.
    func kinds(isCurrent: Bool) -> Set<ReportKind> {
        isCurrent ? traits.shown.subtracting([.forecast, .alerts]) : traits.shown
    }
}

extension ViewRequest {
    /// The reports that the first client waits for. For a place named in the request, these include warnings, which are not
    /// fetched earlier; for the current place, warnings are always kept fresh.
    var awaited: Set<ReportKind> {
        guard place != nil, !output.isBar, view.tellsWarnings else { return view.traits.awaited }
        return view.traits.awaited.union([.forecast, .alerts])
    }
}

// How a request is answered.
extension ViewRequest {
    /// Only a terminal client sends a width.
    var isCurrentOnATerminal: Bool { view == .current && output == .text && width != nil }

    /// Whether the user is looking at the weather of the shown place, so that the location should be up to date.
    var showsCurrentPlace: Bool { (view == .current || view == .show) && place == nil }

    /// Whether the answer uses fetched data, not only computation.
    var needsWeather: Bool { !view.traits.shown.isEmpty }

    /// Whether it is the most frequent request of bars, which takes a few microseconds. It is rendered on the event loop, so it
    /// never waits for other clients; everything else is rendered on a separate thread.
    var isOneLine: Bool { view == .short(format: nil) && !output.hasDetails }
}

extension Style {
    /// Fits a watched page, which cannot be scrolled, to the height of its terminal. Output for programs and bars is unchanged.
    func fitted(_ lines: [String], of reading: ViewRequest) -> [String] {
        guard reading.output == .text, !reading.view.isShort else { return lines }
        var style = self
        // The keys of `status` are English.
        if reading.view == .status { style.language = .english }
        return style.fittedToHeight(
            lines, command: reading.place == nil ? "weatherctl \(reading.view.words)" : nil)
    }
}

/// An action that is done once in the daemon's lifetime.
final class OneTimeAction: Sendable {
    private let isDone = Mutex(false)

    /// Whether this is the first call.
    func take() -> Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }
}
