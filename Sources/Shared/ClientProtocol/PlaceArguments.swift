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
            guard let verb, let meant = verb.nearest(of: ["add", "remove", "move", "rename"]) else {
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
