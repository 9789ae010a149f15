import Foundation

/// A file of the project.
struct SourceText: Sendable {
    /// Relative to the project's directory.
    let path: String
    let lines: [String]

    private static let project = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// The files below these directories, or these files themselves.
    ///
    /// - Parameter kinds: the extensions of their names.
    static func all(below roots: [String], kinds: Set<String>) -> [SourceText] {
        roots.flatMap { root in
            files(at: project.appending(path: root)).filter { kinds.contains($0.pathExtension) }.compactMap(
                SourceText.init)
        }
    }

    private static func files(at root: URL) -> [URL] {
        guard let below = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) else {
            return [root]
        }
        let files = below.compactMap { $0 as? URL }
        return files.isEmpty ? [root] : files
    }

    init(path: String, lines: [String]) {
        (self.path, self.lines) = (path, lines)
    }

    /// nil for a file that is not text.
    private init?(file: URL) {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        path = String(file.standardized.path.dropFirst(Self.project.path.count + 1))
        var lines = text.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        self.lines = lines
    }

    /// Whether a line contains a phrase as whole words.
    func has(_ phrase: String, in line: String) -> Bool {
        var rest = line[...]
        while let range = rest.range(of: phrase) {
            let before = rest[..<range.lowerBound].last ?? " "
            let after = rest[range.upperBound...].first ?? " "
            if !before.isLetter, !after.isLetter { return true }
            rest = rest[range.upperBound...]
        }
        return false
    }
}
