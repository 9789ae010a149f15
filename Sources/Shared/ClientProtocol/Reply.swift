/// A reply of the daemon: lines, or an error.
public enum Reply: Sendable, Hashable {
    case ok([String])
    /// The message is one sentence without a line end.
    case error(Code, String)

    /// The stable identifier of an error.
    public enum Code: String, Sendable, CaseIterable {
        case badRequest = "bad-request"
        case tooLong = "too-long"
        case unknownCommand = "unknown-command"
        case badArgument = "bad-argument"
        case notFound = "not-found"
        case noData = "no-data"
        case noLocation = "no-location"
        case busy
        case `internal`
    }

    /// The encoded reply: `OK n` and its lines, or `ERR code message`.
    public var text: String {
        switch self {
        case .ok(let lines):
            var text = "OK \(lines.count)\n"
            text.reserveCapacity(lines.reduce(text.utf8.count) { $0 + $1.utf8.count + 1 })
            for line in lines {
                text += line
                text += "\n"
            }
            return text
        case .error(let code, let message):
            return "ERR \(code.rawValue) \(message)\n"
        }
    }
}
