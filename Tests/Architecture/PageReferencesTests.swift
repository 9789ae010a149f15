import Foundation
import Pages
import Testing

/// Whatever a page refers to exists: links, files, tests, types and make targets.
struct PageReferencesTests {
    private static let pages = Page.all + ["CHANGELOG.md", "SECURITY.md"].compactMap { try? Page($0) }
    private static let sources = SourceText.all(
        below: ["Sources", "Tests", "Package.swift"], kinds: ["swift", "c", "h", "py", "sh", ""])

    /// The paths of all files that git knows, except hidden ones at the top.
    private static let files: [String] = {
        let roots = ["Sources", "Tests", "docs", "packaging", "systemd"]
        return roots.flatMap { root in
            let names = FileManager.default.enumerator(atPath: Page.project.appending(path: root).path)
            return (names?.allObjects ?? []).compactMap { $0 as? String }.map { "\(root)/\($0)" }
        } + ["README.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "Makefile", "Package.swift"]
    }()

    /// The words of all source files, and the names of the files without their extensions.
    private static let words: Set<Substring> = {
        let words = sources.flatMap(\.lines).flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } }
        return Set(words).union(files.compactMap { $0.split(separator: "/").last?.split(separator: ".").first })
    }()

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: Page.project.appending(path: path).path)
    }

    @Test func everyPageIsRead() {
        #expect(Self.pages.count > 40)
        #expect(Self.pages.contains { $0.path == "docs/bars/waybar.md" })
        #expect(Self.pages.contains { $0.path == "docs/man/weatherd.toml.5" })
    }

    @Test func everyLinkResolves() {
        let anchors = Dictionary(uniqueKeysWithValues: Self.pages.map { ($0.path, $0.anchors) })
        var count = 0
        for page in Self.pages {
            let folder = Page.project.appending(path: page.path).deletingLastPathComponent()
            for link in page.links where !link.target.contains(":") {
                count += 1
                let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
                let target = folder.appending(path: parts[0]).standardized.path
                let path = parts[0].isEmpty ? page.path : String(target.dropFirst(Page.project.path.count + 1))
                #expect(Self.exists(path), "\(link)")
                if parts.count > 1 {
                    #expect(anchors[path]?.contains(String(parts[1])) == true, "\(link): no such heading")
                }
            }
        }
        #expect(count > 200)
    }

    /// Files of other projects are named in the list of sources.
    private static var codes: [Page.Code] { pages.flatMap(\.spans).filter { $0.heading != "Sources" } }

    @Test func everyFileExists() {
        let kinds: Set<Substring> = ["swift", "py", "sql", "sh", "c", "tsv", "xz", "dat", "md", "css"]
        let roots: Set<Substring> = ["Sources", "Tests", "docs", "packaging", "systemd", ".ci", ".make"]
        // The user's own script, the directory of an installation, and files of a release.
        let elsewhere = [
            "weather.0r.5s.sh", "share/weatherd/borders.dat", "weatherd-VERSION.tar.xz", "install.sh",
        ]
        var count = 0
        for code in Self.codes where !code.text.contains(" ") && !elsewhere.contains(code.text) {
            let parts = code.text.split(separator: "/")
            guard let first = parts.first, let kind = parts.last?.split(separator: ".").last else { continue }
            if parts.count > 1, roots.contains(first) {
                #expect(Self.exists(code.text), "\(code)")
            } else if kinds.contains(kind), kind.count < code.text.count, !"~/".contains(code.text.prefix(1)) {
                #expect(Self.files.contains { $0 == code.text || $0.hasSuffix("/" + code.text) }, "\(code)")
            } else {
                continue
            }
            count += 1
        }
        #expect(count > 50)
    }

    /// `DayOfHours`, `RefreshPlan.next`: a name with two capitals of the code.
    @Test func everyTypeExists() {
        var count = 0
        for code in Self.codes where code.text.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == ".") }) {
            let names = code.text.split(separator: ".")
            guard !code.text.hasPrefix("."), let name = names.first, name.first?.isUppercase == true,
                name.contains(where: \.isLowercase),
                name.dropFirst().contains(where: \.isUppercase)
            else { continue }
            count += 1
            for name in names where name != "swift" {
                let exists = Self.words.contains(name)
                #expect(exists, "\(code): \(name)")
            }
        }
        #expect(count > 200)
    }

    /// In the tables that name the tests of each rule.
    @Test func everyTestExists() {
        var count = 0
        for table in Self.pages.flatMap(\.tables) {
            for (column, title) in table.titles.enumerated() where title.contains("test") && title != "tested" {
                for name in table.rows.filter({ $0.indices.contains(column) }).flatMap({ $0[column].codeSpans })
                where name.allSatisfy({ $0.isASCII && $0.isLetter }) {
                    count += 1
                    let exists = Self.words.contains(name[...])
                    #expect(exists, "\(table.heading): \(name)")
                }
            }
        }
        #expect(count > 50)
    }

    @Test func everyMakeTargetExists() throws {
        let makefile = try String(contentsOf: Page.project.appending(path: "Makefile"), encoding: .utf8)
        let rules = makefile.split(separator: "\n").filter { !$0.hasPrefix("\t") && !$0.hasPrefix("#") }
        let targets = Set(rules.flatMap { rule in rule.prefix { $0 != ":" }.split(separator: " ").map(String.init) })
        var count = 0
        for code in Self.pages.flatMap(\.codes) {
            for words in code.commandLines(of: "make") {
                for word in words {
                    let parts = word.split(separator: "=", omittingEmptySubsequences: false)
                    count += 1
                    // Scripts read some of the variables.
                    let exists = parts.count == 1 ? targets.contains(word) : Self.words.contains(parts[0])
                    #expect(exists || makefile.contains("$(\(parts[0]))"), "\(code)")
                }
            }
        }
        #expect(count > 40)
    }

    @Test func everyFuzzTargetExists() throws {
        let table = try #require(try Page("docs/fuzzing.md").tables.first { $0.titles.last == "targets" })
        for name in table.rows.flatMap({ $0[2].codeSpans }) {
            #expect(Self.exists("Tests/Fuzz/Corpus/\(name)"), "\(name)")
        }
    }

    /// `WEATHER_ALERT_ID`, `_EVENT`: the variables of commands.
    @Test func everyVariableOfCommandsExists() throws {
        let table = try #require(try Page("docs/hooks.md").table("Commands", "variable"))
        let texts = Self.sources.filter { $0.path.hasPrefix("Sources/Daemon/Rendering/") }.flatMap(\.lines).joined()
        var count = 0
        for row in table.rows {
            let names = row[0].codeSpans
            // The last word of the first name is replaced.
            let stem = names[0].dropFirst("WEATHER_".count).prefix { $0 != "_" }
            for name in names {
                count += 1
                let key = name.hasPrefix("_") ? stem + name : name.dropFirst("WEATHER_".count)
                #expect(texts.contains("\"\(key)\":"), "\(name)")
            }
        }
        #expect(count > 25)
    }
}
