import Keeping
import Rendering
import Weather
import Wire

// The requests that change or fetch something. What takes its time is handed back as work to do.
extension Responder {
    func setUnits(_ words: [String]) -> Answer {
        let choice: UnitsChoice
        do throws(UnitsChoice.UnknownUnit) {
            choice = try UnitsChoice(words: words)
        } catch {
            return .reply(Refusal.unknownUnit(error).reply)
        }
        return change {
            $0.units = $0.units.overlaid(by: choice)
        } confirm: {
            UnitsSentence.text($0.units)
        }
    }

    func setLocation(_ latitude: Double, _ longitude: Double, _ name: String?) -> Answer {
        guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
            return .reply(Refusal.badCoordinate.reply)
        }
        let place = Place(name: name, coordinate: coordinate)
        return change {
            $0.location = .place(place)
        } confirm: { _ in
            PlaceSentence.set(place)
        }
    }

    private func change(
        _ change: @escaping @Sendable (inout Settings) -> Void, confirm: @escaping @Sendable (Snapshot) -> String
    ) -> Answer {
        .later { [self] in
            do throws(KeepingError) {
                try await store.changeSettings(at: now(), change)
            } catch {
                return .error(.internal, "the setting was not changed: \(error.sentence)")
            }
            effects.settingsChanged()
            return .ok([confirm(store.snapshot)])
        }
    }

    func refresh(wait: Bool, _ reference: PlaceReference?) -> Answer {
        let snapshot = store.snapshot
        let place: Place
        do throws(Refusal) {
            guard let named = try self.place(reference, snapshot) else { throw .noLocation }
            guard store.admit(named.coordinate, at: now()) else { throw .tooManyPlaces }
            place = named
        } catch {
            return .reply(error.reply)
        }
        return .later { [self] in
            let answer = await effects.refresh(place.coordinate, wait)
            let weather = store.snapshot.weather[place.coordinate.rounded]
            let sentence = answer.sentence(
                for: place, report: weather?.report, failure: weather?.failure, now: now())
            switch answer {
            case .tooSoon where weather?.failure != nil, .failed: return .error(.noData, sentence)
            case .begun, .done, .tooSoon: return .ok([sentence])
            case .full, .stopping: return .error(.busy, sentence)
            }
        }
    }
}
