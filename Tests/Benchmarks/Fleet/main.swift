import Fleet
import Foundation

// fleet-simulation IMAGE [INSTALLATIONS [SEED]]: draws the chart and prints the tables of docs/fleet.md. Exits with
// status 1 if a limit is exceeded.
let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst().compactMap { Int($0) }
guard let image = arguments.first, numbers.count == arguments.count - 1 else {
    print("usage: fleet-simulation IMAGE [INSTALLATIONS [SEED]]")
    exit(2)
}
let simulation = Simulation(
    installations: numbers.first ?? 1_000_000, seed: UInt64(numbers.dropFirst().first ?? 1))
let results = await simulation.results()
let limits = Limits(results)
simulation.printFigures(of: results)
await simulation.printLengths(results.mean)
await simulation.printBoots(results.mean)
await simulation.printReturns(results.mean)
try Data(Chart(results, installations: simulation.installations).svg.utf8).write(to: URL(fileURLWithPath: image))
for miss in limits.misses { print("limit exceeded: \(miss)") }
exit(limits.misses.isEmpty ? 0 : 1)
