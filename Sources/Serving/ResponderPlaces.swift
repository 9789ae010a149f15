import Keeping
import Rendering
import Weather
import Wire

// Which place a request is about, and what has to be found out before it can be answered.
extension Responder {
    /// Two of one name that are not so far apart are one; metres.
    private static let sameTown = 10_000.0

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
            return Place(coordinate: coordinate, locality: snapshot.locality(of: coordinate.rounded))
        case .name(let name):
            // All favourites, since the current place, which may be one of them, may have another name. One that was found, and
            // not named by the user, has another position than the same town as a favourite.
            let favourites = snapshot.settings.favourites.filter { $0.isCalled(name) }
            let current = snapshot.place.flatMap { $0.isCalled(name) ? $0 : nil }
            let isFavourite = current.map { current in
                current.name == nil
                    && favourites.contains { $0.coordinate.distance(to: current.coordinate) < Self.sameTown }
            }
            let known = (isFavourite == true ? [] : [current].compactMap(\.self)) + favourites
            // A name that the user gave weighs more than the gazetteer's.
            let named = known.filter { $0.name != nil }
            let meant = named.isEmpty ? known : named
            guard Set(meant.map(\.coordinate.rounded)).count < 2 else { throw .favourites(.ambiguous(name, meant)) }
            if let place = meant.first { return place }
            // By the number that `places` shows.
            if let number = Int(name), number >= 1, number <= snapshot.settings.favourites.count {
                return snapshot.settings.favourites[number - 1]
            }
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
    /// - Parameter waiting: whether a place that nobody asked for before has its forecast fetched first.
    func finding(_ reading: Reading, waiting: Bool = true, _ answer: @escaping @Sendable (Reading) -> Answer) -> Answer
    {
        let snapshot = store.snapshot
        guard let reference = reading.place else {
            guard snapshot.isBeingLocated, snapshot.shownPlace == nil else { return answer(reading) }
            return .later { [effects] in
                await effects.settle(nil, waiting ? [.forecast] : [])
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

    /// The answer to a reading of what nobody may have asked for yet, and who asks first waits for.
    func supplying(_ reading: Reading, _ answer: @escaping @Sendable (Reading) -> Answer) -> Answer {
        let snapshot = store.snapshot
        guard let key = (try? place(reading.place, snapshot))?.coordinate.rounded else { return answer(reading) }
        let missing = reading.view.ownKinds.filter { snapshot.weather[key]?.hasOutcome($0) != true }
        guard !missing.isEmpty else { return answer(reading) }
        return .later { [self] in
            do throws(Refusal) {
                try ask(missing, of: key, store.snapshot, now())
            } catch {
                return .reply(error.reply)
            }
            await effects.settle(key, missing)
            return answer(reading)
        }
    }

    /// Sees to it that the place's reports are looked after. Asking many times a second costs no more than once.
    func ask(
        _ kinds: Set<ReportKind>, of coordinate: Coordinate, _ snapshot: Snapshot, _ now: UnixTime
    ) throws(Refusal) {
        let asked = snapshot.weather[coordinate.rounded]?.asked ?? [:]
        let wanted = kinds.filter { asked[$0] != now }
        guard !wanted.isEmpty else { return }
        guard store.admit(coordinate, for: wanted, at: now) else { throw .tooManyPlaces }
        for kind in wanted { effects.asked(coordinate.rounded, kind) }
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
        let isKept = store.admit(key, for: waiting ? [.forecast] : [], at: now())
        // What is computed needs no room among the places whose weather is kept.
        guard isKept || !waiting else { throw .tooManyPlaces }
        if waiting { effects.asked(key, .forecast) }
        if let locality {
            store.name(key, locality, foundBy: query)
        } else if store.snapshot.weather[key]?.naming == nil, isKept || store.snapshot.locality(of: key) == nil {
            let ask = isKept ? effects.locality : effects.landmark
            store.name(key, await ask(key))
        }
        if waiting, isNew { await effects.settle(key, [.forecast]) }
    }
}

extension Reading.View {
    /// The kinds of reports that the view is made of, where that is not the forecast alone; whoever asks first waits for
    /// them. Warnings come with some forecasts too.
    var ownKinds: Set<ReportKind> {
        switch self {
        case .alerts: [.alerts, .forecast]
        case .air: [.air]
        default: []
        }
    }

    /// What is fetched when somebody looks at the view.
    ///
    /// - Parameter isCurrent: whether it is about the current place, whose forecast and warnings are always kept fresh.
    func kinds(isCurrent: Bool) -> Set<ReportKind> {
        switch self {
        case .sun: []
        case .air: [.air]
        default: isCurrent ? [] : [.forecast, .alerts]
        }
    }
}
