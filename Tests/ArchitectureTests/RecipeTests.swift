import Foundation
import Testing

/// The sections "To add …" of docs/architecture.md name files that exist.
struct RecipeTests {
    private static let project = URL(filePath: #filePath).appending(path: "../../..").standardized

    private struct Path: Sendable {
        let text: String
        let line: Int
    }

    private static let recipes: [(heading: String, paths: [Path])] = {
        let page = SourceText.all(below: ["docs/architecture.md"], kinds: ["md"])
        var recipes: [(heading: String, paths: [Path])] = []
        var isRecipe = false
        for (number, line) in page.flatMap(\.lines).enumerated() {
            if line.hasPrefix("## ") {
                isRecipe = line.hasPrefix("## To add ")
                if isRecipe { recipes.append((String(line.dropFirst(3)), [])) }
            } else if isRecipe {
                recipes[recipes.count - 1].paths += paths(in: line).map { Path(text: $0, line: number + 1) }
            }
        }
        return recipes
    }()

    /// The code spans that begin with a directory of the project.
    private static func paths(in line: String) -> [String] {
        line.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
            .filter { code in ["Sources/", "Tests/", "docs/", "packaging/"].contains { code.hasPrefix($0) } }
    }

    @Test func everyPathExists() {
        #expect(Self.recipes.count >= 2)
        for recipe in Self.recipes {
            #expect(!recipe.paths.isEmpty, "\(recipe.heading) names no files")
            for path in recipe.paths {
                #expect(
                    FileManager.default.fileExists(atPath: Self.project.appending(path: path.text).path),
                    "docs/architecture.md:\(path.line): \(path.text) does not exist")
            }
        }
    }
}
