import Foundation

/// A code snippet of a page in docs/bars/, so that the tests use what users paste.
enum Snippet {
    static let folder = URL(filePath: #filePath).appending(path: "../../../../docs/bars").standardized

    /// - Parameters:
    ///   - language: the name in the code fence; empty if there is none.
    ///   - index: the snippet's number among those of this language, from 0.
    static func of(_ page: String, _ language: String, _ index: Int = 0) throws -> String {
        let lines = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        var found: [[Substring]] = []
        var fence: Substring?
        for line in lines {
            if let open = fence {
                if line == "```" {
                    fence = nil
                } else if open == language {
                    found[found.count - 1].append(line)
                }
            } else if line.hasPrefix("```") {
                fence = line.dropFirst(3)
                if line.dropFirst(3) == language { found.append([]) }
            }
        }
        guard found.indices.contains(index) else { throw UnmetExpectation("\(page) has no such snippet") }
        return found[index].map { $0 + "\n" }.joined()
    }
}
