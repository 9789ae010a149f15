import ClientProtocol

extension RequestError {
    var code: Reply.Code {
        switch self {
        case .empty, .notUTF8, .controlCharacter, .unterminatedQuote, .strayQuote, .unknownEscape: .badRequest
        case .tooLong: .tooLong
        case .unknownCommand: .unknownCommand
        case .unknownOption, .missingValue, .arguments, .misspelling, .badValue: .badArgument
        }
    }
}
