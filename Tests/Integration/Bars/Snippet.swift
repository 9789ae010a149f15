import Foundation
import Pages

/// A code snippet of a page in docs/bars/, so that the tests use what users paste.
enum Snippet {
    static let folder = Page.project.appending(path: "docs/bars")

    /// - Parameters:
    ///   - language: the name in the code fence; empty if there is none.
    ///   - index: the snippet's number among those of this language, from 0.
    static func of(_ page: String, _ language: String, _ index: Int = 0) throws -> String {
        let blocks = try Page("docs/bars/\(page)").blocks(in: language)
        guard blocks.indices.contains(index) else { throw UnmetExpectation("\(page) has no such snippet") }
        return blocks[index].text
    }
}
