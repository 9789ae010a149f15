import Keeping
import Rendering
import Weather
import Wire

// The requests that read, answered from memory.
extension Responder {
    /// The reply, and when it is worth asking again although nothing new is known; nil for never.
    func watchedReply(to reading: Reading) -> (reply: Reply, next: UnixTime?) {
        var next: UnixTime?
        let reply = reply(to: reading) { next = min(next ?? .distantFuture, $0) }
        return (reply, next)
    }

    /// The reply to a reading that cannot be answered whatever happens, so that it is not worth watching.
    func mistake(in reading: Reading) -> Reply? {
        do throws(Refusal) {
            let snapshot = store.snapshot
            _ = try style(of: reading, snapshot)
            _ = try place(reading.place, snapshot)
            return nil
        } catch {
            switch error.reply {
            case .ok, .error(.noData, _), .error(.noLocation, _), .error(.busy, _): return nil
            case .error(let code, let message): return .error(code, message)
            }
        }
    }

    /// - Parameter note: told each moment from which on the reply may read otherwise because of the clock alone.
    func reply(to reading: Reading, noting note: ((UnixTime) -> Void)? = nil) -> Reply {
        let snapshot = store.snapshot
        let now = now()
        do throws(Refusal) {
            var style = try style(of: reading, snapshot)
            style.hintsAtUnits =
                style.hintsAtUnits && reading.isCurrentOnATerminal && note == nil
                && snapshot.settings.units == UnitsChoice()
            func fitted(_ lines: [String]) -> [String] {
                note == nil ? lines : style.fitted(lines, of: reading)
            }
            if case .places = reading.view, !reading.output.isBar {
                return .ok(fitted(places(as: reading.output, snapshot, now, style, reading.language, note)))
            }
            let place = try place(reading.place, snapshot)
            let weather = place.flatMap { snapshot.weather[$0.coordinate.rounded] }
            if let place {
                let kinds = reading.view.kinds(isCurrent: place == snapshot.place)
                if !kinds.isEmpty {
                    // What is not kept fresh by itself is asked for, and asked for again.
                    try ask(kinds, of: place.coordinate, snapshot, now)
                    note?(now.advanced(by: RefreshFloor.seconds))
                }
            }
            let scene = place.map { self.scene($0, weather, snapshot, now, in: reading.language) }
            if let note, let moment = scene?.nextChange(of: reading.view, as: reading.output, in: style) {
                note(moment)
            }
            if let scene, let lines = loading(reading, scene, snapshot, style, isWatched: note != nil) {
                return .ok(lines)
            }
            // Without weather there is no view that it could be seen in.
            style.hintsAtUnits = style.hintsAtUnits && scene?.report != nil && unitsHint.take()
            func view(as output: Reading.Output) throws(Refusal) -> [String] {
                switch reading.view {
                case .places: return places(as: output, snapshot, now, style, reading.language, note)
                case .status:
                    let status = status(place, weather, reading, snapshot, now)
                    return StatusView.lines(of: status, as: output, within: style.width)
                default:
                    guard let scene else { throw .noLocation(snapshot) }
                    return try lines(of: reading.view, scene, as: output, style)
                }
            }
            guard reading.output.isBar else { return .ok(fitted(try view(as: reading.output))) }
            guard let scene else { throw .noLocation(snapshot) }
            return .ok(try bar(reading, scene, style, isWatched: note != nil, view))
        } catch {
            return error.reply
        }
    }

    /// The line of `short`, whatever the view; the view itself stands where the bar has a place for more.
    private func bar(
        _ reading: Reading, _ scene: Scene, _ style: Style, isWatched: Bool,
        _ view: (Reading.Output) throws(Refusal) -> [String]
    ) throws(Refusal) -> [String] {
        var details: [String]?
        if reading.output.hasDetails, !reading.view.isShort { details = try view(.text) }
        do throws(NoWeather) {
            return try ShortView.lines(
                of: scene, details: details, as: reading.output, isWatched: isWatched, in: style)
        } catch {
            throw .noWeather(error)
        }
    }

    /// The line of `short` for a place that `next` has led to and whose first weather is being fetched: without it the step
    /// could not be seen. nil for any other reading.
    private func loading(
        _ reading: Reading, _ scene: Scene, _ snapshot: Snapshot, _ style: Style, isWatched: Bool
    ) -> [String]? {
        guard reading.place == nil, reading.view.isShort || reading.output.isBar, snapshot.isElsewhere,
            scene.report == nil, scene.lastFailure == nil
        else { return nil }
        return ShortView.loading(scene, as: reading.output, isWatched: isWatched, in: style)
    }

    /// Shows the next place or the previous one. A request with a mistake in it moves nothing.
    func step(_ step: Step, _ reading: Reading) -> Answer {
        changing(reading) { store.step(step == .next ? 1 : -1) }
    }

    /// Changes between the two templates of `short`. A request with a mistake in it changes nothing.
    func toggle(_ reading: Reading) -> Answer {
        changing(reading) { store.toggle() }
    }

    /// Makes the change at once and only then has the reply rendered: a client that disconnects cancels the rendering, and
    /// must not lose its change with it.
    private func changing(_ reading: Reading, _ change: () -> Void) -> Answer {
        do throws(Refusal) {
            _ = try style(of: reading, store.snapshot)
        } catch {
            return .reply(error.reply)
        }
        change()
        return rendered(reading) { [self] in .reply(reply(to: reading)) }
    }

    private func lines(
        of view: Reading.View, _ scene: Scene, as output: Reading.Output, _ style: Style
    ) throws(Refusal) -> [String] {
        do throws(NoWeather) {
            return switch view {
            case .short: try ShortView.lines(of: scene, as: output, in: style)
            case .current: try CurrentView.lines(of: scene, as: output, in: style)
            case .show: try ShowView.lines(of: scene, as: output, in: style)
            case .hourly(let hours): try HourlyView.lines(of: scene, hours: hours, as: output, in: style)
            case .daily(let days): try DailyView.lines(of: scene, days: days, as: output, in: style)
            case .alerts: try AlertsView.lines(of: scene, as: output, in: style)
            case .air: try AirView.lines(of: scene, as: output, in: style)
            case .sun: SunView.lines(of: scene, as: output, in: style)
            case .places, .status: []
            }
        } catch {
            throw .noWeather(error)
        }
    }

    private func places(
        as output: Reading.Output, _ snapshot: Snapshot, _ now: UnixTime, _ style: Style, _ locale: String?,
        _ note: ((UnixTime) -> Void)?
    ) -> [String] {
        let cards = cards(snapshot, now, in: locale)
        if let note {
            for card in cards {
                if let moment = card.scene.nextChange(of: .places, as: output, in: style) { note(moment) }
            }
        }
        return PlacesView.lines(
            of: cards, noLocation: snapshot.place == nil ? PlaceSentence.noLocation(snapshot) : nil,
            as: output, in: style)
    }

    /// The current place and the favourites, with what is known of them.
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
        // In the configured language they are kept.
        var scene = Scene(
            place: locale.map(place.translated) ?? place, report: weather?.report, now: now,
            staleAfter: presentation().staleAfter,
            lastFailure: weather?.failure,
            isApproximate: snapshot.isAutomatic && snapshot.located?.place == place
                && snapshot.located?.fix.source.isApproximate == true)
        scene.alerts = weather?.alerts.content
        scene.alertsFailure = weather?.alerts.failure
        scene.air = weather?.air.content
        scene.airFailure = weather?.air.failure
        return scene
    }

    func style(of reading: Reading, _ snapshot: Snapshot) throws(Refusal) -> Style {
        let presentation = presentation()
        var style = presentation.style
        style.units = snapshot.units
        if snapshot.isAlternate {
            style.shortTemplate = presentation.alternateTemplate
        } else if reading.place == nil, snapshot.isElsewhere, !style.keepsShortTemplate {
            // The icon and the temperature alone do not tell whose they are.
            style.shortTemplate = .elsewhere
        }
        style.width = reading.width
        style.height = reading.height
        // A bar has its own way to say how text looks.
        style.terminal = reading.output == .text ? reading.colors : .none
        style.isVertical = reading.isVertical
        if let theme = reading.theme ?? (style.keepsTheme ? nil : reading.background) { style.theme = theme }
        if let locale = reading.language {
            guard let language = Language(locale: locale) else { throw .unknownLanguage(locale) }
            style.speak(language, locale: locale)
        }
        if !reading.units.isEmpty {
            do throws(UnitsChoice.UnknownUnit) {
                style.units = try UnitsChoice(words: reading.units).applied(to: style.units)
            } catch {
                throw .unknownUnit(error)
            }
        }
        if case .short(let format?) = reading.view {
            do throws(TemplateError) {
                style.shortTemplate = try Template(format)
                style.marksWarnings = false
            } catch {
                throw .badTemplate(error)
            }
        }
        return style
    }
}

extension Reading {
    /// The client states the width of a terminal, and of nothing else.
    fileprivate var isCurrentOnATerminal: Bool { view == .current && output == .text && width != nil }

    /// Whether it is answered from what was fetched, and not by computing alone.
    var needsWeather: Bool { view != .sun }

    /// Whether it is the line that bars ask for most, which takes some microseconds. It is rendered on the event loop, and
    /// so never waits for what other clients ask for; everything else is rendered in turns.
    var isOneLine: Bool { view == .short(format: nil) && !output.hasDetails }

    /// About how long the reply takes to render, milliseconds.
    var cost: Double {
        switch view {
        case .short(let format): 0.2 + Double(format?.utf8.count ?? 0) / 500
        case .current, .alerts, .air, .status: 0.5
        case .places, .daily, .show, .sun: 1
        case .hourly(let hours): 1 + Double(hours ?? 48) / 100
        }
    }
}

extension PlaceSentence {
    static func noLocation(_ snapshot: Snapshot) -> String {
        noLocation(isAutomatic: snapshot.isAutomatic, failures: snapshot.locationFailures)
    }
}
