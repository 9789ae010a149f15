public import Keeping
import NIOCore
public import Rendering
public import Weather
public import Wire

/// Turns requests into replies, from what is kept.
///
/// Nothing here waits: what takes time is handed back as work to do.
public struct Responder: Sendable {
    /// How the configuration wants the weather shown.
    public struct Presentation: Sendable {
        /// With the units left out, which are the settings'.
        public var style: Style
        /// What `short` is written after when it has been toggled.
        public var alternateTemplate: Template
        /// The age in seconds from which a report is no longer fresh.
        public var staleAfter: Int

        public init(
            style: Style = Style(), alternateTemplate: Template = .alternate, staleAfter: Int = 3600
        ) {
            self.style = style
            self.alternateTemplate = alternateTemplate
            self.staleAfter = staleAfter
        }
    }

    /// What requests can set going.
    public struct Effects: Sendable {
        /// Somebody wants this kind of report of a place that is looked after.
        public var asked: @Sendable (Coordinate, ReportKind) -> Void
        /// Somebody looks at the weather of now, so that it matters whether the machine has moved.
        public var looked: @Sendable () -> Void
        /// The settings were changed.
        public var settingsChanged: @Sendable () -> Void
        /// Fetches anew; with `wait` the answer comes when that has ended.
        public var refresh: @Sendable (Coordinate, _ wait: Bool) async -> RefreshAnswer
        /// Returns when a place that is asked for the first time, or with nil the current one that is being looked for,
        /// has its reports of these kinds, or a second or two have not brought them.
        public var settle: @Sendable (Coordinate?, Set<ReportKind>) async -> Void
        /// The cities that a query fits, best first, named in a language, nil for the configured one; at least one.
        public var search: @Sendable (String, _ language: String?) async throws(SearchFailure) -> [City]
        /// The one city that is meant by a query.
        public var city: @Sendable (String) async throws(SearchFailure) -> City
        /// What the gazetteer says of a position; nil when it cannot be asked.
        public var locality: @Sendable (Coordinate) async -> Locality?
        /// Likewise, with nobody else asked, and without the place being kept.
        public var landmark: @Sendable (Coordinate) async -> Locality?
        /// The coast lines, read anew for each map.
        public var coastline: @Sendable () throws(CoastlineError) -> Coastline
        /// The providers that are left alone at the moment.
        public var resting: @Sendable () -> [RestingProvider]
        /// What is well and what is wrong, given the state that `status` tells of the current place.
        public var examine: @Sendable (DaemonStatus) async -> [Finding]

        public init(
            asked: @escaping @Sendable (Coordinate, ReportKind) -> Void, looked: @escaping @Sendable () -> Void,
            settingsChanged: @escaping @Sendable () -> Void,
            refresh: @escaping @Sendable (Coordinate, _ wait: Bool) async -> RefreshAnswer,
            settle: @escaping @Sendable (Coordinate?, Set<ReportKind>) async -> Void,
            search: @escaping @Sendable (String, _ language: String?) async throws(SearchFailure) -> [City],
            city: @escaping @Sendable (String) async throws(SearchFailure) -> City,
            locality: @escaping @Sendable (Coordinate) async -> Locality?,
            landmark: @escaping @Sendable (Coordinate) async -> Locality?,
            coastline: @escaping @Sendable () throws(CoastlineError) -> Coastline,
            resting: @escaping @Sendable () -> [RestingProvider] = { [] },
            examine: @escaping @Sendable (DaemonStatus) async -> [Finding] = { _ in [] }
        ) {
            self.asked = asked
            self.looked = looked
            self.settingsChanged = settingsChanged
            self.refresh = refresh
            self.settle = settle
            self.search = search
            self.city = city
            self.locality = locality
            self.landmark = landmark
            self.coastline = coastline
            self.resting = resting
            self.examine = examine
        }
    }

    enum Answer {
        case reply(Reply)
        /// The answer takes its time.
        case later(@Sendable () async -> Answer)
        /// The answer is computed off the event loop when it is the client's turn; `cost` is the estimated time, milliseconds.
        case render(cost: Double, @Sendable () -> Answer)
        /// The connection is to be sent this reading's reply again and again.
        case watch(Reading)
    }

    let store: Store
    let now: @Sendable () -> UnixTime
    let presentation: @Sendable () -> Presentation
    /// The first look at the weather on a terminal tells how to change the units, where they are not those of the region.
    let unitsHint = Once()
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

    /// An answer to a reading, computed at once if that takes no time, and else when it is the client's turn.
    func rendered(_ reading: Reading, _ answer: @escaping @Sendable () -> Answer) -> Answer {
        reading.isOneLine ? answer() : .render(cost: reading.cost, answer)
    }

    func answer(_ request: Request) -> Answer {
        switch request {
        case .read(let reading):
            if case .current = reading.view, reading.place == nil { effects.looked() }
            // Whoever asks is made to wait once, and not for the forecast and then for what it is about.
            let isSupplied = !reading.view.ownKinds.isEmpty
            return finding(reading, waiting: reading.needsWeather && !isSupplied) {
                supplying($0) { reading in rendered(reading) { [self] in .reply(reply(to: reading)) } }
            }
        case .watch(let reading):
            return finding(reading, waiting: reading.needsWeather) { reading in
                let answer: @Sendable () -> Answer = { [self] in
                    mistake(in: reading).map(Answer.reply) ?? .watch(reading)
                }
                // To read a template may take as long as to render it.
                if case .short(format: _?) = reading.view { return .render(cost: reading.cost, answer) }
                return answer()
            }
        case .step(let step, let reading):
            return self.step(step, reading)
        case .toggle(let reading):
            return toggle(reading)
        case .map(let request, let reading):
            return map(request, reading)
        case .search(let query, let output, let width, let language):
            return search(query, output, width, language)
        case .setUnits(let words):
            return setUnits(words)
        case .setLocation(let wish):
            return setLocation(wish)
        case .changePlaces(let change):
            return changePlaces(change)
        case .refresh(let wait, let place):
            return refresh(wait: wait, place)
        case .doctor(let output):
            return .later { [self] in .reply(await examine(as: output)) }
        case .version:
            return .reply(.ok(["weatherd \(Release.version)"]))
        case .help:
            return .reply(.ok(HelpView.lines))
        }
    }
}
