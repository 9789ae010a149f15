import Foundation
import Testing

/// The sections "To add …" of docs/recipes.md and docs/recipes-requests.md name files and tests that exist.
struct RecipeTests {
    private static let project = URL(filePath: #filePath).appending(path: "../../..").standardized

    private struct Code: Sendable {
        let text: String
        let line: Int

        /// Whether it begins with a directory of the project.
        var isPath: Bool { ["Sources/", "Tests/", "docs/", "packaging/"].contains { text.hasPrefix($0) } }
    }

    private static let recipes: [(heading: String, paths: [Code], suites: [Code])] = {
        let page = SourceText.all(below: ["docs/recipes.md", "docs/recipes-requests.md"], kinds: ["md"])
        var recipes: [(heading: String, paths: [Code], suites: [Code])] = []
        var isRecipe = false
        for (number, line) in page.flatMap(\.lines).enumerated() {
            if line.hasPrefix("## ") {
                isRecipe = line.hasPrefix("## To add ")
                if isRecipe { recipes.append((String(line.dropFirst(3)), [], [])) }
            } else if isRecipe {
                let found = codes(in: line).map { Code(text: $0, line: number + 1) }
                recipes[recipes.count - 1].paths += found.filter(\.isPath)
                recipes[recipes.count - 1].suites += found.filter { !$0.isPath && $0.text.hasSuffix("Tests") }
            }
        }
        return recipes
    }()

    /// The code spans of a line.
    private static func codes(in line: String) -> [String] {
        line.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }

    private static let suites: Set<String> = {
        let tests = FileManager.default.enumerator(atPath: project.appending(path: "Tests").path)
        let names = (tests?.allObjects ?? []).compactMap { ($0 as? String)?.split(separator: "/").last }
        return Set(names.filter { $0.hasSuffix("Tests.swift") }.map { String($0.dropLast(6)) })
    }()

    @Test func everyFileAndTestExists() {
        #expect(Self.recipes.count >= 2)
        for recipe in Self.recipes {
            #expect(!recipe.paths.isEmpty, "\(recipe.heading) names no files")
            for path in recipe.paths {
                #expect(
                    FileManager.default.fileExists(atPath: Self.project.appending(path: path.text).path),
                    "docs/recipes.md:\(path.line): \(path.text) does not exist")
            }
            for suite in recipe.suites {
                #expect(
                    Self.suites.contains(suite.text), "docs/recipes.md:\(suite.line): no tests \(suite.text)")
            }
        }
    }
}
