import Keeping
import Logging
import Rendering
import ServiceLifecycle
import Weather

/// Has the places that are kept named by the gazetteer, where they are not yet, or in another language than the user's.
struct Naming: Service {
    private let store: Store
    private let cities: Cities
    private let source: ConfigurationSource
    private let now: @Sendable () -> UnixTime
    private let logger: Logger
    private let occasions: AsyncStream<Void>
    private let occasion: AsyncStream<Void>.Continuation

    init(
        store: Store, cities: Cities, source: ConfigurationSource, now: @escaping @Sendable () -> UnixTime,
        logger: Logger
    ) {
        self.store = store
        self.cities = cities
        self.source = source
        self.now = now
        self.logger = logger
        (occasions, occasion) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        occasion.yield()
    }

    /// The configuration was read anew, and may name another language.
    func again() {
        occasion.yield()
    }

    func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in occasions { await nameAll() }
        }
    }

    private func nameAll() async {
        let snapshot = store.snapshot
        // What the configuration names needs no other name, and has none kept for it.
        let configured = snapshot.defaults.location.flatMap { $0.name == nil ? $0 : nil }
        let others = [snapshot.located?.place, configured].compactMap(\.self)
        var places = snapshot.settings.favourites + others
        if case .place(let place) = snapshot.settings.location { places.append(place) }
        var localities: [Coordinate: Locality] = [:]
        for place in places where localities[place.coordinate] == nil {
            guard let locality = await locality(of: place) else {
                // Where one cannot be named, none can.
                if place.locality == nil { break }
                continue
            }
            localities[place.coordinate] = locality
        }
        guard !localities.isEmpty else { return }
        let names = localities
        store.name(by: names)
        do throws(SettingsError) {
            try await store.changeSettings(at: now()) { $0.name(by: names) }
        } catch {
            // The disk's trouble is in the log by now; the next start tries again.
            logger.debug("the places keep their names: \(error)")
        }
    }

    /// What the place is to be called from now on; nil when that is as it is, or not known.
    private func locality(of place: Place) async -> Locality? {
        let language = source.configuration.language
        guard let known = place.locality else { return await cities.locality(place.coordinate) }
        guard known.language != language || known.translations == nil else { return nil }
        // What a search has found keeps the settlement that was found: another's centre may be nearer to where it is shown.
        if known.offset == nil, let settlement = await cities.settlement(place.coordinate) { return settlement }
        if let translations = known.translations, translations.names.isEmpty || Language(locale: language) != nil {
            return known.translated(to: language)
        }
        // Of what was found online nothing else is known.
        guard known.language != nil else { return nil }
        return known.language == language
            ? await cities.landmark(place.coordinate) : await cities.locality(place.coordinate)
    }
}
