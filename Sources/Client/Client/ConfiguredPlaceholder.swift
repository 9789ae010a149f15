import ClientProtocol

extension Placeholder {
    /// A short timeout, since the bar waits.
    private static let milliseconds = 1_000

    /// The value of `short.unavailable`; the default if the daemon does not answer or does not know the key.
    static func configured(at path: String) -> Placeholder {
        let query = Query(
            line: Command.status.rawValue + "\n", path: path, output: .text, milliseconds: milliseconds)
        guard case .ok(let lines)? = try? query.reply() else { return .standard }
        return StatusReply(lines)[.unavailable].flatMap { Placeholder($0) } ?? .standard
    }
}
