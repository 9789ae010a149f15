import Testing

/// A file is dead if no other file uses a name that it declares.
struct DeadFileTests {
    private static let keywords: Set<Substring> = [
        "struct", "class", "enum", "protocol", "actor", "typealias", "func", "var", "let", "case",
    ]

    /// The names that a file declares at the top level, or as members of a top-level declaration.
    private static func declarations(in file: SourceText) -> Set<Substring> {
        var names: Set<Substring> = []
        for line in file.lines where !line.hasPrefix("     ") {
            let words = words(of: line)
            for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) { names.insert(name) }
        }
        return names
    }

    private static func words(of line: String) -> [Substring] {
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        return code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }

    private static func deadFiles(among files: [SourceText]) -> [String] {
        var users: [Substring: Int] = [:]
        for file in files {
            for word in Set(file.lines.flatMap(words)) { users[word, default: 0] += 1 }
        }
        return files.filter { file in
            // The system starts a program's main file, and the test runner a suite.
            let isStarted = file.path.hasSuffix("/main.swift") || file.lines.contains { $0.hasPrefix("@main") }
            let isSuite = file.lines.contains { $0.contains("@Test") }
            // Initializers of extensions are used by the names of their types.
            let hasInitializer = file.lines.contains {
                $0.prefix(24).contains(" init(") || $0.prefix(24).contains(" init?(")
            }
            let names = declarations(in: file)
            return !isStarted && !isSuite && !hasInitializer && !names.isEmpty && names.allSatisfy { users[$0] == 1 }
        }.map(\.path)
    }

    @Test func noFileIsDead() {
        let files = SourceText.all(below: ["Sources", "Tests"], kinds: ["swift"])
        #expect(files.count > 500)
        for path in Self.deadFiles(among: files) where !path.hasSuffix("/Package.swift") {
            Issue.record("\(path):1: no other file uses anything that it declares: remove it")
        }
    }

    @Test func unusedFilesAreFound() {
        let files = [
            SourceText(path: "A.swift", lines: ["struct A {", "    func measure() {}", "}"]),
            SourceText(path: "B.swift", lines: ["extension A {", "    // measure", "    var unused: Int { 1 }", "}"]),
            SourceText(path: "C/main.swift", lines: ["let a = A()"]),
        ]
        #expect(Self.deadFiles(among: files) == ["B.swift"])
    }
}
