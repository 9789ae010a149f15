import Wire

extension Invocation {
    /// The request with what only the client knows: the size of the terminal, and whether it shows colours.
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
        let isFittedToHeight = view == .hourly || view == .show || request.first == Command.watch.rawValue
        if isFittedToHeight, let lines = terminal?.lines, !names([.height], request) {
            fitted += [Command.Option.height.rawValue, String(min(lines, Request.heightLimit))]
        }
        return fitted
    }

    private static func names(_ options: [Command.Option], _ request: [String]) -> Bool {
        request.contains { word in options.contains { word.begins(with: $0.rawValue) } }
    }

    /// - Returns: whether the reply is to have colours.
    private static func color(_ request: inout [String], _ terminal: Terminal?) -> Bool {
        let wish = wish(&request)
        let colors: ColorDepth? =
            switch wish {
            case nil, "auto": terminal?.colors
            case "always": Terminal.mostColors
            case let other?: ColorDepth(word: other)
            }
        if let colors, colors != .none {
            request += [Command.Option.color.rawValue, colors.rawValue]
            return true
        } else if let wish, ColorDepth(word: wish) == nil {
            // The daemon says what is accepted.
            request += [Command.Option.color.rawValue, wish]
        }
        return false
    }

    /// The command whose view is asked for; nil where something is changed, which is answered in a sentence.
    private static func view(of request: [String]) -> Command? {
        var words = request[...]
        guard var command = words.popFirst().flatMap({ Command(rawValue: $0) }) else { return nil }
        if command == .watch {
            guard let watched = words.popFirst().flatMap({ Command(rawValue: $0) }) else { return nil }
            command = watched
        }
        // What stands behind a lone -- is no option, and so nothing can be added.
        guard !request.contains("--") else { return nil }
        if command == .places, let change = words.first, !change.begins(with: "--") { return nil }
        return command
    }

    /// Takes `--color` out of the request, and gives what it was given; nil when it is not there.
    private static func wish(_ request: inout [String]) -> String? {
        let name = Command.Option.color.rawValue
        guard let index = request.firstIndex(where: { $0 == name || $0.begins(with: name + "=") }) else { return nil }
        if request[index] != name { return request.remove(at: index).dropping(name.utf8.count + 1) }
        guard index + 1 < request.count else { return nil }
        request.remove(at: index)
        return request.remove(at: index)
    }
}
