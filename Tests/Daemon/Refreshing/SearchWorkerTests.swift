import Foundation
import Glibc
import Refreshing
import Scratch
import Synchronization
import Testing
import Weather
import WorkerProtocol

/// The search worker stays for the next search.
@Suite(.timeLimit(.minutes(20)))
struct SearchWorkerTests {
    private static let job = Job.gazetteer(.search(query: "oslo", language: "en"))

    /// A worker that answers each job, and records each of its starts.
    private static func worker(_ more: String = "") throws -> FakeWorker {
        try FakeWorker(
            """
            cd "$(dirname "$0")" && echo $$ >>starts
            greet
            while receive && \(more.isEmpty ? ":" : more); do answer; finish; done
            """)
    }

    private func ask(_ workers: Workers) async throws(WorkerFailure) {
        _ = try await workers.run(Self.job, 600) { _ in }
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

    @Test func newWorkerStartsAfterIdleEnd() async throws {
        let fake = try Self.worker()
        let workers = Workers(fake.program)
        try await ask(workers)
        await workers.end()
        try await ask(workers)
        #expect(try starts(fake).count == 2)
        await workers.end()
    }

    @Test func killedWorkerIsReplaced() async throws {
        let fake = try Self.worker()
        let workers = Workers(fake.program)
        try await ask(workers)
        let id = try #require(try starts(fake).first.flatMap { pid_t($0) })
        #expect(kill(id, SIGKILL) == 0)
        try await ask(workers)
        #expect(try starts(fake).count == 2)
        await workers.end()
    }

    /// A search has one answer: after a crash it is not repeated, and there are no two answers.
    @Test(arguments: ["kill -9 $$", "exit 3"])
    func answerBeforeCrashIsKept(end: String) async throws {
        let fake = try FakeWorker(
            """
            cd "$(dirname "$0")" && echo $$ >>starts
            greet
            receive; answer; finish
            receive; answer; \(end)
            """)
        let workers = Workers(fake.program)
        let answers = Mutex(0)
        for _ in 0..<2 {
            #expect(try await workers.run(Self.job, 60) { _ in answers.withLock { $0 += 1 } } >= 0)
        }
        #expect(answers.withLock { $0 } == 2)
        #expect(try starts(fake).count == 1)
        // The next search gets another worker.
        try await ask(workers)
        #expect(try starts(fake).count == 2)
        await workers.end()
    }

    /// A cancelled search delays neither its caller nor the next search.
    @Test func cancelledSearchEndsWorker() async throws {
        let fake = try Self.worker("{ [ -p slow ] && echo begun >slow && exec sleep 600; :; }")
        let slow = try NamedPipe(fake.directory.file("slow"))
        let workers = Workers(fake.program)
        let task = Task { () async -> WorkerFailure? in
            do throws(WorkerFailure) {
                try await ask(workers)
                return nil
            } catch {
                return error
            }
        }
        var lines = slow.lines.makeAsyncIterator()
        #expect(await lines.next() == "begun")
        let waiting = Task { () async -> WorkerFailure? in
            do throws(WorkerFailure) {
                try await ask(workers)
                return nil
            } catch {
                return error
            }
        }
        waiting.cancel()
        #expect(await waiting.value == .cancelled, "before its turn")
        task.cancel()
        #expect(await task.value == .cancelled)
        try FileManager.default.removeItem(atPath: fake.directory.file("slow"))
        try await ask(workers)
        #expect(try starts(fake).count == 2)
        await workers.end()
    }

    @Test func repeatedlyCrashingWorkerIsReported() async throws {
        let fake = try Self.worker("kill -9 $$")
        let workers = Workers(fake.program)
        await #expect(throws: WorkerFailure.killed(signal: SIGKILL)) { try await ask(workers) }
        #expect(try starts(fake).count == 1)
    }
}
