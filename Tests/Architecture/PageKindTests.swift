import ClientProtocol
import Foundation
import Pages
import Testing

/// What the pages say about themselves, and about the project, is true.
struct PageKindTests {
    private static let kinds = ["Tutorial", "How-to", "Reference", "Explanation"]

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Page.project.appending(path: path), encoding: .utf8)
    }

    /// The kind in the line under the title; nil for none.
    private static func kind(of path: String) throws -> String? {
        let lines = try text(path).split(separator: "\n")
        return kinds.first { lines.count > 1 && lines[1].hasPrefix("*\($0)*") }
    }

    @Test func everyPageSaysItsKind() throws {
        let pages = Page.all.map(\.path).filter { $0.hasSuffix(".md") && $0 != "README.md" }
        #expect(pages.count > 30)
        for page in pages { #expect(try Self.kind(of: page) != nil, "\(page): no kind below the title") }
    }

    @Test func readmeGroupsPagesByKind() throws {
        let table = try #require(try Page("README.md").table("Documentation", "kind"))
        #expect(table.rows.map { $0[0] } == Self.kinds.map { $0.lowercased() })
        var count = 0
        for row in table.rows {
            for link in row[1].components(separatedBy: "](").dropFirst() {
                count += 1
                let page = String(link.prefix { $0 != ")" && $0 != "#" })
                #expect(try Self.kind(of: page)?.lowercased() == row[0], "\(page)")
            }
        }
        #expect(count > 20)
    }

    /// The packages that `make` and `make deb` install without asking.
    @Test func readmeNamesInstalledPackages() throws {
        let readme = try Self.text("README.md")
        let makefile = try Self.text("Makefile")
        for target in ["build-packages", "gazetteer-packages", "deb-packages"] {
            let rule = try #require(makefile.components(separatedBy: "\n\(target):\n").dropFirst().first)
            let command = try #require(rule.components(separatedBy: "\n\n").first?.replacing("\\\n", with: " "))
                .replacing("$(git)", with: "git")
            let packages = command.split(whereSeparator: \.isWhitespace).dropFirst()
            #expect(!packages.isEmpty)
            for package in packages { #expect(readme.contains("`\(package)`"), "\(target): \(package)") }
        }
    }

    @Test func addressesAreOfTheProject() throws {
        let host = Release.address.dropFirst("https://".count)
        for page in ["README.md", "docs/contributing.md"] {
            #expect(try Self.text(page).contains("git clone \(Release.address)/weatherd.git "), "\(page)")
        }
        #expect(try Self.text("README.md").contains("wget \(Release.address)/weatherd_VERSION_"))
        #expect(try Self.text("SECURITY.md").contains(" authors@\(host) "))
    }
}
