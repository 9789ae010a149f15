public import ClientProtocol
import Languages
import Rendering
import Store
import Weather

/// Why a request failed.
enum RequestFailure: Error {
    /// There is no current place; with the snapshot for which the request failed.
    case noLocation(Snapshot)
    case noWeather(NoWeather)
    case unknownUnit(UnitsChoice.UnknownUnit)
    case badTemplate(TemplateError)
    case badCoordinate
    /// The language is not supported.
    case unknownLanguage(String)
    /// No known place or cached query has this name.
    case unknownPlace(String)
    /// The list of places has no such position; with the number of places.
    case noSuchPlace(Int, count: Int)
    /// Neither the current place nor a favourite has this name.
    case notInPlaces(String)
    case tooManyPlaces
    /// The settlement at a position cannot be determined.
    case unknownPosition
    case search(SearchFailure)
    /// No city was found for the requested place.
    case city(SearchFailure)
    case favourites(FavouritesError)
    /// The operation needs a favourite, but the current place is not one.
    case currentPlace(Place)
    /// No location source is enabled.
    case noLocationSource
    case notKept(StoreError)
    case noMap(CoastlineError)
    /// Larger than the largest map.
    case mapTooLarge(columns: Int, lines: Int)
}

extension RequestFailure {
    /// The protocol's error code, with a sentence from Rendering.
    var reply: Reply {
        switch self {
        case .noLocation(let snapshot): .error(.noLocation, PlaceSentence.noLocation(snapshot))
        case .noWeather(let why): .error(.noData, why.sentence)
        case .unknownUnit(let error): .error(.badArgument, error.sentence)
        case .badTemplate(let error): .error(.badArgument, error.sentence)
        case .unknownLanguage(let name): .error(.badArgument, LanguageSentence.unknown(name))
        case .badCoordinate: .error(.badArgument, PlaceSentence.badCoordinate)
        case .unknownPlace(let name): Self.noSuchPlace(.notFound(name, online: nil))
        case .noSuchPlace(let position, let count):
            .error(.notFound, PlaceSentence.noSuchPlace(position, count: count))
        case .notInPlaces(let name): .error(.notFound, PlaceSentence.notInPlaces(name))
        case .tooManyPlaces: .error(.busy, PlaceSentence.tooMany)
        case .unknownPosition: .error(.notFound, PlaceSentence.noSettlement)
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

extension RequestFailure {
    /// Suggests other ways to specify a place: the request may not have been meant as a search.
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

extension RequestError {
    public var code: Reply.Code {
        switch self {
        case .empty, .notUTF8, .controlCharacter, .unterminatedQuote, .strayQuote, .unknownEscape: .badRequest
        case .tooLong: .tooLong
        case .unknownCommand: .unknownCommand
        case .unknownOption, .missingValue, .arguments, .misspelling, .badValue: .badArgument
        }
    }
}
