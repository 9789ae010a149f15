import Foundation

/// mutate PROJECT SCRATCH: changes one thing at a time in the source code, and lists the changes that no test detects.
///
/// From the environment: MODULES (all), MUTANTS (for each module, 150), SEED (1), and ONLY, numbers of mutants to try again.
let environment = ProcessInfo.processInfo.environment
func words(_ name: String) -> [String] { (environment[name] ?? "").split(separator: " ").map(String.init) }

/// SplitMix64: the same sample for a seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

guard CommandLine.arguments.count == 3 else { fatalError("usage: mutate PROJECT SCRATCH") }
let original = URL(filePath: CommandLine.arguments[1])
let scratch = URL(filePath: CommandLine.arguments[2])
let chosen = testsOfModules.filter { words("MODULES").isEmpty || words("MODULES").contains($0.module) }
let only = Set(words("ONLY").compactMap { Int($0) })

let project = try Project(
    original: original, directory: scratch, modules: testsOfModules.map(\.module), mutated: chosen.map(\.module),
    tests: Set(chosen.flatMap(\.tests).map { String($0.prefix { $0 != "." }) }).sorted())
do {
    try project.build()
} catch let failure as Project.BuildFailure {
    report(failure.output.suffix(5000))
    exit(1)
}
let program = scratch.appending(path: ".build/debug/weatherdPackageTests.xctest")

/// Runs the suites that reach a mutant up to the first that fails.
func isKilled(_ mutant: Mutant, by suites: [Suite]) throws -> Bool {
    let reaching = suites.filter { $0.reached.contains(mutant.id) }
    for suite in reaching {
        let limit = max(suite.duration * 5, .seconds(10))
        let (result, failure, _) = try runTests(program, suite: suite.name, mutant: mutant.id, limit: limit)
        if result == .passed { continue }
        report("\(mutant.id) \(mutant.description): \(suite.name) \(result) \(failure)")
        return true
    }
    report("\(mutant.id) \(mutant.description): \(reaching.isEmpty ? "not reached" : "survives")")
    return false
}

for (module, tests) in chosen {
    let compiled = project.mutants.filter { $0.module == module && !project.dropped.contains($0.description) }
    var generator = SeededGenerator(state: environment["SEED"].flatMap { UInt64($0) } ?? 1)
    var sample = Array(compiled.shuffled(using: &generator).prefix(environment["MUTANTS"].flatMap { Int($0) } ?? 150))
    if !only.isEmpty { sample = compiled.filter { only.contains($0.id) } }
    let suites: [Suite]
    do {
        suites = try Suite.all(of: tests, in: program, mutants: project.mutants.count)
    } catch let failure as Suite.Failure {
        report("\(module): \(failure.suite) fails without a mutant: \(failure.output)")
        exit(1)
    }
    report("\(module): \(suites.count) suites, \(suites.map(\.duration).reduce(.zero, +)) of CPU time")
    let survivors = try sample.filter { try !isKilled($0, by: suites) }
    let killed = sample.count - survivors.count
    let share = sample.isEmpty ? 0 : Double(killed * 1000 / sample.count) / 10
    report("\(module): \(compiled.count) mutants, \(sample.count) tried, \(killed) killed (\(share) %); survivors:")
    for mutant in survivors.sorted(by: { $0.id < $1.id }) { report("\(mutant.id) \(mutant.description)") }
}
