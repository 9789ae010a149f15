extension Request {
    /// The longest forecasts; no provider has more.
    public static let hoursLimit = 384
    public static let daysLimit = 16
    /// The largest width, columns.
    public static let widthLimit = 1000
    /// The largest height of a view or a map, lines.
    public static let heightLimit = 500
    /// The longest name of a place, and the longest query, characters.
    public static let nameLimit = 100

    /// Parses a line without its line end.
    public init(line: some Collection<UInt8>) throws(RequestError) {
        guard line.count < RequestLine.limit else { throw .tooLong }
        try self.init(words: try QuotedWords.split(line))
    }

    public init(words: [String]) throws(RequestError) {
        guard let name = words.first else { throw .empty }
        guard let command = Command(rawValue: name) else { throw .unknownCommand(name) }
        var arguments = try Arguments(words.dropFirst(), of: command)

        switch command {
        case .places where !arguments.isEmpty:
            self = .changePlaces(try arguments.placesChange())
        case .watch:
            guard let view = arguments.popFirst() else { throw .arguments(.watch) }
            guard let watched = Command(rawValue: view), Command.watchable.contains(watched) else {
                let accepted = Command.watchable.map { $0.rawValue }
                if let meant = view.nearest(of: accepted) { throw .misspelling(view, meant: "watch \(meant)") }
                throw .badValue(
                    view, of: "command to watch", expected: "one of \(accepted.joined(separator: ", "))")
            }
            self = .watch(try arguments.reading(watched))
        case .setUnits:
            self = .setUnits(arguments.popAll().flatMap { $0.split(separator: ",").map(String.init) })
            if case .setUnits([]) = self { throw .arguments(command) }
        case .setLocation:
            self = .setLocation(try arguments.locationSetting())
        case .next:
            self = .step(.next, try arguments.reading(.short))
        case .previous:
            self = .step(.previous, try arguments.reading(.short))
        case .select:
            let place = try arguments.query()
            self = .step(.place(place), try arguments.reading(.short))
        case .toggle:
            self = .toggle(try arguments.reading(.short))
        case .map:
            self = .map(try arguments.map(), try arguments.reading(.places))
        case .search:
            self = .search(
                query: try arguments.query(), output: try arguments.output() ?? .text, width: try arguments.width(),
                language: arguments.options[.language], locale: arguments.options[.locale])
        case .refresh:
            self = .refresh(wait: arguments.options[.wait] != nil, place: arguments.place)
        case .metrics:
            guard arguments.options[.all] == nil || arguments.place == nil else { throw .arguments(command) }
            self = .read(try arguments.reading(command))
        case .accuracy:
            self = .accuracy(try arguments.reading(.status))
        case .doctor:
            self = .doctor(output: try arguments.output() ?? .text)
        case .version:
            self = .version
        case .help:
            self = .help
        case .short, .current, .show, .hourly, .daily, .alerts, .air, .marine, .sun, .places, .status:
            self = .read(try arguments.reading(command))
        }
        guard arguments.isEmpty else { throw .arguments(command) }
    }
}

/// The words after the command: options by name, and the arguments. A lone `--` ends the options.
struct Arguments {
    private(set) var options: [Command.Option: String] = [:]
    private var positional: ArraySlice<String> = []
    let command: Command

    init(_ words: ArraySlice<String>, of command: Command) throws(RequestError) {
        self.command = command
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                positional += rest
                return
            }
            guard word.hasPrefix("--") || word.isLetterOption && !command.takesText else {
                positional.append(word)
                continue
            }
            // Scalars, since an equals sign and a combining accent after it form one character.
            let parts = word.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let option = parts.first.flatMap({ Command.Option(rawValue: String($0)) }),
                command.options.contains(option)
            else { throw .unknownOption(word, command) }
            if option.value == nil {
                guard parts.count == 1 else { throw .unknownOption(word, command) }
                options[option] = ""
            } else if parts.count == 2 {
                options[option] = String(parts[1])
            } else if let value = rest.popFirst() {
                options[option] = value
            } else {
                throw .missingValue(option: word)
            }
        }
    }

    var isEmpty: Bool { positional.isEmpty }

    var place: PlaceReference? { options[.place].map(PlaceReference.init) }

    mutating func popFirst() -> String? { positional.popFirst() }

    mutating func popAll() -> [String] {
        defer { positional = [] }
        return Array(positional)
    }

    mutating func reading(_ command: Command) throws(RequestError) -> ViewRequest {
        if options[.format] != nil, command != .short { throw .unknownOption("--format", command) }
        guard let view = try ViewRequest.View(command, &self) else { throw .arguments(self.command) }
        var reading = ViewRequest(view, place: place)
        if let units = options[.units] {
            reading.units = units.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init)
            if reading.units.isEmpty { throw .missingValue(option: "--units") }
        }
        if let output = try output(of: self.command == .watch ? command : self.command) { reading.output = output }
        reading.language = options[.language]
        reading.locale = options[.locale]
        if let word = options[.color] {
            guard let colors = ColorDepth(word: word) else {
                throw .badValue(word, of: .color)
            }
            reading.colors = colors
        }
        if options[.theme] != "auto" { reading.theme = try theme(.theme) }
        reading.background = try theme(.background)
        reading.width = try width()
        if command.options.contains(.height) || self.command == .watch {
            reading.height = try number(.height, within: 1...Request.heightLimit)
        }
        reading.isVertical = options[.vertical] != nil
        return reading
    }

    /// - Parameter viewed: the command whose outputs are valid; nil for this one.
    func output(of viewed: Command? = nil) throws(RequestError) -> ViewRequest.Output? {
        let command = viewed ?? command
        guard let word = options[.output] else { return nil }
        guard let output = ViewRequest.Output(rawValue: word), command.outputs.contains(output) else {
            let accepted = command.outputs.map { $0.rawValue }.joined(separator: ", ")
            throw .badValue(word, of: "--output", expected: "one of \(accepted)")
        }
        return output
    }

    private func theme(_ option: Command.Option) throws(RequestError) -> Theme? {
        guard let word = options[option] else { return nil }
        guard let theme = Theme(rawValue: word) else {
            throw .badValue(word, of: option)
        }
        return theme
    }

    func width() throws(RequestError) -> Int? {
        guard let word = options[.width] else { return nil }
        guard let width = Int(word), (1...Request.widthLimit).contains(width) else {
            throw .badValue(word, of: "--width", expected: "an integer between 1 and \(Request.widthLimit)")
        }
        return width
    }

    mutating func count(_ things: String, limit: Int) throws(RequestError) -> Int? {
        guard let word = popFirst() else { return nil }
        guard let count = Int(word), (1...limit).contains(count) else {
            throw .badValue(word, of: things, expected: "an integer between 1 and \(limit)")
        }
        return count
    }
}

extension RequestError {
    /// For an option whose value must be one of its words.
    fileprivate static func badValue(_ word: String, of option: Command.Option) -> RequestError {
        .badValue(word, of: option.rawValue, expected: "one of \(option.words.joined(separator: ", "))")
    }
}

extension Command {
    /// Whether its arguments can be any text, such as a name that begins with a dash.
    fileprivate var takesText: Bool {
        switch self {
        case .places, .search, .setLocation, .select: true
        default: false
        }
    }
}

extension String {
    /// Whether it looks like a short option, which the protocol does not have, and not like a number.
    fileprivate var isLetterOption: Bool {
        let scalars = unicodeScalars.prefix(2)
        return scalars.count == 2 && scalars.first == "-" && scalars.last?.properties.isAlphabetic == true
    }
}

/// Parses arguments with places. A name of several words needs no quotes: `places add Santa Cruz -17.8 -63.2`.
extension Arguments {
    /// Parses the arguments of `set-location`.
    mutating func locationSetting() throws(RequestError) -> LocationSetting {
        let words = popAll()
        guard let first = words.first else { throw .arguments(command) }
        if words.count == 1 {
            switch first.lowercased() {
            case "auto": return .automatic
            case "default": return .configured
            default: break
            }
        }
        if let found = try PositionAmongWords(words) {
            return .position(
                latitude: found.latitude, longitude: found.longitude,
                name: found.rest.isEmpty ? nil : try Self.placeName(found.rest.joined(separator: " ")))
        }
        // The number of a favourite, or a postal code.
        if words.count == 1, first.utf8.allSatisfy({ ("0"..."9").contains(Character(Unicode.Scalar($0))) }) {
            return .place(.name(first))
        }
        // One valid number is enough to report an error in the other; `nan nan` has none.
        let start = words.prefix(2)
        if start.contains(where: { Double(degrees: $0) != nil })
            || start.count == 2 && start.allSatisfy({ Double($0) != nil })
        {
            guard words.count > 1 else { throw .arguments(command) }
            _ = try PositionAmongWords.position(words[0], words[1])
        }
        return .place(try Self.reference(words[...], command))
    }

    /// Parses the arguments of `places`, if there are any.
    mutating func placesChange() throws(RequestError) -> PlacesChange {
        let verb = popFirst()
        var words = popAll()[...]
        // The options of the list do not apply to changes.
        guard options.isEmpty else { throw .arguments(command) }
        switch verb {
        case "add":
            guard let found = try PositionAmongWords(Array(words)) else {
                return .find(query: try Self.joined(words, command))
            }
            return .add(
                name: found.rest.isEmpty ? nil : try Self.placeName(found.rest.joined(separator: " ")),
                latitude: found.latitude, longitude: found.longitude)
        case "remove":
            return .remove(try Self.reference(words, command))
        case "move":
            guard let last = words.popLast() else { throw .arguments(command) }
            guard let position = Int(last), position > 0 else {
                throw .badValue(last, of: "position", expected: "a number that places shows")
            }
            return .move(try Self.reference(words, command), position: position)
        case "rename":
            // Two names can only be separated by quotes.
            guard words.count == 2, let name = words.popLast() else { throw .arguments(command) }
            return .rename(try Self.reference(words, command), name: try Self.placeName(name))
        default:
            guard let verb, let meant = verb.nearest(of: command.verbs.map({ $0.synopsis })) else {
                throw .arguments(command)
            }
            throw .misspelling(verb, meant: "places \(meant)")
        }
    }

    /// Parses the arguments of `search`.
    mutating func query() throws(RequestError) -> String {
        try Self.joined(popAll()[...], command)
    }

    // MARK: -

    private static func reference(
        _ words: ArraySlice<String>, _ command: Command
    ) throws(RequestError) -> PlaceReference {
        PlaceReference(try joined(words, command))
    }

    private static func joined(_ words: ArraySlice<String>, _ command: Command) throws(RequestError) -> String {
        let text = words.joined(separator: " ")
        guard text.contains(where: { $0 != " " }) else { throw .arguments(command) }
        return text
    }

    /// A valid name of a favourite, which cannot be parsed as a position, as `auto` or as `default`.
    private static func placeName(_ word: String) throws(RequestError) -> String {
        var name = word[...]
        while name.first == " " { name.removeFirst() }
        while name.last == " " { name.removeLast() }
        guard (1...Request.nameLimit).contains(name.count), name.unicodeScalars.allSatisfy({ $0.isPartOfALine }),
            name.unicodeScalars.contains(where: { $0.isVisible })
        else {
            throw .badValue(
                String(word.prefix(20)), of: "name",
                expected: "1 to \(Request.nameLimit) characters on one line, in double quotes if it contains spaces")
        }
        guard !["auto", "default"].contains(name.lowercased()), Double(name) == nil,
            case .name = PlaceReference(String(name))
        else {
            throw .badValue(word, of: "name", expected: "a name, not a number, coordinates, auto or default")
        }
        return String(name)
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfALine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // The joiners shape letters in Persian and Indic names, and hold emoji together.
        case .format: value == 0x200C || value == 0x200D
        default: true
        }
    }

    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark: false
        default: true
        }
    }
}
