import ClientProtocol
import Languages
import Rendering
import Store
import Weather

/// Resolves the place of a request, and does the lookups that the answer needs.
struct PlaceResolver: Sendable {
    typealias Answer = Responder.Answer

    let store: Store
    let now: @Sendable () -> UnixTime
    let effects: any Effects

    /// Two places with the same name within this distance are the same place, metres.
    private static let sameTown = 10_000.0

    /// The requested place; nil when the request is for the shown place and there is none.
    ///
    /// - Throws: `unknownPlace` for a name that is neither a saved place nor a cached query.
    func place(_ reference: PlaceReference?, _ snapshot: Snapshot) throws(RequestFailure) -> Place? {
        switch reference {
        case nil:
            return snapshot.shownPlace
        case .coordinate(let latitude, let longitude):
            let coordinate = try Self.coordinate(latitude, longitude)
            if let known = snapshot.places.first(where: { $0.coordinate.rounded == coordinate.rounded }) {
                return known
            }
            return Place(coordinate: coordinate, locality: snapshot.locality(of: coordinate.rounded))
        case .name(let name):
            // Search all favourites: the current place may be a favourite under another name. A located place has different
            // coordinates from the same town as a favourite.
            let favourites = snapshot.settings.favourites.filter { $0.isCalled(name) }
            let current = snapshot.place.flatMap { $0.isCalled(name) ? $0 : nil }
            let isFavourite = current.map { current in
                current.name == nil
                    && favourites.contains { $0.coordinate.distance(to: current.coordinate) < Self.sameTown }
            }
            let known = (isFavourite == true ? [] : [current].compactMap(\.self)) + favourites
            // A name from the user takes precedence over the gazetteer's.
            let named = known.filter { $0.name != nil }
            let meant = named.isEmpty ? known : named
            guard Set(meant.map(\.coordinate.rounded)).count < 2 else { throw .favourites(.ambiguous(name, meant)) }
            if let place = meant.first { return place }
            // By the number that `places` shows.
            if let number = Int(name), number >= 1, number <= snapshot.settings.favourites.count {
                return snapshot.settings.favourites[number - 1]
            }
            let query = name.lowercased()
            guard let key = Self.key(foundBy: query, snapshot) else { throw .unknownPlace(name) }
            return Place(coordinate: key, locality: snapshot.locality(of: key))
        }
    }

    /// The place that a search found for a query. If there are several, for example after a change of language, prefers the
    /// current place, then the favourites in order, then the nearest place.
    private static func key(foundBy query: String, _ snapshot: Snapshot) -> Coordinate? {
        let found = snapshot.weather.filter { $0.value.queries.contains(query) }.keys
        let own = snapshot.places.lazy.map(\.coordinate.rounded).first(where: found.contains)
        return own ?? found.min { $0.precedes($1, near: snapshot.place?.coordinate) }
    }

    static func coordinate(_ latitude: Double, _ longitude: Double) throws(RequestFailure) -> Coordinate {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { throw .badCoordinate }
        return coordinate
    }

    /// Answers a query whose place may need a search first.
    ///
    /// - Parameter waiting: whether to fetch the forecast first if the place is new.
    func finding(
        _ reading: ViewRequest, waiting: Bool = true, _ answer: @escaping @Sendable (ViewRequest) -> Answer
    ) -> Answer {
        let snapshot = store.snapshot
        guard let reference = reading.place else {
            guard snapshot.isBeingLocated, snapshot.shownPlace == nil else { return answer(reading) }
            return .later { [effects] in
                await effects.settle(nil, waiting ? [.forecast] : [])
                return answer(reading)
            }
        }
        do throws(RequestFailure) {
            guard let place = try place(reference, snapshot), needsPreparation(place, snapshot) else {
                return answer(reading)
            }
            return .later { [self] in
                do throws(RequestFailure) {
                    try await prepare(place.coordinate, waiting: waiting)
                } catch {
                    return .reply(error.reply)
                }
                return answer(reading)
            }
        } catch .unknownPlace(let query) {
            return .later { [self] in
                do throws(RequestFailure) {
                    var reading = reading
                    let city = try await find(query)
                    reading.place = .coordinate(
                        latitude: city.coordinate.latitude, longitude: city.coordinate.longitude)
                    try await prepare(city.coordinate, foundBy: query, as: city.locality, waiting: waiting)
                    return answer(reading)
                } catch {
                    return .reply(error.reply)
                }
            }
        } catch {
            return .reply(error.reply)
        }
    }

    /// Answers a query for data that may not be fetched yet; the first client waits for it.
    func supplying(_ reading: ViewRequest, _ answer: @escaping @Sendable (ViewRequest) -> Answer) -> Answer {
        let snapshot = store.snapshot
        guard let key = (try? place(reading.place, snapshot))?.coordinate.rounded else { return answer(reading) }
        let missing = reading.awaited.filter { snapshot.weather[key]?[$0].hasOutcome != true }
        guard !missing.isEmpty else { return answer(reading) }
        return .later { [self] in
            do throws(RequestFailure) {
                try ask(missing, of: key, store.snapshot, now())
            } catch {
                return .reply(error.reply)
            }
            await effects.settle(key, missing)
            return answer(reading)
        }
    }

    /// Registers the use of the place's reports. Frequent calls cause no extra requests.
    func ask(
        _ kinds: Set<ReportKind>, of coordinate: Coordinate, _ snapshot: Snapshot, _ now: UnixTime
    ) throws(RequestFailure) {
        let asked = snapshot.weather[coordinate.rounded]?.requestTimes ?? [:]
        let wanted = kinds.filter { asked[$0] != now }
        guard !wanted.isEmpty else { return }
        guard store.admit(coordinate, for: wanted, at: now) else { throw .tooManyPlaces }
        for kind in wanted { effects.asked(kind, of: coordinate.rounded) }
    }

    /// The best match for a query.
    func find(_ query: String) async throws(RequestFailure) -> City {
        do throws(SearchFailure) {
            return try await effects.city(query)
        } catch {
            throw .city(error)
        }
    }

    /// Whether this is the first request for a place that is neither current nor a favourite.
    private func needsPreparation(_ place: Place, _ snapshot: Snapshot) -> Bool {
        let key = place.coordinate.rounded
        guard !snapshot.places.contains(where: { $0.coordinate.rounded == key }) else { return false }
        return snapshot.weather[key]?.reverseGeocoding == nil
    }

    /// Geocodes the place and fetches its weather.
    private func prepare(
        _ coordinate: Coordinate, foundBy query: String? = nil, as locality: Locality? = nil, waiting: Bool
    ) async throws(RequestFailure) {
        let key = coordinate.rounded
        let isNew = store.snapshot.weather[key]?.report == nil
        let isKept = store.admit(key, for: waiting ? [.forecast] : [], at: now())
        // Computed views do not need a slot for stored weather.
        guard isKept || !waiting else { throw .tooManyPlaces }
        if waiting { effects.asked(.forecast, of: key) }
        // Fetches the weather without waiting for the name.
        async let weather: Void = waiting && isNew ? effects.settle(key, [.forecast]) : ()
        if let locality {
            store.name(key, locality, foundBy: query)
        } else if store.snapshot.weather[key]?.reverseGeocoding == nil,
            isKept || store.snapshot.locality(of: key) == nil
        {
            store.name(key, isKept ? await effects.locality(of: key) : await effects.landmark(of: key))
        }
        await weather
    }
}
