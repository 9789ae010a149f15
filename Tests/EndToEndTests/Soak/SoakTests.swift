import Foundation
import Testing

/// A day of faults with every run of the tests; with `WEATHERD_SOAK_DAYS`, as `make soak` sets it, as many as it says.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(60)), .enabled(if: FastClock.isAvailable, "\(Preloaded.absence)")
)
struct SoakTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let days = environment["WEATHERD_SOAK_DAYS"].flatMap { Int($0) } ?? 1
    private static let seed = environment["WEATHERD_SOAK_SEED"].flatMap { UInt64($0) } ?? 1

    /// What hangs takes its time, which the day of every run does not have.
    private static let faults = SoakFault.all.filter { days > 1 || !$0.isSlow }

    @Test func everythingGoesWrong() async throws {
        let soak = try await soak(Self.faults)
        #expect(soak.starts > 0)
    }

    /// The same process from the first day to the last, so that whatever it loses adds up.
    @Test func nothingIsLostInALongLife() async throws {
        let soak = try await soak(Self.faults.filter(\.sparesTheProcess))
        #expect(Set(soak.evenings.dropLast().map(\.process)).count <= 1)
    }

    private func soak(_ faults: [SoakFault]) async throws -> Soak {
        let soak = try await Soak(seed: Self.seed, faults: faults)
        try await soak.run(days: Self.days)
        let first = try #require(soak.evenings.first)
        for evening in soak.evenings.dropFirst() {
            #expect(evening.memory <= first.memory + 1 << 20)
            #expect(evening.descriptors <= first.descriptors + 2)
        }
        #expect(soak.settings.acknowledged > 0)
        #expect(soak.requests <= 500 * Self.days)
        print(soak.report)
        return soak
    }
}

extension Soak {
    /// What has happened, for people.
    fileprivate var report: String {
        let memory = evenings.map { $0.memory >> 10 }
        let descriptors = evenings.map(\.descriptors)
        let faults = struck.map { "    \($0.value) × \($0.key)" }.sorted().joined(separator: "\n")
        return """
            \(evenings.count) days, \(questions) questions, \(requests) requests to the provider, \(starts) starts;
            \(settings.acknowledged) settings acknowledged, \(settings.refused) refused, none lost
            memory in the evenings, KiB: \(memory)
            descriptors: \(descriptors)
            \(struck.values.reduce(0, +)) faults:
            \(faults)
            """
    }
}
