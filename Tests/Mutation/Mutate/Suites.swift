import Foundation

/// The tests that have to notice the mutants of a module, named by its folder: test targets, or suites of them.
let testsOfModules: [(module: String, tests: [String])] = [
    ("Shared/Weather", ["WeatherTests", "ProvidersTests"]),
    (
        "Shared/ClientProtocol",
        ["ClientProtocolTests", "RenderingTests.UnavailableTests", "ClientTests", "ServerTests"]
    ),
    ("Daemon/Refreshing", ["RefreshingTests"]),
    ("Worker/Providers", ["ProvidersTests"]),
]

/// These compare durations, or need a deep stack.
private let excluded: Set = ["ProvidersTests.LinearTests", "ProvidersTests.DepthTests"]

/// A suite without a mutant.
struct Suite {
    let name: String
    /// CPU time.
    let duration: Duration
    /// The numbers of the mutants whose code it runs.
    let reached: Set<Int>

    /// The suites of some tests, each run on its own, the quickest first.
    static func all(of tests: [String], in program: URL, mutants: Int) throws -> [Suite] {
        let list = try run(
            [program.path, "--testing-library", "swift-testing", "--list-tests"],
            in: program.deletingLastPathComponent())
        let names = Set(list.output.split(separator: "\n").map { String($0.prefix { !"/(".contains($0) }) })
        let chosen = names.filter { name in
            !excluded.contains(name) && tests.contains { name == $0 || name.hasPrefix($0 + ".") }
        }
        return try chosen.map { try Suite($0, in: program, mutants: mutants) }.sorted {
            ($0.duration, $0.name) < ($1.duration, $1.name)
        }
    }

    private init(_ name: String, in program: URL, mutants: Int) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "weatherd-mutants-\(getpid())")
        try Data(count: mutants + 1).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let clean = try runTests(program, suite: name, mutant: 0, limit: .seconds(600), reached: file)
        guard clean.result == .passed else { throw Failure(suite: name, output: clean.failure) }
        self.name = name
        duration = clean.duration
        reached = Set(try Data(contentsOf: file).enumerated().filter { $0.element != 0 }.map(\.offset))
    }

    struct Failure: Error {
        let suite: String
        let output: String
    }
}
