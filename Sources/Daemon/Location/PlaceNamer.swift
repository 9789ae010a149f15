import Languages
public import Logging
public import Platform
import Rendering
public import Store
public import Weather

/// Reverse geocodes stored places that have no name yet, or a name in another language than the user's.
public struct PlaceNamer: Service {
    private let store: Store
    private let cities: Cities
    private let language: @Sendable () -> String
    private let now: @Sendable () -> UnixTime
    private let logger: Logger
    private let requests: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation

    /// - Parameter language: the language of place names; called each time, since the configuration can be reloaded.
    public init(
        store: Store, cities: Cities, language: @escaping @Sendable () -> String,
        now: @escaping @Sendable () -> UnixTime, logger: Logger
    ) {
        self.store = store
        self.cities = cities
        self.language = language
        self.now = now
        self.logger = logger
        (requests, request) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        request.yield()
    }

    /// The configuration was reloaded, and may have changed the language.
    public func again() {
        request.yield()
    }

    public func run() async {
        for await _ in requests { await nameAll() }
    }

    private func nameAll() async {
        let snapshot = store.snapshot
        // A configured place has its own name, and no other is stored for it.
        let configured = snapshot.defaults.location.flatMap { $0.name == nil ? $0 : nil }
        let others = [snapshot.located?.place, configured].compactMap(\.self)
        var places = snapshot.settings.favourites + others
        if case .place(let place) = snapshot.settings.location { places.append(place) }
        var localities: [Coordinate: Locality] = [:]
        for place in places where localities[place.coordinate] == nil {
            guard let locality = await locality(of: place) else {
                // If one lookup fails, all will.
                if place.locality == nil { break }
                continue
            }
            localities[place.coordinate] = locality
        }
        guard !localities.isEmpty else { return }
        let names = localities
        store.name(by: names)
        do throws(SettingsError) {
            try await store.nameSettings(by: names, at: now())
        } catch {
            // The disk failure is already in the log; naming is retried at the next start.
            logger.debug("cannot save the names of places: \(error)")
        }
    }

    /// The new name of the place; nil when it is unchanged or unknown.
    private func locality(of place: Place) async -> Locality? {
        let language = language()
        guard let known = place.locality else { return await cities.locality(place.coordinate) }
        guard known.language != language || known.translations == nil else { return nil }
        // A search result keeps its settlement: the centre of another may be closer to its coordinates.
        if known.offset == nil, let settlement = await cities.settlement(place.coordinate) { return settlement }
        if let translations = known.translations, translations.names.isEmpty || Language(locale: language) != nil {
            return known.translated(to: language)
        }
        // For online results nothing else is known.
        guard known.language != nil else { return nil }
        return known.language == language
            ? await cities.landmark(place.coordinate) : await cities.locality(place.coordinate)
    }
}
