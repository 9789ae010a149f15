import ClientProtocol
import Languages
import Rendering
import Store
import Weather

/// Answers requests that fetch weather or search for places.
struct FetchResponder: Sendable {
    typealias Answer = Responder.Answer

    let store: Store
    let now: @Sendable () -> UnixTime
    let presentation: @Sendable () -> Responder.Presentation
    let effects: any Effects
    let places: PlaceResolver

    func refresh(wait: Bool, _ reference: PlaceReference?) -> Answer {
        var reading = ViewRequest(.status)
        reading.place = reference
        return places.finding(reading, waiting: false) { reading in
            let place: Place
            do throws(RequestFailure) {
                let snapshot = store.snapshot
                guard let named = try places.place(reading.place, snapshot) else { throw .noLocation(snapshot) }
                guard store.admit(named.coordinate, at: now()) else { throw .tooManyPlaces }
                place = named
            } catch {
                return .reply(error.reply)
            }
            return .later { .reply(await refresh(place, wait: wait)) }
        }
    }

    private func refresh(_ place: Place, wait: Bool) async -> Reply {
        let answer = await effects.refresh(place.coordinate, wait: wait)
        let weather = store.snapshot.weather[place.coordinate.rounded]
        let sentence = answer.sentence(for: place, report: weather?.report, failure: weather?.failure, now: now())
        switch answer {
        case .tooSoon where weather?.failure != nil, .failed: return .error(.noData, sentence)
        // Weather from the last ten minutes satisfies a waiting client; older weather does not.
        case .tooSoon where wait && (weather?.report?.age(at: now()) ?? .max) >= RefreshFloor.seconds:
            return .error(.busy, sentence)
        case .begun, .done, .tooSoon: return .ok([sentence])
        case .full, .stopping: return .error(.busy, sentence)
        }
    }

    func search(_ query: String, _ output: ViewRequest.Output, _ width: Int?, _ locale: String?) -> Answer {
        var style = presentation().style
        style.width = width
        if let locale {
            guard let language = Language(locale: locale) else {
                return .reply(RequestFailure.unknownLanguage(locale).reply)
            }
            style.speak(language, locale: locale)
        }
        return .later { [style] in
            do throws(RequestFailure) {
                let cities =
                    if case .coordinate(let latitude, let longitude) = PlaceReference(query) {
                        [try await city(at: try PlaceResolver.coordinate(latitude, longitude), locale)]
                    } else {
                        try await cities(query, locale)
                    }
                return .reply(.ok(SearchView.lines(of: cities, for: query, as: output, in: style)))
            } catch {
                return .reply(error.reply)
            }
        }
    }

    private func cities(_ query: String, _ locale: String?) async throws(RequestFailure) -> [City] {
        do throws(SearchFailure) {
            return try await effects.cities(query, language: locale)
        } catch {
            throw .search(error)
        }
    }

    /// The position, named after its settlement.
    private func city(at coordinate: Coordinate, _ locale: String?) async throws(RequestFailure) -> City {
        guard let locality = await effects.locality(of: coordinate) else { throw .unknownPosition }
        return City(coordinate: coordinate, locality: locale.map(locality.translated) ?? locality)
    }
}
