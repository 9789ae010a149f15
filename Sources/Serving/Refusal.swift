import Keeping
import Rendering
import Weather
import Wire

/// Why a request has no other reply.
enum Refusal: Error {
    /// As things stood then.
    case noLocation(Snapshot)
    case noWeather(NoWeather)
    case unknownUnit(UnitsChoice.UnknownUnit)
    case badTemplate(TemplateError)
    case badCoordinate
    /// There are no words for it.
    case unknownLanguage(String)
    /// No place is called so that is known without a search.
    case unknownPlace(String)
    case tooManyPlaces
    case search(SearchFailure)
    /// The place that was named could not be found.
    case city(SearchFailure)
    case favourites(FavouritesError)
    /// What was asked of a favourite cannot be done to the current place.
    case currentPlace(Place)
    /// Nobody may be asked where the machine is.
    case noLocationSource
    case notKept(KeepingError)
    case noMap(CoastlineError)
    /// More cells than are drawn.
    case mapTooLarge(columns: Int, lines: Int)
}

extension Refusal {
    /// The protocol's code for it; the sentence is Rendering's.
    var reply: Reply {
        switch self {
        case .noLocation(let snapshot): .error(.noLocation, PlaceSentence.noLocation(snapshot))
        case .noWeather(let why): .error(.noData, why.sentence)
        case .unknownUnit(let error): .error(.badArgument, error.sentence)
        case .badTemplate(let error): .error(.badArgument, error.sentence)
        case .unknownLanguage(let name): .error(.badArgument, LanguageSentence.unknown(name))
        case .badCoordinate: .error(.badArgument, PlaceSentence.badCoordinate)
        case .unknownPlace(let name): Self.noSuchPlace(.notFound(name, online: nil))
        case .tooManyPlaces: .error(.busy, PlaceSentence.tooMany)
        case .search(let failure): .error(failure.code, failure.sentence)
        case .city(let failure): Self.noSuchPlace(failure)
        case .favourites(let error): .error(error.code, error.sentence)
        case .currentPlace(let place): .error(.badArgument, PlaceSentence.isCurrent(place))
        case .noLocationSource: .error(.badArgument, PlaceSentence.noSource)
        case .mapTooLarge(let columns, let lines):
            .error(.badArgument, MapView.tooLarge(columns: columns, lines: lines))
        case .noMap(let error): .error(.internal, error.sentence)
        case .notKept(let error): .error(.internal, "the setting was not changed: \(error.sentence)")
        }
    }
}

extension Refusal {
    /// Whoever named a place that there is not has two more ways to say which; and who named none may not have meant to
    /// search at all.
    private static func noSuchPlace(_ failure: SearchFailure) -> Reply {
        let sentence =
            switch failure {
            case .notFound, .postalCodeNotLookedUp: failure.sentence + PlaceSentence.otherWays
            case .tooShort: PlaceSentence.noName
            default: failure.sentence
            }
        return .error(failure.code, sentence)
    }
}

extension SearchFailure {
    fileprivate var code: Reply.Code {
        switch self {
        case .tooShort, .tooLong, .unacceptable: .badArgument
        case .notFound, .postalCodeNotLookedUp, .inexact, .ambiguous: .notFound
        case .gazetteer: .internal
        }
    }
}

extension FavouritesError {
    fileprivate var code: Reply.Code {
        switch self {
        case .nameTaken, .alreadyThere, .noSuchPosition: .badArgument
        case .notAFavourite, .ambiguous: .notFound
        case .full: .busy
        }
    }
}
