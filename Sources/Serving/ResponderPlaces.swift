import Keeping
import Rendering
import Weather
import Wire

// Which place a request is about, and what has to be found out before it can be answered.
extension Responder {
    /// The place that is meant; nil when the shown one is and there is none.
    ///
    /// - Throws: `unknownPlace` for a name that is neither a place's nor a query that was answered before.
    func place(_ reference: PlaceReference?, _ snapshot: Snapshot) throws(Refusal) -> Place? {
        switch reference {
        case nil:
            return snapshot.shownPlace
        case .coordinate(let latitude, let longitude):
            let coordinate = try Self.coordinate(latitude, longitude)
            if let known = snapshot.places.first(where: { $0.coordinate.rounded == coordinate.rounded }) {
                return known
            }
            return Place(coordinate: coordinate, locality: snapshot.weather[coordinate.rounded]?.naming?.locality)
        case .name(let name):
            // All favourites, since the current place, which may be one of them, may have another name.
            let places = [snapshot.place].compactMap(\.self) + snapshot.settings.favourites
            let known = places.filter { $0.isCalled(name) }
            // A name that the user gave weighs more than the gazetteer's.
            let named = known.filter { $0.name != nil }
            let meant = named.isEmpty ? known : named
            guard Set(meant.map(\.coordinate.rounded)).count < 2 else { throw .favourites(.ambiguous(name, meant)) }
            if let place = meant.first { return place }
            let query = name.lowercased()
            guard let found = snapshot.weather.first(where: { $0.value.queries.contains(query) }) else {
                throw .unknownPlace(name)
            }
            return Place(coordinate: found.key, locality: found.value.naming?.locality)
        }
    }

    static func coordinate(_ latitude: Double, _ longitude: Double) throws(Refusal) -> Coordinate {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else { throw .badCoordinate }
        return coordinate
    }

    /// The answer to a reading whose place may have to be found first.
    ///
    /// - Parameter waiting: whether a place that nobody asked for before has its weather fetched first.
    func finding(_ reading: Reading, waiting: Bool = true, _ answer: @escaping @Sendable (Reading) -> Answer) -> Answer
    {
        let snapshot = store.snapshot
        guard let reference = reading.place else {
            guard snapshot.isBeingLocated, snapshot.shownPlace == nil else { return answer(reading) }
            return .later { [effects] in
                await effects.settle(nil)
                return answer(reading)
            }
        }
        do throws(Refusal) {
            guard let place = try place(reference, snapshot), needsPreparation(place, snapshot) else {
                return answer(reading)
            }
            return .later { [self] in
                do throws(Refusal) {
                    try await prepare(place.coordinate, waiting: waiting)
                } catch {
                    return .reply(error.reply)
                }
                return answer(reading)
            }
        } catch .unknownPlace(let query) {
            return .later { [self] in
                do throws(Refusal) {
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

    /// Sees to it that the place's weather is looked after. Asking many times a second costs no more than once.
    func ask(_ coordinate: Coordinate, _ snapshot: Snapshot, _ now: UnixTime) throws(Refusal) {
        guard snapshot.weather[coordinate.rounded]?.askedAt != now else { return }
        guard store.admit(coordinate, at: now) else { throw .tooManyPlaces }
        effects.asked(coordinate.rounded)
    }

    /// The one city that is meant by a query.
    func find(_ query: String) async throws(Refusal) -> City {
        do throws(SearchFailure) {
            return try await effects.city(query)
        } catch {
            throw .city(error)
        }
    }

    /// Whether somebody asks for the first time, for a place that is neither the current one nor a favourite.
    private func needsPreparation(_ place: Place, _ snapshot: Snapshot) -> Bool {
        let key = place.coordinate.rounded
        guard !snapshot.places.contains(where: { $0.coordinate.rounded == key }) else { return false }
        return snapshot.weather[key]?.naming == nil
    }

    /// Has the place named and its weather fetched.
    private func prepare(
        _ coordinate: Coordinate, foundBy query: String? = nil, as locality: Locality? = nil, waiting: Bool
    ) async throws(Refusal) {
        let key = coordinate.rounded
        let isNew = store.snapshot.weather[key]?.report == nil
        guard store.admit(key, at: now()) else { throw .tooManyPlaces }
        if waiting { effects.asked(key) }
        if let locality {
            store.name(key, locality, foundBy: query)
        } else if store.snapshot.weather[key]?.naming == nil {
            store.name(key, await effects.locality(key))
        }
        if waiting, isNew { await effects.settle(key) }
    }
}
