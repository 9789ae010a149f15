import Rendering
import Wire

// Which of the protocol's codes each error has. The sentences are Rendering's.

extension RequestError {
    var code: Reply.Code {
        switch self {
        case .empty, .notUTF8, .controlCharacter, .unterminatedQuote, .strayQuote, .unknownEscape: .badRequest
        case .tooLong: .tooLong
        case .unknownCommand: .unknownCommand
        case .unknownOption, .missingValue, .arguments, .badValue: .badArgument
        }
    }
}

extension Refusal {
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
