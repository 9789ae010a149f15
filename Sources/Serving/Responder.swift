public import Keeping
import NIOCore
public import Rendering
public import Weather
import Wire

/// Turns requests into replies, from what is kept.
///
/// Nothing here waits: what takes time is handed back as work to do.
public struct Responder: Sendable {
    /// How the configuration wants the weather shown.
    public struct Presentation: Sendable {
        public var icons: Icons
        public var shortTemplate: Template
        /// The age in seconds from which a report is no longer fresh.
        public var staleAfter: Int

        public init(icons: Icons = .emoji, shortTemplate: Template = .standard, staleAfter: Int = 3600) {
            self.icons = icons
            self.shortTemplate = shortTemplate
            self.staleAfter = staleAfter
        }
    }

    /// What requests can set going.
    public struct Effects: Sendable {
        /// Somebody wants the weather of a place that is looked after.
        public var asked: @Sendable (Coordinate) -> Void
        /// The settings were changed.
        public var settingsChanged: @Sendable () -> Void
        /// Fetches anew; with `wait` the answer comes when that has ended.
        public var refresh: @Sendable (Coordinate, _ wait: Bool) async -> RefreshAnswer

        public init(
            asked: @escaping @Sendable (Coordinate) -> Void, settingsChanged: @escaping @Sendable () -> Void,
            refresh: @escaping @Sendable (Coordinate, _ wait: Bool) async -> RefreshAnswer
        ) {
            self.asked = asked
            self.settingsChanged = settingsChanged
            self.refresh = refresh
        }
    }

    enum Answer {
        case reply(Reply)
        /// The reply takes its time.
        case later(@Sendable () async -> Reply)
        /// The connection is to be sent this reading's reply again and again.
        case watch(Reading)
    }

    let store: Store
    let now: @Sendable () -> UnixTime
    private let presentation: @Sendable () -> Presentation
    let effects: Effects

    /// - Parameters:
    ///   - now: the wall clock.
    ///   - presentation: asked for each reply, since the configuration can be read anew.
    public init(
        store: Store, now: @escaping @Sendable () -> UnixTime,
        presentation: @escaping @Sendable () -> Presentation, effects: Effects
    ) {
        self.store = store
        self.now = now
        self.presentation = presentation
        self.effects = effects
    }

    // MARK: - Answers

    func answer(line: ByteBufferView) -> Answer {
        do throws(RequestError) {
            return answer(try Request(line: line))
        } catch {
            return .reply(.error(error.code, error.sentence))
        }
    }

    func answer(_ request: Request) -> Answer {
        switch request {
        case .read(let reading):
            return .reply(reply(to: reading))
        case .watch(let reading):
            // What can change by itself is worth watching; a mistake in the request is not.
            switch reply(to: reading) {
            case .ok, .error(.noData, _), .error(.noLocation, _), .error(.busy, _): return .watch(reading)
            case .error(let code, let message): return .reply(.error(code, message))
            }
        case .setUnits(let words):
            return setUnits(words)
        case .setLocation(let latitude, let longitude, let name):
            return setLocation(latitude, longitude, name)
        case .refresh(let wait, let place):
            return refresh(wait: wait, place)
        case .version:
            return .reply(.ok(["weatherd \(Release.version)"]))
        case .help:
            return .reply(.ok(HelpView.lines))
        }
    }

    /// The reply, and after how many seconds it is worth asking again although nothing new is known; nil for never.
    func watchedReply(to reading: Reading) -> (reply: Reply, lasting: Int?) {
        var next: UnixTime?
        let reply = reply(to: reading) { scene, style in
            next = scene.nextChange(of: reading.view, as: reading.output, in: style)
            // Only the current place is kept fresh unasked: the others are asked for again.
            if reading.place != nil { next = min(next ?? .distantFuture, scene.now.advanced(by: RefreshFloor.seconds)) }
        }
        return (reply, next.map { max(1, $0.seconds(since: now())) })
    }

    // MARK: - Reading

    private func reply(to reading: Reading, noting note: (Scene, Style) -> Void = { _, _ in }) -> Reply {
        let snapshot = store.snapshot
        let now = now()
        do throws(Refusal) {
            let style = try style(of: reading, snapshot)
            let place = try place(reading.place, snapshot)
            if reading.place != nil, let place { try ask(place.coordinate, snapshot, now) }
            let weather = place.flatMap { snapshot.weather[$0.coordinate.rounded] }
            if case .status = reading.view {
                let status = status(place, weather, reading, snapshot, now)
                if let place { note(scene(place, weather, now), style) }
                return .ok(StatusView.lines(of: status, as: reading.output))
            }
            guard let place else { throw .noLocation }
            let scene = scene(place, weather, now)
            note(scene, style)
            do throws(NoWeather) {
                return .ok(try lines(of: reading, scene, style))
            } catch {
                throw .noWeather(error)
            }
        } catch {
            return error.reply
        }
    }

    private func lines(of reading: Reading, _ scene: Scene, _ style: Style) throws(NoWeather) -> [String] {
        switch reading.view {
        case .short: try ShortView.lines(of: scene, as: reading.output, in: style)
        case .current: try CurrentView.lines(of: scene, as: reading.output, in: style)
        case .hourly(let hours): try HourlyView.lines(of: scene, hours: hours, as: reading.output, in: style)
        case .daily(let days): try DailyView.lines(of: scene, days: days, as: reading.output, in: style)
        case .status: []
        }
    }

    private func scene(_ place: Place, _ weather: PlaceWeather?, _ now: UnixTime) -> Scene {
        Scene(
            place: place, report: weather?.report, now: now, staleAfter: presentation().staleAfter,
            lastFailure: weather?.failure)
    }

    private func style(of reading: Reading, _ snapshot: Snapshot) throws(Refusal) -> Style {
        let presentation = presentation()
        var style = Style(
            units: snapshot.units, icons: presentation.icons, shortTemplate: presentation.shortTemplate)
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

    private func status(
        _ place: Place?, _ weather: PlaceWeather?, _ reading: Reading, _ snapshot: Snapshot, _ now: UnixTime
    ) -> DaemonStatus {
        let report = weather?.report
        let source: DaemonStatus.LocationSource =
            if reading.place != nil {
                .request
            } else if snapshot.settings.location != nil {
                .weatherctl
            } else {
                snapshot.defaults.location == nil ? .none : .configuration
            }
        return DaemonStatus(
            place: place, locationSource: source, provider: report?.provider,
            freshness: report?.freshness(at: now, staleAfter: presentation().staleAfter) ?? .none,
            observedAt: report?.observedAt, fetchedAt: report?.fetchedAt, age: report?.age(at: now),
            nextRefresh: weather?.nextRefresh, offline: weather?.failure?.isOffline ?? false,
            lastFailure: weather?.failure, requestsToday: snapshot.requests.count(at: now), version: Release.version,
            timeZone: report?.timeZone)
    }

    // MARK: - Places

    /// The place that is meant; nil when the current one is and there is none.
    func place(_ reference: PlaceReference?, _ snapshot: Snapshot) throws(Refusal) -> Place? {
        switch reference {
        case nil:
            return snapshot.place
        case .coordinate(let latitude, let longitude):
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
                throw .badCoordinate
            }
            if let current = snapshot.place, current.coordinate.rounded == coordinate.rounded { return current }
            return Place(coordinate: coordinate)
        case .name(let name):
            guard let current = snapshot.place, current.name?.lowercased() == name.lowercased() else {
                throw .unknownPlace(name)
            }
            return current
        }
    }

    /// Sees to it that the place's weather is looked after. Asking many times a second costs no more than once.
    private func ask(_ coordinate: Coordinate, _ snapshot: Snapshot, _ now: UnixTime) throws(Refusal) {
        guard snapshot.weather[coordinate.rounded]?.askedAt != now else { return }
        guard store.admit(coordinate, at: now) else { throw .tooManyPlaces }
        effects.asked(coordinate.rounded)
    }
}
