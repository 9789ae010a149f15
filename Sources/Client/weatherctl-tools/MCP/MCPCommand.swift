import Client

/// The command line of `mcp`, which the daemon does not know: weatherctl passes it on as an unknown command.
struct MCPCommand: Equatable {
    static let name = "mcp"
    static let summary = "answer questions from AI assistants (Model Context Protocol) on standard input and output"
    static let discussion = """
        An assistant starts it, and stops it by closing standard input. The tools current, forecast, warnings and \
        search change nothing. Protocol revisions: 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26 and 2024-11-05.
        """

    private static let help = ["--help", "-h"]

    var wantsHelp = false
    /// The first word that is invalid; nil for none.
    var invalid: String?

    /// nil for another command.
    init?(_ words: [String]) {
        if words == ["help", Self.name] {
            wantsHelp = true
            return
        }
        let before = words.prefix { Self.help.contains($0) }
        guard words.dropFirst(before.count).first == Self.name else { return nil }
        for word in before + words.dropFirst(before.count + 1) {
            if Self.help.contains(word) { wantsHelp = true } else { invalid = invalid ?? word }
        }
    }

    func run(at path: String) -> ExitStatus {
        if wantsHelp { return Manual.showMCP() }
        if let invalid {
            StandardError.say(
                invalid.hasPrefix("-") ? Manual.unknownOption(invalid) : "unexpected argument \"\(invalid.visible)\"")
            return .usage
        }
        var server = MCPServer(path: path)
        return server.run()
    }
}
