import Keeping
import Rendering
import Weather
import Wire

// The requests that change, fetch or search something. What takes its time is handed back as work to do.
extension Responder {
    func setUnits(_ words: [String]) -> Answer {
        // As if none had ever been chosen; laid over what was, a choice of nothing would change nothing.
        if words.map({ $0.lowercased() }) == ["auto"] {
            return later { [self] () async throws(Refusal) in
                try await change { $0.units = UnitsChoice() }
                return UnitsSentence.text(store.snapshot.units)
            }
        }
        let choice: UnitsChoice
        do throws(UnitsChoice.UnknownUnit) {
            choice = try UnitsChoice(words: words)
        } catch {
            return .reply(Refusal.unknownUnit(error).reply)
        }
        return later { [self] () async throws(Refusal) in
            try await change { $0.units = $0.units.overlaid(by: choice) }
            return UnitsSentence.text(store.snapshot.units)
        }
    }

    func setLocation(_ wish: LocationWish) -> Answer {
        later { [self] () async throws(Refusal) in
            let place: Place
            switch wish {
            case .automatic:
                guard !store.snapshot.defaults.locationSources.isEmpty else { throw .noLocationSource }
                try await choose(.automatic)
                return PlaceSentence.automatic(store.snapshot.place)
            case .position(let latitude, let longitude, let name):
                place = try await located(latitude, longitude, name: name)
            case .place(let reference):
                let (known, correction) = try await chosen(reference)
                try await choose(.place(known))
                return PlaceSentence.set(known, takenFor: correction)
            }
            try await choose(.place(place))
            return PlaceSentence.set(place)
        }
    }

    func changePlaces(_ change: PlacesChange) -> Answer {
        later { [self] () async throws(Refusal) in
            switch change {
            case .add(let name, let latitude, let longitude):
                return try await add(try await located(latitude, longitude, name: name))
            case .find(let query):
                let city = try await find(query)
                return try await add(namesake(Place(city)), takenFor: city.correction)
            case .remove(let place):
                let (reference, favourite) = try favourite(place)
                try await self.change { (settings) throws(FavouritesError) in try settings.removeFavourite(reference) }
                let isCurrent = store.snapshot.place?.coordinate.rounded == favourite.coordinate.rounded
                return PlaceSentence.removed(favourite, isCurrent: isCurrent)
            case .move(let place, let position):
                let (reference, favourite) = try favourite(place)
                try await self.change { (settings) throws(FavouritesError) in
                    try settings.moveFavourite(reference, to: position)
                }
                return PlaceSentence.moved(favourite, to: position)
            case .rename(let place, let name):
                let (reference, favourite) = try favourite(place)
                try await self.change { (settings) throws(FavouritesError) in
                    try settings.renameFavourite(reference, to: name)
                }
                return PlaceSentence.renamed(favourite, to: name)
            }
        }
    }

    func refresh(wait: Bool, _ reference: PlaceReference?) -> Answer {
        var reading = Reading(.status)
        reading.place = reference
        return finding(reading, waiting: false) { reading in
            let place: Place
            do throws(Refusal) {
                let snapshot = store.snapshot
                guard let named = try self.place(reading.place, snapshot) else { throw .noLocation(snapshot) }
                guard store.admit(named.coordinate, at: now()) else { throw .tooManyPlaces }
                place = named
            } catch {
                return .reply(error.reply)
            }
            return .later { .reply(await refresh(place, wait: wait)) }
        }
    }

    private func refresh(_ place: Place, wait: Bool) async -> Reply {
        let answer = await effects.refresh(place.coordinate, wait)
        let weather = store.snapshot.weather[place.coordinate.rounded]
        let sentence = answer.sentence(for: place, report: weather?.report, failure: weather?.failure, now: now())
        switch answer {
        case .tooSoon where weather?.failure != nil, .failed: return .error(.noData, sentence)
        // Weather from the last ten minutes is what the client waits for; older weather is not.
        case .tooSoon where wait && (weather?.report?.age(at: now()) ?? .max) >= RefreshFloor.seconds:
            return .error(.busy, sentence)
        case .begun, .done, .tooSoon: return .ok([sentence])
        case .full, .stopping: return .error(.busy, sentence)
        }
    }

    func search(_ query: String, _ output: Reading.Output, _ width: Int?, _ locale: String?) -> Answer {
        var style = presentation().style
        style.width = width
        if let locale {
            guard let language = Language(locale: locale) else { return .reply(Refusal.unknownLanguage(locale).reply) }
            style.speak(language, locale: locale)
        }
        return .later { [effects, style] in
            do throws(SearchFailure) {
                let cities = try await effects.search(query, locale)
                return .reply(.ok(SearchView.lines(of: cities, for: query, as: output, in: style)))
            } catch {
                return .reply(Refusal.search(error).reply)
            }
        }
    }

    // MARK: -

    /// Work that ends with a sentence, or is refused.
    private func later(_ work: @escaping @Sendable () async throws(Refusal) -> String) -> Answer {
        .later {
            do throws(Refusal) {
                return .reply(.ok([try await work()]))
            } catch {
                return .reply(error.reply)
            }
        }
    }

    private func change(
        _ change: @escaping @Sendable (inout Settings) throws(FavouritesError) -> Void
    ) async throws(Refusal) {
        do throws(SettingsError) {
            try await store.changeSettings(at: now(), change)
        } catch {
            switch error {
            case .notKept(let error): throw .notKept(error)
            case .refused(let error): throw .favourites(error)
            }
        }
        effects.settingsChanged()
    }

    private func choose(_ location: LocationChoice) async throws(Refusal) {
        try await change { $0.location = location }
        // The choice of the place that is already current changes no setting, and has to bring the bar back to it too.
        store.showCurrentPlace()
    }

    /// - Parameter correction: what a misspelled query was taken for; nil when it was not misspelled.
    private func add(_ place: Place, takenFor correction: String? = nil) async throws(Refusal) -> String {
        try await change { (settings) throws(FavouritesError) in try settings.addFavourite(place) }
        return PlaceSentence.added(place, takenFor: correction)
    }

    /// A city that is to be a favourite, with its region for a name where another favourite is called the same.
    private func namesake(_ city: Place) -> Place {
        var place = city
        let others = store.snapshot.settings.favourites.filter { $0.coordinate.rounded != city.coordinate.rounded }
        if let name = city.calledName, let area = city.locality?.region ?? city.locality?.country,
            others.contains(where: { $0.isCalled(name) })
        {
            place.name = "\(name), \(area)"
        }
        return place
    }

    /// The position with what the gazetteer says of it.
    private func located(_ latitude: Double, _ longitude: Double, name: String? = nil) async throws(Refusal) -> Place {
        let coordinate = try Self.coordinate(latitude, longitude)
        return Place(name: name, coordinate: coordinate, locality: await effects.locality(coordinate))
    }

    /// The place that is to become the current one: one of the places, or a city, and what a misspelled name was taken for.
    private func chosen(_ reference: PlaceReference) async throws(Refusal) -> (Place, correction: String?) {
        let snapshot = store.snapshot
        do throws(Refusal) {
            guard let known = try place(reference, snapshot) else { throw .noLocation(snapshot) }
            return (known, nil)
        } catch .unknownPlace(let query) {
            let city = try await find(query)
            return (Place(city), city.correction)
        }
    }

    /// The favourite that is meant, and what tells it from the others whatever other clients change meanwhile: its name
    /// and its number can become another's. One that is only the current place can be neither removed nor moved nor renamed.
    private func favourite(_ place: PlaceReference) throws(Refusal) -> (FavouriteReference, Place) {
        let snapshot = store.snapshot
        let reference: FavouriteReference
        switch place {
        case .name(let name): reference = .name(name)
        case .coordinate(let latitude, let longitude):
            reference = .coordinate(try Self.coordinate(latitude, longitude))
        }
        do throws(FavouritesError) {
            let favourite = try snapshot.settings.favourite(reference)
            return (.coordinate(favourite.coordinate), favourite)
        } catch .notAFavourite(let name) {
            if let current = try? self.place(place, snapshot), current == snapshot.place {
                throw .currentPlace(current)
            }
            throw .favourites(.notAFavourite(name))
        } catch {
            throw .favourites(error)
        }
    }
}

extension Place {
    /// A city that was found.
    fileprivate init(_ city: City) {
        self.init(coordinate: city.coordinate, locality: city.locality)
    }
}
