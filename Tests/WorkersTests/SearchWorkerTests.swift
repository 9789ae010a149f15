import Glibc
import Jobs
import Scratch
import Synchronization
import Testing
import Weather
import Workers

/// The worker that searches go to stays for the next one.
@Suite(.timeLimit(.minutes(2)))
struct SearchWorkerTests {
    private static let job = Job.gazetteer(.search(query: "oslo", language: "en"))

    /// A worker that answers each job, and notes each of its starts.
    private static func worker(_ more: String = "") throws -> FakeWorker {
        try FakeWorker(
            """
            cd "$(dirname "$0")" && echo $$ >>starts
            greet
            while receive && \(more.isEmpty ? ":" : more); do answer; finish; done
            """)
    }

    private func ask(_ workers: Workers) async throws(WorkerFailure) {
        _ = try await workers.run(Self.job, 60) { _ in }
    }

    private func starts(_ fake: FakeWorker) throws -> [Substring] {
        String(decoding: try fake.directory.read("starts"), as: UTF8.self).split(separator: "\n")
    }

    @Test func oneWorkerAnswersAllSearches() async throws {
        let fake = try Self.worker()
        let workers = Workers(fake.program)
        for _ in 0..<5 { try await ask(workers) }
        #expect(try starts(fake).count == 1)
        await workers.end()
    }

    @Test func afterItsPatienceThereIsAnother() async throws {
        let fake = try Self.worker()
        let workers = Workers(fake.program)
        try await ask(workers)
        await workers.end()
        try await ask(workers)
        #expect(try starts(fake).count == 2)
        await workers.end()
    }

    @Test func oneThatWasKilledMeanwhileIsReplaced() async throws {
        let fake = try Self.worker()
        let workers = Workers(fake.program)
        try await ask(workers)
        let id = try #require(try starts(fake).first.flatMap { pid_t($0) })
        #expect(kill(id, SIGKILL) == 0)
        try await ask(workers)
        #expect(try starts(fake).count == 2)
        await workers.end()
    }

    @Test func oneThatDiesOfEachSearchIsNamed() async throws {
        let fake = try Self.worker("kill -9 $$")
        let workers = Workers(fake.program)
        await #expect(throws: WorkerFailure.killed(signal: SIGKILL)) { try await ask(workers) }
        #expect(try starts(fake).count == 1)
    }
}
