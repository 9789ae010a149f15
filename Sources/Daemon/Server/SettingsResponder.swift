import ClientProtocol
import Languages
import Rendering
import Store
import Weather

/// Answers requests that change settings.
struct SettingsResponder: Sendable {
    typealias Answer = Responder.Answer

    let store: Store
    let now: @Sendable () -> UnixTime
    let effects: any Effects
    let places: PlaceResolver

    func setUnits(_ words: [String]) -> Answer {
        // Resets the settings first: an empty choice would not override the previous one.
        if words.map({ $0.lowercased() }) == ["auto"] {
            return later { [self] () async throws(RequestFailure) in
                try await change { $0.units = UnitsChoice() }
                return UnitsSentence.text(store.snapshot.units)
            }
        }
        let choice: UnitsChoice
        do throws(UnitsChoice.UnknownUnit) {
            choice = try UnitsChoice(words: words)
        } catch {
            return .reply(RequestFailure.unknownUnit(error).reply)
        }
        return later { [self] () async throws(RequestFailure) in
            try await change { $0.units = $0.units.overlaid(by: choice) }
            return UnitsSentence.text(store.snapshot.units)
        }
    }

    func setLocation(_ setting: LocationSetting) -> Answer {
        later { [self] () async throws(RequestFailure) in
            let place: Place
            switch setting {
            case .automatic:
                guard !store.snapshot.defaults.locationSources.isEmpty else { throw .noLocationSource }
                try await choose(.automatic)
                return PlaceSentence.automatic(store.snapshot.place, insteadOf: store.snapshot.defaults.location)
            case .configured:
                let defaults = store.snapshot.defaults
                guard defaults.location != nil || !defaults.locationSources.isEmpty else { throw .noLocationSource }
                try await choose(nil)
                return PlaceSentence.configured(store.snapshot.place, isAutomatic: store.snapshot.isAutomatic)
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
        later { [self] () async throws(RequestFailure) in
            switch change {
            case .add(let name, let latitude, let longitude):
                return try await add(try await located(latitude, longitude, name: name))
            case .find(let query):
                let city = try await places.find(query)
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

    /// Work that ends with a sentence or a failure.
    private func later(_ work: @escaping @Sendable () async throws(RequestFailure) -> String) -> Answer {
        .later {
            do throws(RequestFailure) {
                return .reply(.ok([try await work()]))
            } catch {
                return .reply(error.reply)
            }
        }
    }

    private func change(
        _ change: @escaping @Sendable (inout Settings) throws(FavouritesError) -> Void
    ) async throws(RequestFailure) {
        let changed: StoreChange
        do throws(SettingsError) {
            changed = try await store.changeSettings(at: now(), change)
        } catch {
            switch error {
            case .notKept(let error): throw .notKept(error)
            case .refused(let error): throw .favourites(error)
            }
        }
        if !changed.isEmpty { effects.settingsChanged(changed) }
    }

    /// - Parameter location: nil for the configured one.
    private func choose(_ location: LocationChoice?) async throws(RequestFailure) {
        try await change { $0.location = location }
        // Choosing the current place again changes no setting, but must still bring the bar back to it.
        store.showCurrentPlace()
        if let place = store.snapshot.place { effects.asked(.forecast, of: place.coordinate.rounded) }
    }

    /// - Parameter correction: the corrected spelling of the query; nil when it was not misspelled.
    private func add(_ place: Place, takenFor correction: String? = nil) async throws(RequestFailure) -> String {
        try await change { (settings) throws(FavouritesError) in try settings.addFavourite(place) }
        effects.asked(.forecast, of: place.coordinate.rounded)
        return PlaceSentence.added(place, takenFor: correction)
    }

    /// A city for a new favourite, with its region in the name if another favourite has the same name.
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

    /// The position with its reverse geocoding result.
    private func located(_ latitude: Double, _ longitude: Double, name: String? = nil) async throws(RequestFailure)
        -> Place
    {
        let coordinate = try PlaceResolver.coordinate(latitude, longitude)
        return Place(name: name, coordinate: coordinate, locality: await effects.locality(of: coordinate))
    }

    /// The place to make current: a known place or a city, and the corrected spelling of a misspelled name.
    private func chosen(_ reference: PlaceReference) async throws(RequestFailure) -> (Place, correction: String?) {
        let snapshot = store.snapshot
        do throws(RequestFailure) {
            guard let known = try places.place(reference, snapshot) else { throw .noLocation(snapshot) }
            return (known, nil)
        } catch .unknownPlace(let query) {
            let city = try await places.find(query)
            return (Place(city), city.correction)
        }
    }

    /// The requested favourite, and a reference that stays valid when other clients reorder or rename favourites. Throws for a
    /// current place that is not a favourite: it cannot be removed, moved or renamed.
    private func favourite(_ place: PlaceReference) throws(RequestFailure) -> (FavouriteReference, Place) {
        let snapshot = store.snapshot
        let reference: FavouriteReference
        switch place {
        case .name(let name): reference = .name(name)
        case .coordinate(let latitude, let longitude):
            reference = .coordinate(try PlaceResolver.coordinate(latitude, longitude))
        }
        do throws(FavouritesError) {
            let favourite = try snapshot.settings.favourite(reference)
            return (.coordinate(favourite.coordinate), favourite)
        } catch .notAFavourite(let name) {
            if let current = try? places.place(place, snapshot), current == snapshot.place {
                throw .currentPlace(current)
            }
            throw .favourites(.notAFavourite(name))
        } catch {
            throw .favourites(error)
        }
    }
}

extension Place {
    /// Creates the place of a search result.
    fileprivate init(_ city: City) {
        self.init(coordinate: city.coordinate, locality: city.locality)
    }
}
