import Rendering
import Weather
import Wire

/// Why a request has no other reply.
enum Refusal: Error {
    case noLocation
    case noWeather(NoWeather)
    case unknownUnit(UnitsChoice.UnknownUnit)
    case badTemplate(TemplateError)
    case badCoordinate
    case unknownPlace(String)
    case tooManyPlaces
}

extension Refusal {
    /// The protocol's code for it; the sentence is Rendering's.
    var reply: Reply {
        switch self {
        case .noLocation: .error(.noLocation, PlaceSentence.noLocation)
        case .noWeather(let why): .error(.noData, why.sentence)
        case .unknownUnit(let error): .error(.badArgument, error.sentence)
        case .badTemplate(let error): .error(.badArgument, error.sentence)
        case .badCoordinate: .error(.badArgument, PlaceSentence.badCoordinate)
        case .unknownPlace(let name): .error(.notFound, PlaceSentence.unknown(name))
        case .tooManyPlaces: .error(.busy, PlaceSentence.tooMany)
        }
    }
}
