/// The lines of an INI file: sections of keys, and comments.
struct INIText {
    struct Entry: Equatable {
        /// Its section; nil before the first one.
        var section: String?
        var key: String
        var value: String
        /// Where the value begins, after the equals sign and spaces, bytes.
        var valueStart: Int
        /// Where its line begins.
        var start: Int
    }

    struct Section: Equatable {
        var name: String
        /// Where its header begins.
        var start: Int
        /// Where the line after its header begins.
        var end: Int
    }

    private(set) var sections: [Section] = []
    private(set) var entries: [Entry] = []

    /// - Parameter comments: the characters with which comments begin.
    init(_ text: [UInt8], comments: String) throws(EditProblem) {
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: .newline).map { $0 + 1 } ?? text.count
            try read(text, start, end, comments)
            start = end
        }
    }

    private mutating func read(
        _ text: [UInt8], _ start: Int, _ end: Int, _ comments: String
    ) throws(EditProblem) {
        func problem(_ reason: String) -> EditProblem { EditProblem(line: text.line(at: start), reason: reason) }
        let line = text[start..<end].trimmed
        guard let first = line.first, !comments.utf8.contains(first) else { return }
        if first == UInt8(ascii: "[") {
            guard let close = line.lastIndex(of: UInt8(ascii: "]")) else { throw problem("\"[\" is not closed") }
            let name = String(decoding: line[(line.startIndex + 1)..<close], as: UTF8.self)
            return sections.append(Section(name: name, start: start, end: end))
        }
        guard let sign = line.firstIndex(of: UInt8(ascii: "=")), sign > line.startIndex else {
            throw problem("expected KEY = VALUE")
        }
        let key = String(decoding: line[..<sign].trimmed, as: UTF8.self)
        let value = line[(sign + 1)...].trimmed
        let section = sections.last?.name
        entries.append(
            Entry(
                section: section, key: key, value: String(decoding: value, as: UTF8.self),
                valueStart: value.isEmpty ? sign + 1 : value.startIndex, start: start))
    }

    func entry(_ key: String, of section: String) -> Entry? {
        entries.first { $0.section == section && $0.key == key }
    }
}

extension ArraySlice<UInt8> {
    /// Without spaces and line ends around it.
    var trimmed: ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte == .newline || byte == .carriageReturn }
        var rest = drop { isSpace($0) }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}

/// Adds a block of lines to the end of a file.
enum AppendedBlock {
    private static let title = "# Weather, added by weatherctl setup; weatherctl setup --undo removes it."

    static func insertion(of lines: [String], to text: [UInt8], comment: String = title) -> Insertion {
        let end = text.lineEnd
        var block = text.isEmpty || text.last == .newline ? [] : end
        if !text.isEmpty { block += end }
        for line in [comment] + lines { block += Array(line.utf8) + end }
        return Insertion(offset: text.count, text: block)
    }
}
