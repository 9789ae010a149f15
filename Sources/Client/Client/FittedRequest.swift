import ClientProtocol

extension Invocation {
    /// Adds what only the client knows: the terminal's size and colours.
    package static func fitted(_ request: [String], _ terminal: () -> Terminal?) -> [String] {
        guard let view = view(of: request), view.options.contains(.width) else { return request }
        let terminal = terminal()
        var fitted = request
        if view.options.contains(.color), color(&fitted, terminal), !names([.theme, .background], request),
            terminal?.background() == .light
        {
            fitted += [Command.Option.background.rawValue, Theme.light.rawValue]
        }
        if let columns = terminal?.columns, !names([.width], request) {
            fitted += [Command.Option.width.rawValue, String(min(columns, Request.widthLimit))]
        }
        let isFittedToHeight = view.options.contains(.height) && view != .map || request.first == Command.watch.rawValue
        if isFittedToHeight, let lines = terminal?.lines, !names([.height], request) {
            fitted += [Command.Option.height.rawValue, String(min(lines, Request.heightLimit))]
        }
        return fitted
    }

    /// Adds the locale to a request whose reply depends on the language.
    static func add(_ locale: String, to request: inout [String]) {
        guard view(of: request)?.options.contains(.language) == true, !names([.language, .locale], request) else {
            return
        }
        request += [Command.Option.locale.rawValue, locale]
    }

    private static func names(_ options: [Command.Option], _ request: [String]) -> Bool {
        request.contains { word in options.contains { word.begins(with: $0.rawValue) } }
    }

    /// - Returns: whether the reply has colours.
    private static func color(_ request: inout [String], _ terminal: Terminal?) -> Bool {
        let setting = setting(&request)
        let colors: ColorDepth? =
            switch setting {
            case nil, "auto": terminal?.colors
            case "always": Terminal.mostColors
            case let other?: ColorDepth(word: other)
            }
        if let colors, colors != .none {
            request += [Command.Option.color.rawValue, colors.rawValue]
            return true
        } else if let setting, ColorDepth(word: setting) == nil {
            // The daemon reports invalid values.
            request += [Command.Option.color.rawValue, setting]
        }
        return false
    }

    /// The command of a view; nil for commands that change something, whose reply is a sentence.
    private static func view(of request: [String]) -> Command? {
        var words = request[...]
        guard var command = words.popFirst().flatMap({ Command(rawValue: $0) }) else { return nil }
        if command == .watch {
            guard let watched = words.popFirst().flatMap({ Command(rawValue: $0) }) else { return nil }
            command = watched
        }
        // After a lone `--` there are no options, so none can be added.
        guard !request.contains("--") else { return nil }
        if command == .places, let change = words.first, !change.begins(with: "--") { return nil }
        return command
    }

    /// Removes `--color`, and returns its value; nil when it is missing.
    private static func setting(_ request: inout [String]) -> String? {
        let name = Command.Option.color.rawValue
        guard let index = request.firstIndex(where: { $0 == name || $0.begins(with: name + "=") }) else { return nil }
        if request[index] != name { return request.remove(at: index).dropping(name.utf8.count + 1) }
        guard index + 1 < request.count else { return nil }
        request.remove(at: index)
        return request.remove(at: index)
    }
}
