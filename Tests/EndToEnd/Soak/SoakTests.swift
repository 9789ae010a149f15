import Foundation
import Testing

/// The parameters of the soak.
private enum Plan {
    private static let environment = ProcessInfo.processInfo.environment
    static let days = environment["WEATHERD_SOAK_DAYS"].flatMap { Int($0) } ?? 0
    static let seed = environment["WEATHERD_SOAK_SEED"].flatMap { UInt64($0) } ?? 1
    /// For debugging: only the faults whose description has this prefix.
    static let kind = environment["WEATHERD_SOAK_FAULTS"] ?? ""
}

/// Runs for `WEATHERD_SOAK_DAYS` days of faults.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(60)), .enabled(if: FastClock.isAvailable, "\(Preloaded.absence)"),
    .enabled(if: Plan.days > 0, "it takes minutes; run make soak")
)
struct SoakTests {
    @Test func soakWithAllFaults() async throws {
        let soak = try await soak(SoakFault.all)
        #expect(soak.starts > 0)
    }

    /// The same process from the first day to the last, so that leaks add up.
    @Test func soakWithoutRestarts() async throws {
        let soak = try await soak(SoakFault.all.filter(\.sparesTheProcess))
        #expect(Set(soak.measurements.dropLast().map(\.process)).count <= 1)
    }

    private func soak(_ faults: [SoakFault]) async throws -> Soak {
        let soak = try await Soak(
            seed: Plan.seed, faults: faults.filter { "\($0)".hasPrefix(Plan.kind) })
        try await soak.run(days: Plan.days)
        let first = try #require(soak.measurements.first)
        for measurement in soak.measurements.dropFirst() {
            // Each known place takes about 20 KiB, and the lists of connections keep their maximum capacity.
            #expect(measurement.heap <= first.heap + 384 << 10, "day \(measurement.day)")
            #expect(measurement.memory <= first.memory + 1 << 20, "day \(measurement.day)")
            // Connections to the provider are cached for a minute of the real clock.
            #expect(measurement.descriptors <= first.descriptors + 8, "day \(measurement.day)")
        }
        #expect(soak.settings.acknowledged > 0)
        #expect(soak.requests <= 500 * Plan.days)
        print(soak.report)
        return soak
    }
}

extension Soak {
    /// A summary for people.
    fileprivate var report: String {
        let (memory, heap) = (measurements.map { $0.memory >> 10 }, measurements.map { $0.heap >> 10 })
        let descriptors = measurements.map(\.descriptors)
        let faults = counts.map { "    \($0.value) × \($0.key)" }.sorted().joined(separator: "\n")
        return """
            \(Plan.days) days, \(questions) questions, \(requests) requests to the provider, \(starts) starts;
            \(settings.acknowledged) settings acknowledged, \(settings.refused) refused, none lost
            in the measurements of the days \(measurements.map(\.day)):
            memory, KiB: \(memory)
            of it allocated, KiB: \(heap)
            descriptors: \(descriptors)
            \(counts.values.reduce(0, +)) faults:
            \(faults)
            """
    }
}
