public import Foundation

/// A page of the documentation, in Markdown or mdoc: what the tests read, so that its examples are what users see.
public struct Page: Sendable, CustomStringConvertible {
    /// A code span, or a line of a code block.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public var text: String
        /// `docs/json.md:12`
        public var place: String
        /// The heading above.
        public var heading: String
        /// The number of its column from 0; nil outside of tables.
        public var column: Int?
        /// The item of a manual page that it describes, as in `items`.
        public var item = ""

        public var description: String { "\(place): \(text)" }
    }

    public struct Block: Sendable, CustomStringConvertible {
        /// The word after the fence; empty for none.
        public var language: String
        public var lines: [Code]

        public var text: String { lines.map { $0.text + "\n" }.joined() }
        public var description: String { lines.first?.description ?? language }
    }

    public struct Table: Sendable {
        public var heading: String
        public var titles: [String]
        /// Their cells, in Markdown.
        public var rows: [[String]]
    }

    /// A link's or an image's target.
    public struct Link: Sendable, CustomStringConvertible {
        public var target: String
        public var place: String

        public var description: String { "\(place): \(target)" }
    }

    /// Relative to the project.
    public let path: String
    public internal(set) var blocks: [Block] = []
    public internal(set) var spans: [Code] = []
    public internal(set) var tables: [Table] = []
    public internal(set) var links: [Link] = []
    /// The fragments of its headings' addresses.
    public internal(set) var anchors: Set<String> = []
    /// The items of a manual page without macros, as in `hourly [HOURS]`.
    public internal(set) var items: [Code] = []

    public var description: String { path }

    public static let project = URL(filePath: #filePath).appending(path: "../../../..").standardized

    /// - Parameter path: relative to the project.
    public init(_ path: String) throws {
        self.path = path
        let text = try String(contentsOf: Self.project.appending(path: path), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if path.hasSuffix(".md") { readMarkdown(lines) } else { readManual(lines) }
    }

    /// README.md and the pages of docs/.
    public static let all: [Page] = {
        let names = FileManager.default.enumerator(atPath: project.appending(path: "docs").path)
        let files = (names?.allObjects ?? []).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".md") || $0.hasPrefix("man/") && $0.contains(".") }
        return (["README.md"] + files.sorted().map { "docs/" + $0 }).compactMap { try? Page($0) }
    }()

    /// The code spans and the lines of code blocks.
    public var codes: [Code] { spans + blocks.flatMap(\.lines) }

    /// The code blocks in this language.
    public func blocks(in language: String) -> [Block] { blocks.filter { $0.language == language } }

    /// The table below a heading with this title of its first column; nil for none.
    public func table(_ heading: String, _ title: String) -> Table? {
        tables.first { $0.heading == heading && $0.titles.first == title }
    }
}

extension String {
    /// The code spans of a text in Markdown.
    public var codeSpans: [String] {
        components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }
}
