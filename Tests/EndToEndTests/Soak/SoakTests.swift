import Foundation
import Testing

/// What the soak is asked for.
private enum Plan {
    private static let environment = ProcessInfo.processInfo.environment
    static let days = environment["WEATHERD_SOAK_DAYS"].flatMap { Int($0) } ?? 0
    static let seed = environment["WEATHERD_SOAK_SEED"].flatMap { UInt64($0) } ?? 1
    /// To find the cause: only the faults whose description starts with this.
    static let kind = environment["WEATHERD_SOAK_FAULTS"] ?? ""
}

/// As many days of faults as `WEATHERD_SOAK_DAYS` says.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(60)), .enabled(if: FastClock.isAvailable, "\(Preloaded.absence)"),
    .enabled(if: Plan.days > 0, "it takes minutes; run make soak")
)
struct SoakTests {
    @Test func soakWithAllFaults() async throws {
        let soak = try await soak(SoakFault.all)
        #expect(soak.starts > 0)
    }

    /// The same process from the first day to the last, so that whatever it loses adds up.
    @Test func soakWithoutRestarts() async throws {
        let soak = try await soak(SoakFault.all.filter(\.sparesTheProcess))
        #expect(Set(soak.evenings.dropLast().map(\.process)).count <= 1)
    }

    private func soak(_ faults: [SoakFault]) async throws -> Soak {
        let soak = try await Soak(
            seed: Plan.seed, faults: faults.filter { "\($0)".hasPrefix(Plan.kind) })
        try await soak.run(days: Plan.days)
        let first = try #require(soak.evenings.first)
        for evening in soak.evenings.dropFirst() {
            // Some places more or fewer are known at some 20 KiB each, and the lists of connections are as long as they once
            // had to be.
            #expect(evening.heap <= first.heap + 384 << 10, "day \(evening.day)")
            #expect(evening.memory <= first.memory + 1 << 20, "day \(evening.day)")
            // Connections to the provider are kept for a minute of the real clock.
            #expect(evening.descriptors <= first.descriptors + 8, "day \(evening.day)")
        }
        #expect(soak.settings.acknowledged > 0)
        #expect(soak.requests <= 500 * Plan.days)
        print(soak.report)
        return soak
    }
}

extension Soak {
    /// What has happened, for people.
    fileprivate var report: String {
        let (memory, heap) = (evenings.map { $0.memory >> 10 }, evenings.map { $0.heap >> 10 })
        let descriptors = evenings.map(\.descriptors)
        let faults = struck.map { "    \($0.value) × \($0.key)" }.sorted().joined(separator: "\n")
        return """
            \(Plan.days) days, \(questions) questions, \(requests) requests to the provider, \(starts) starts;
            \(settings.acknowledged) settings acknowledged, \(settings.refused) refused, none lost
            in the evenings of the days \(evenings.map(\.day)):
            memory, KiB: \(memory)
            of it allocated, KiB: \(heap)
            descriptors: \(descriptors)
            \(struck.values.reduce(0, +)) faults:
            \(faults)
            """
    }
}
