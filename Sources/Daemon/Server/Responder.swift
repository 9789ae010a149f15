import ClientProtocol
import Languages
public import Rendering
public import Store
public import Weather

/// Turns requests into replies, from stored data.
///
/// Never blocks: slow work is returned to the caller. It is a class because copying its parts would take longer than a
/// cached reply.
public final class Responder: Sendable {
    /// Display settings from the configuration.
    public struct Presentation: Sendable {
        /// The style without the units, which are in the settings.
        public var style: Style
        /// The alternative template of `short`, selected by `toggle`.
        public var alternateTemplate: Template
        /// The age in seconds from which a report is stale.
        public var staleAfter: Int
        /// The configured providers that cannot be used.
        public var leftOut: [DaemonStatus.LeftOutProvider]
        /// Where the settings come from.
        public var origin: ConfigurationOrigin

        public init(
            style: Style = Style(), alternateTemplate: Template = .alternate, staleAfter: Int = 3600,
            leftOut: [DaemonStatus.LeftOutProvider] = [], origin: ConfigurationOrigin = ConfigurationOrigin()
        ) {
            self.leftOut = leftOut
            self.origin = origin
            self.style = style
            self.alternateTemplate = alternateTemplate
            self.staleAfter = staleAfter
        }
    }

    enum Answer {
        case reply(Reply)
        /// A reply that stays valid until the store changes or until that time; nil for no time limit.
        case lastingReply(Reply, until: UnixTime?)
        /// The answer needs asynchronous work.
        case later(@Sendable () async -> Answer)
        /// The answer is computed off the event loop.
        case render(@Sendable () -> Answer)
        /// The connection receives this reply and its updates.
        case watch(ViewRequest)
    }

    let store: Store
    let now: @Sendable () -> UnixTime
    let effects: any Effects
    let views: ViewResponder
    private let presentation: @Sendable () -> Presentation
    private let places: PlaceResolver
    private let status: StatusCollector
    private let maps: MapResponder
    private let settings: SettingsResponder
    private let fetches: FetchResponder

    /// - Parameters:
    ///   - now: the wall clock.
    ///   - presentation: called for each reply, since the configuration can be reloaded.
    public init(
        store: Store, now: @escaping @Sendable () -> UnixTime,
        presentation: @escaping @Sendable () -> Presentation, effects: any Effects
    ) {
        self.store = store
        self.now = now
        self.effects = effects
        self.presentation = presentation
        places = PlaceResolver(store: store, now: now, effects: effects)
        status = StatusCollector(store: store, now: now, presentation: presentation, effects: effects)
        views = ViewResponder(store: store, now: now, presentation: presentation, places: places, status: status)
        maps = MapResponder(views: views, effects: effects)
        settings = SettingsResponder(store: store, now: now, effects: effects, places: places)
        fetches = FetchResponder(
            store: store, now: now, presentation: presentation, effects: effects, places: places)
    }

    func answer(_ request: Request) -> Answer {
        switch request.hasLocale ? presentation().localized(request) : request {
        case .read(let reading):
            if reading.showsCurrentPlace { effects.looked() }
            // The client waits once for all reports, instead of for the forecast and then for the view's own report.
            let isSupplied = !reading.awaited.isEmpty
            return places.finding(reading, waiting: reading.needsWeather && !isSupplied) { [places, views] in
                places.supplying($0) { reading in
                    views.rendered(reading) { views.lastingReply(to: reading) }
                }
            }
        case .watch(let reading):
            return places.finding(reading, waiting: reading.needsWeather) { [views] reading in
                let answer: @Sendable () -> Answer = {
                    views.mistake(in: reading).map(Answer.reply) ?? .watch(reading)
                }
                // Parsing a template may take as long as rendering it.
                if case .short(format: _?) = reading.view { return .render(answer) }
                return answer()
            }
        case .step(let step, let reading):
            return views.step(step, reading)
        case .toggle(let reading):
            return views.toggle(reading)
        case .map(let request, let reading):
            return maps.map(request, reading)
        case .search(let query, let output, let width, let language, _):
            return fetches.search(query, output, width, language)
        case .setUnits(let words):
            return settings.setUnits(words)
        case .setLocation(let setting):
            return settings.setLocation(setting)
        case .changePlaces(let change):
            return settings.changePlaces(change)
        case .refresh(let wait, let place):
            return fetches.refresh(wait: wait, place)
        case .doctor(let output):
            return .later { [status] in .reply(await status.examine(as: output)) }
        case .accuracy(let reading):
            return .later { [status] in .reply(await status.accuracy(reading)) }
        case .version:
            return .reply(.ok(["weatherd \(Release.version)"]))
        case .help:
            return .reply(.ok(HelpView.lines))
        }
    }
}

extension Responder.Presentation {
    /// The appearance of a reply: the configuration, overridden by the settings, overridden by the request.
    func style(of reading: ViewRequest, _ snapshot: Snapshot) throws(RequestFailure) -> Style {
        var style = self.style
        style.units = snapshot.units
        if snapshot.isAlternate {
            style.shortTemplate = alternateTemplate
        } else if reading.place == nil, snapshot.isElsewhere, !style.keepsShortTemplate {
            // An icon and a temperature do not identify the place.
            style.shortTemplate = .elsewhere
        }
        style.width = reading.width
        style.height = reading.height
        // Status bars have their own markup for text styles.
        style.terminal = reading.output == .text ? reading.colors : .none
        style.isVertical = reading.isVertical
        if let theme = reading.theme ?? (style.keepsTheme ? nil : reading.background) { style.theme = theme }
        if let locale = reading.language {
            guard let language = Language(locale: locale) else { throw .unknownLanguage(locale) }
            style.speak(language, locale: locale)
        }
        if reading.units.map({ $0.lowercased() }) == ["auto"] {
            style.units = snapshot.defaults.units
        } else if !reading.units.isEmpty {
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

extension Responder.Presentation {
    /// The request in the language of the client's locale, unless it names a language or the user has configured one.
    func localized(_ request: Request) -> Request {
        switch request {
        case .read(let reading): .read(localized(reading))
        case .watch(let reading): .watch(localized(reading))
        case .step(let step, let reading): .step(step, localized(reading))
        case .toggle(let reading): .toggle(localized(reading))
        case .map(let map, let reading): .map(map, localized(reading))
        case .accuracy(let reading): .accuracy(localized(reading))
        case .search(let query, let output, let width, nil, let locale?):
            .search(query: query, output: output, width: width, language: language(of: locale))
        case .search, .setUnits, .setLocation, .changePlaces, .refresh, .doctor, .version, .help: request
        }
    }

    private func localized(_ reading: ViewRequest) -> ViewRequest {
        guard let locale = reading.locale else { return reading }
        var reading = reading
        reading.locale = nil
        reading.language = reading.language ?? language(of: locale)
        return reading
    }

    /// The language of a locale: English with the region's formats if there is no translation; nil if it is the daemon's own.
    private func language(of locale: String) -> String? {
        guard !style.keepsLanguage, let name = Language.name(ofLocale: locale) else { return nil }
        let (language, region) = (Language(locale: name), Language.region(of: name))
        if (language ?? .english, region) == (style.language, style.region) { return nil }
        return language == nil ? region.map { "en_\($0)" } ?? "en" : name
    }
}
