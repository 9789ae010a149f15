import Foundation

/// A copy of the project with mutants in some modules, links to the others, and only the tests for these.
final class Project {
    struct BuildFailure: Error {
        let output: String
    }

    let directory: URL
    private let original: URL
    private let modules: [String]
    private let mutated: [String]
    /// All mutants found, and the descriptions of those that do not compile, kept for the next run.
    private(set) var mutants: [Mutant] = []
    private(set) var dropped: Set<String> = []

    /// - Parameters:
    ///   - modules: whose mutants are numbered.
    ///   - mutated: those of them that have their mutants.
    ///   - tests: the test targets to keep.
    init(original: URL, directory: URL, modules: [String], mutated: [String], tests: [String]) throws {
        self.original = original
        self.directory = directory
        self.modules = modules
        self.mutated = mutated
        for folder in ["Sources/C", "Sources/Shared", "Sources/Daemon", "Sources/Worker", "Sources/Client", "Tests"] {
            let here = directory.appending(path: folder)
            let there = original.appending(path: folder)
            let files = FileManager.default
            let floor = here.lastPathComponent
            try files.createDirectory(at: here, withIntermediateDirectories: true)
            // A link that remained for a mutated module would lead to the original.
            for name in try files.contentsOfDirectory(atPath: here.path) {
                let file = here.appending(path: name)
                let isLink = (try? files.destinationOfSymbolicLink(atPath: file.path)) != nil
                if isLink || !mutated.contains("\(floor)/\(name)") { try files.removeItem(at: file) }
            }
            for name in try files.contentsOfDirectory(atPath: there.path)
            where !mutated.contains("\(floor)/\(name)") {
                try files.createSymbolicLink(
                    at: here.appending(path: name), withDestinationURL: there.appending(path: name))
            }
        }
        // Some tests compare the documentation with the code.
        for name in try FileManager.default.contentsOfDirectory(atPath: original.path)
        where !name.hasPrefix(".") && !["Sources", "Tests", "Package.swift"].contains(name) {
            let link = directory.appending(path: name)
            try? FileManager.default.removeItem(at: link)
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: original.appending(path: name))
        }
        let manifest = try String(contentsOf: original.appending(path: "Package.swift"), encoding: .utf8)
            .replacing(".treatAllWarnings(as: .error),", with: "")
        try write(manifest + Self.pruning(tests: tests), to: directory.appending(path: "Package.swift"))
    }

    /// Mutates and builds, and drops mutants that do not compile until the rest does.
    func build() throws {
        var failedLines: Set<String> = []
        let known = (try? String(contentsOf: droppedFile, encoding: .utf8)) ?? ""
        dropped = Set(known.split(separator: "\n").map(String.init))
        for _ in 0..<20 {
            try mutate()
            report("\(mutants.count) mutants, \(dropped.count) of them without compiling; building")
            let build = try run(["swift", "build", "--build-tests", "-debug-info-format", "none"], in: directory)
            if build.status == 0 { return }
            let before = dropped
            let failures = Self.failures(in: build.output)
            for failure in failures { drop(at: failure, failedLines: &failedLines) }
            if dropped == before { dropStatements(before: failures) }
            guard dropped != before else { throw BuildFailure(output: build.output) }
            try write(dropped.sorted().joined(separator: "\n"), to: droppedFile)
        }
        throw BuildFailure(output: "mutants still do not compile")
    }

    private var droppedFile: URL { directory.appending(path: "dropped.txt") }

    /// For a variable without a value, the compiler reports the end of the function, not the removed statement.
    private func dropStatements(before failures: [(file: String, line: Int, column: Int)]) {
        for mutant in mutants where mutant.operation == "statement removed" {
            let isNear = failures.contains {
                $0.file.hasSuffix(mutant.file) && ($0.line - 20...$0.line).contains(mutant.lines.lowerBound)
            }
            if isNear { dropped.insert(mutant.description) }
        }
    }

    private func mutate() throws {
        mutants = []
        for module in modules {
            let sources = original.appending(path: "Sources/\(module)")
            let target = directory.appending(path: "Sources/\(module)")
            let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
            var isExpected: Set = ["Mutants.swift"]
            for name in names.sorted() where name.hasSuffix(".swift") {
                isExpected.insert(name)
                let source = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
                let (text, found) = try MutantRewriter.rewrite(
                    source, module: target.lastPathComponent, file: "Sources/\(module)/\(name)",
                    firstID: mutants.count + 1,
                    dropped: dropped)
                mutants += found
                guard mutated.contains(module) else { continue }
                try write(text, to: target.appending(path: name))
            }
            guard mutated.contains(module) else { continue }
            try write(supportFile, to: target.appending(path: "Mutants.swift"))
            let present = FileManager.default.enumerator(atPath: target.path)?.compactMap { $0 as? String } ?? []
            for name in present where name.hasSuffix(".swift") && !isExpected.contains(name) {
                try FileManager.default.removeItem(at: target.appending(path: name))
            }
        }
    }

    private func drop(at failure: (file: String, line: Int, column: Int), failedLines: inout Set<String>) {
        let here = mutants.filter { failure.file.hasSuffix($0.file) && $0.lines.contains(failure.line) }
        let isFirst = failedLines.insert("\(failure.file):\(failure.line)").inserted
        let text = (try? String(contentsOfFile: failure.file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard isFirst, lines.indices.contains(failure.line - 1) else {
            return dropped.formUnion(here.map(\.description))
        }
        // The calls up to the column: the last one is the innermost.
        let prefix = lines[failure.line - 1].utf8.prefix(failure.column + 20)
        let calls = String(decoding: prefix, as: UTF8.self).matches(of: /mutant[A-Z][A-Za-z]*\((\d+)/).compactMap {
            Int($0.1)
        }
        if let last = calls.last {
            dropped.insert(mutants[last - 1].description)
        } else {
            dropped.formUnion(here.map(\.description))
        }
    }

    private static func failures(in output: String) -> [(file: String, line: Int, column: Int)] {
        output.matches(of: /(?m)^(\/.*\.swift):(\d+):(\d+): error:/).compactMap { match in
            guard let line = Int(match.2), let column = Int(match.3) else { return nil }
            return (String(match.1), line, column)
        }
    }

    private func write(_ text: String, to file: URL) throws {
        if (try? String(contentsOf: file, encoding: .utf8)) == text { return }
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    /// Appended to the manifest: builds only these tests and their dependencies.
    private static func pruning(tests: [String]) -> String {
        """

        var targets: Set<String> = []
        var open = \(tests)
        while let name = open.popLast() {
            guard targets.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
            for dependency in target.dependencies {
                if case .byNameItem(let name, _) = dependency { open.append(name) }
                if case .targetItem(let name, _) = dependency { open.append(name) }
            }
        }
        package.targets.removeAll { !targets.contains($0.name) }
        package.products = []

        """
    }
}
