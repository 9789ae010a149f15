import Wire

extension Placeholder {
    /// The line of `status` that has it.
    private static let key = "unavailable: "
    /// The bar is not to wait for long.
    private static let milliseconds = 1_000

    /// What `short.unavailable` says; the standard one where the daemon does not answer, or does not know the key.
    static func configured(at path: String) -> Placeholder {
        let query = Query(
            line: Command.status.rawValue + "\n", path: path, output: .text, milliseconds: milliseconds)
        guard case .ok(let lines)? = try? query.reply() else { return .standard }
        return lines.first { $0.begins(with: key) }.flatMap { Placeholder($0.dropping(key.utf8.count)) }
            ?? .standard
    }
}
