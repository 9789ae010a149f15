import Keeping
import Rendering
import Weather
import Wire

// The requests that read, answered from memory.
extension Responder {
    /// The reply, and after how many seconds it is worth asking again although nothing new is known; nil for never.
    func watchedReply(to reading: Reading) -> (reply: Reply, lasting: Int?) {
        var next: UnixTime?
        let reply = reply(to: reading) { next = min(next ?? .distantFuture, $0) }
        return (reply, next.map { max(1, $0.seconds(since: now())) })
    }

    /// - Parameter note: told each moment from which on the reply may read otherwise because of the clock alone.
    func reply(to reading: Reading, noting note: ((UnixTime) -> Void)? = nil) -> Reply {
        let snapshot = store.snapshot
        let now = now()
        do throws(Refusal) {
            let style = try style(of: reading, snapshot)
            if case .places = reading.view, !reading.output.isBar {
                return .ok(places(as: reading.output, snapshot, now, style, note))
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
            let scene = place.map { self.scene($0, weather, snapshot, now) }
            if let note, let moment = scene?.nextChange(of: reading.view, as: reading.output, in: style) {
                note(moment)
            }
            func view(as output: Reading.Output) throws(Refusal) -> [String] {
                switch reading.view {
                case .places: return places(as: output, snapshot, now, style, note)
                case .status:
                    let status = status(place, weather, reading, snapshot, now)
                    return StatusView.lines(of: status, as: output, within: style.width)
                default:
                    guard let scene else { throw .noLocation(snapshot) }
                    return try lines(of: reading.view, scene, as: output, style)
                }
            }
            guard reading.output.isBar else { return .ok(try view(as: reading.output)) }
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

    /// Shows the next place or the previous one. A request with a mistake in it moves nothing.
    func step(_ step: Step, _ reading: Reading) -> Reply {
        do throws(Refusal) {
            _ = try style(of: reading, store.snapshot)
        } catch {
            return error.reply
        }
        store.step(step == .next ? 1 : -1)
        return reply(to: reading)
    }

    /// Changes between the two templates of `short`. A request with a mistake in it changes nothing.
    func toggle(_ reading: Reading) -> Reply {
        do throws(Refusal) {
            _ = try style(of: reading, store.snapshot)
        } catch {
            return error.reply
        }
        store.toggle()
        return reply(to: reading)
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
        as output: Reading.Output, _ snapshot: Snapshot, _ now: UnixTime, _ style: Style, _ note: ((UnixTime) -> Void)?
    ) -> [String] {
        let cards = cards(snapshot, now)
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
    func cards(_ snapshot: Snapshot, _ now: UnixTime) -> [PlaceCard] {
        let current = snapshot.place?.coordinate.rounded
        let shown = snapshot.shownPlace?.coordinate.rounded
        let favourites = snapshot.settings.favourites.map(\.coordinate.rounded)
        let positions = Dictionary(zip(favourites, 1...)) { first, _ in first }
        return snapshot.places.map { place in
            let key = place.coordinate.rounded
            return PlaceCard(
                scene: scene(place, snapshot.weather[key], snapshot, now), position: positions[key],
                isCurrent: key == current, isShown: key == shown)
        }
    }

    private func scene(_ place: Place, _ weather: PlaceWeather?, _ snapshot: Snapshot, _ now: UnixTime) -> Scene {
        var scene = Scene(
            place: place, report: weather?.report, now: now, staleAfter: presentation().staleAfter,
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
        // A bar has its own way to say how text looks.
        style.terminal = reading.output == .text ? reading.colors : .none
        style.isVertical = reading.isVertical
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
            } catch {
                throw .badTemplate(error)
            }
        }
        return style
    }
}

extension Reading {
    /// Whether it is answered from what was fetched, and not by computing alone.
    var needsWeather: Bool { view != .sun }

    /// Whether the reply takes a millisecond to make, so that it is made where nobody else's has to wait for it; others take
    /// some hundredths of one.
    var isPage: Bool {
        switch view {
        case .hourly, .daily, .show, .sun: true
        case .short, .current, .alerts, .air, .places, .status: false
        }
    }
}

extension PlaceSentence {
    static func noLocation(_ snapshot: Snapshot) -> String {
        noLocation(isAutomatic: snapshot.isAutomatic, failures: snapshot.locationFailures)
    }
}
