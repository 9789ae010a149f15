/// Why a command line is invalid.
package enum UsageError: Error, Equatable {
    case noCommand
    case unknownCommand(String)
    case missingTimeout
    case badTimeout(String)
    case notUTF8
    case controlCharacter
    case tooLong
}
