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
let chosen = words("MODULES").isEmpty ? suites.map(\.module) : words("MODULES")
let only = Set(words("ONLY").compactMap { Int($0) })

// All modules are mutated regardless of the selection, so that numbers and builds stay valid.
let tests = Set(suites.flatMap(\.steps).joined().map { String($0.prefix { $0 != "." }) }.filter { $0.first != "!" })
let project = try Project(
    original: original, directory: scratch, modules: suites.map(\.module), tests: tests.sorted())
do {
    try project.build()
} catch let failure as Project.BuildFailure {
    report(failure.output.suffix(5000))
    exit(1)
}
let program = scratch.appending(path: ".build/debug/weatherdPackageTests.xctest")

for (module, steps) in suites where chosen.contains(module) {
    let compiled = project.mutants.filter { $0.module == module && !project.dropped.contains($0.description) }
    var generator = SeededGenerator(state: environment["SEED"].flatMap { UInt64($0) } ?? 1)
    var sample = Array(compiled.shuffled(using: &generator).prefix(environment["MUTANTS"].flatMap { Int($0) } ?? 150))
    if !only.isEmpty { sample = compiled.filter { only.contains($0.id) } }
    let count = sample.count
    for step in steps where !sample.isEmpty {
        let start = ContinuousClock.now
        let clean = try runTests(program, suites: step, mutant: 0, timeout: .seconds(600))
        guard clean.result == .passed else {
            report("\(module): the tests fail without a mutant: \(clean.failure)")
            exit(1)
        }
        let duration = ContinuousClock.now - start
        report("\(module): \(step.joined(separator: ", ")): \(duration) without a mutant")
        sample = try sample.filter { mutant in
            let (result, failure) = try runTests(
                program, suites: step, mutant: mutant.id, timeout: max(duration * 5, .seconds(10)))
            if !only.isEmpty { report("\(mutant.id) \(mutant.description): \(result) \(failure)") }
            if only.isEmpty, result == .passed { report("passed: \(mutant.id) \(mutant.description)") }
            return result == .passed
        }
    }
    let killed = count - sample.count
    let share = count == 0 ? 0 : Double(killed * 1000 / count) / 10
    report("\(module): \(compiled.count) mutants, \(count) tried, \(killed) killed (\(share) %); survivors:")
    for mutant in sample.sorted(by: { $0.id < $1.id }) { report("\(mutant.id) \(mutant.description)") }
}
