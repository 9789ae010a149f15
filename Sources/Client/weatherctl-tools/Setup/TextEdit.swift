/// Text that `setup` inserts into a file.
struct Insertion: Equatable {
    /// Where it begins, in the text before all insertions, bytes.
    var offset: Int
    var text: [UInt8]
}

/// The insertions of one file, in the order of their offsets.
struct TextEdit: Equatable {
    var insertions: [Insertion]

    /// - Parameter insertions: in any order; of two at the same offset, the first one precedes.
    init(_ insertions: [Insertion]) {
        // Stable, which `sort` does not guarantee.
        var sorted: [Insertion] = []
        for one in insertions {
            let index = sorted.firstIndex { $0.offset > one.offset } ?? sorted.count
            sorted.insert(one, at: index)
        }
        self.insertions = sorted
    }

    func applied(to text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        for insertion in insertions {
            result += text[copied..<insertion.offset]
            result += insertion.text
            copied = insertion.offset
        }
        return result + text[copied...]
    }

    /// What identifies the insertions in the edited text.
    func marks(in text: [UInt8]) -> [InsertionMark] {
        let edited = applied(to: text)
        var shift = 0
        return insertions.map { insertion in
            let start = insertion.offset + shift
            let end = start + insertion.text.count
            shift += insertion.text.count
            let line = edited[..<start].lastIndex(of: .newline).map { $0 + 1 } ?? 0
            let rest = edited[end...].prefix(InsertionMark.longestContext)
            return InsertionMark(
                offset: start, text: insertion.text,
                before: Array(edited[max(line, start - InsertionMark.longestContext)..<start]),
                after: Array(rest.prefix { $0 != .newline }))
        }
    }
}

/// An insertion in the text that contains it.
struct InsertionMark: Equatable {
    /// Where it begins in the text that contains all insertions, bytes.
    var offset: Int
    var text: [UInt8]
    /// The text on its lines before and after it.
    var before: [UInt8]
    var after: [UInt8]

    /// The most bytes of the text before and after it.
    static let longestContext = 200
    /// Shorter texts can occur elsewhere by chance.
    private static let shortestUnique = 12

    /// How much of its context an insertion must still have, the most first.
    private enum Context: CaseIterable {
        case line, beginningOfLine, nothing
    }

    /// The text without the insertions; nil if one was changed or moved, or cannot be distinguished from the user's text.
    ///
    /// - Parameter isUnedited: whether the text is exactly as `setup` left it.
    static func removing(_ marks: [InsertionMark], from text: [UInt8], isUnedited: Bool) -> [UInt8]? {
        if isUnedited { return cut(marks, at: marks.map { $0.offset }, from: text) }
        for context in Context.allCases {
            let possible = marks.map { $0.occurrences(with: context, in: text) }
            // Matches in order, as early and as late as possible: equal results mean that there is only one.
            var (early, late): ([Int], [Int]) = ([], [])
            var (end, start) = (0, text.count)
            for index in marks.indices {
                guard let next = possible[index].first(where: { $0 >= end }) else { break }
                early.append(next)
                end = next + marks[index].text.count
            }
            for index in marks.indices.reversed() {
                guard let next = possible[index].last(where: { $0 + marks[index].text.count <= start }) else { break }
                late.insert(next, at: 0)
                start = next
            }
            if early.count == marks.count, let result = cut(marks, at: early, from: text),
                result == cut(marks, at: late, from: text)
            {
                return result
            }
        }
        return nil
    }

    /// nil if an insertion is not there.
    private static func cut(_ marks: [InsertionMark], at starts: [Int], from text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        for index in marks.indices {
            let (mark, start) = (marks[index], starts[index])
            let end = start + mark.text.count
            guard start >= copied, end <= text.count, text[start..<end] == mark.text[...] else { return nil }
            result += text[copied..<start]
            copied = end
        }
        return result + text[copied...]
    }

    private func occurrences(with context: Context, in text: [UInt8]) -> [Int] {
        if context == .nothing, self.text.count >= Self.shortestUnique { return text.starts(of: self.text) }
        let line = before + self.text + (context == .line ? after : [])
        return text.starts(of: line).filter { start in
            let end = start + line.count
            let begins = before.count == Self.longestContext || start == 0 || text[start - 1] == .newline
            let ends =
                context != .line || after.count == Self.longestContext || end == text.count || text[end] == .newline
            return begins && ends
        }.map { $0 + before.count }
    }
}

extension [UInt8] {
    /// Where the piece occurs, without overlaps.
    fileprivate func starts(of piece: [UInt8]) -> [Int] {
        guard let first = piece.first else { return [] }
        var starts: [Int] = []
        var index = 0
        while let start = self[index...].firstIndex(of: first), start + piece.count <= count {
            if self[start..<(start + piece.count)] == piece[...] {
                starts.append(start)
                index = start + piece.count
            } else {
                index = start + 1
            }
        }
        return starts
    }

    /// The line end of the text's first line.
    var lineEnd: [UInt8] {
        guard let index = firstIndex(of: .newline), index > 0, self[index - 1] == .carriageReturn else {
            return [.newline]
        }
        return [.carriageReturn, .newline]
    }

    /// The number of the line at an offset, from 1.
    func line(at offset: Int) -> Int {
        self[..<Swift.min(offset, count)].reduce(1) { $0 + ($1 == .newline ? 1 : 0) }
    }

    /// The spaces and tabs with which the line at an offset begins; nil if other text is between them and the offset.
    func indentation(before offset: Int) -> [UInt8]? {
        let start = self[..<offset].lastIndex(of: .newline).map { $0 + 1 } ?? 0
        let indentation = self[start..<offset]
        return indentation.allSatisfy { $0.isBlank } ? Array(indentation) : nil
    }

    /// 64-bit FNV-1a in hexadecimal digits, to detect edits.
    var fingerprint: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in self { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(hash, radix: 16)
    }
}

extension String {
    /// Whether it names weatherctl, such as in a command.
    var mentionsWeatherctl: Bool { !Array(utf8).starts(of: Array("weatherctl".utf8)).isEmpty }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")

    /// Whether it is a space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}

/// Why `setup` does not edit a file.
struct EditProblem: Error, Equatable {
    /// From 1; nil if it is about no line.
    var line: Int?
    /// A phrase: `"modules-right" is not a list`.
    var reason: String
}

/// A bar of a configuration file.
struct ConfiguredBar: Equatable {
    enum State: Equatable {
        /// Shows the weather already.
        case shown
        case insertable([Insertion])
        case problem(EditProblem)
    }

    /// As the file calls it; nil for the only bar.
    var name: String?
    var state: State
}

/// The bars of a configuration file.
struct BarPlan: Equatable {
    var bars: [ConfiguredBar]
    /// Inserted once if the weather is added to any bar.
    var shared: [Insertion] = []

    /// The edit that adds the weather to the bars of these indices.
    func edit(of chosen: [Int]) -> TextEdit {
        let own = chosen.flatMap { index -> [Insertion] in
            if case .insertable(let insertions) = bars[index].state { insertions } else { [] }
        }
        return TextEdit(own + shared)
    }
}
