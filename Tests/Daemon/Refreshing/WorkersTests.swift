import Glibc
import Platform
import Scratch
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// However a worker ends, its job ends with a reason, and no process is left.
@Suite(.timeLimit(.minutes(20)))
struct WorkersTests {
    private static let job = Job.connect(
        url: "https://service.test",
        NetworkAccess(userAgent: "x", settings: NetworkSettings(), deadline: .seconds(1), now: UnixTime(1_795_273_200)))

    /// The result of a job that a script executes: the answers, and how it ended.
    private func outcome(
        _ script: String, version: String = FakeWorker.version, seconds: Int = 60
    ) async throws -> (answers: [Answer], failure: WorkerFailure?) {
        let fake = try FakeWorker(script, version: version)
        let answers = Mutex<[Answer]>([])
        let workers = Workers(fake.program)
        do throws(WorkerFailure) {
            let requests = try await workers.run(Self.job, seconds) { answer in answers.withLock { $0.append(answer) } }
            #expect(requests == 1)
            return (answers.withLock { $0 }, nil)
        } catch {
            return (answers.withLock { $0 }, error)
        }
    }

    private func failure(_ script: String, seconds: Int = 60) async throws -> WorkerFailure? {
        try await outcome(script, seconds: seconds).failure
    }

    @Test func jobIsDone() async throws {
        let (answers, failure) = try await outcome("greet; receive; answer; finish; receive")
        #expect(answers == [.connected] && failure == nil)
    }

    @Test func missingWorkerIsReported() async throws {
        let program = WorkerProgram(
            path: "/nowhere/weatherd-worker", version: "1", gazetteer: { GazetteerFiles(installed: "") })
        await #expect(throws: WorkerFailure.missing(path: "/nowhere/weatherd-worker")) {
            _ = try await Workers(program).run(Self.job, 60) { _ in }
        }
    }

    @Test func unstartableWorkerIsReported() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("no program", to: "weatherd-worker")
        let program = WorkerProgram(
            path: directory.file("weatherd-worker"), version: "1", gazetteer: { GazetteerFiles(installed: "") })
        await #expect(throws: WorkerFailure.notStarted(reason: String(cString: strerror(EACCES)))) {
            _ = try await Workers(program).run(Self.job, 60) { _ in }
        }
    }

    @Test func workerOfOtherVersionIsRejected() async throws {
        let fake = try FakeWorker("greet; receive", version: "0.9.0")
        let other = WorkerFailure.otherVersion(worker: "0.9.0", daemon: "1.0.0")
        let unusable = Mutex<[WorkerFailure]>([])
        var program = fake.program
        program.unusable = { failure in unusable.withLock { $0.append(failure) } }
        let workers = Workers(program)
        await #expect(throws: other) {
            _ = try await workers.run(Self.job, 60) { _ in }
        }
        #expect(unusable.withLock { $0 } == [other])
    }

    @Test(arguments: ["exit 3", "greet; exit 3", "greet; receive; answer; exit 3"])
    func exitStatusIsReported(script: String) async throws {
        #expect(try await failure(script) == .exited(status: 3))
    }

    @Test(arguments: ["kill -9 $$", "greet; kill -9 $$", "greet; receive; printf '\\003\\000' >&3; kill -9 $$"])
    func killingSignalIsReported(script: String) async throws {
        #expect(try await failure(script) == .killed(signal: SIGKILL))
    }

    @Test func answersBeforeCrashAreKept() async throws {
        let (answers, failure) = try await outcome("greet; receive; answer; kill -9 $$")
        #expect(answers == [.connected] && failure == .killed(signal: SIGKILL))
    }

    @Test func hangingWorkerIsKilled() async throws {
        #expect(try await failure("greet; exec sleep 600", seconds: 0) == .timedOut(seconds: 0))
    }

    @Test func garbageIsRejected() async throws {
        #expect(
            try await failure("greet; printf '\\003\\000\\000\\000abc' >&3; exec sleep 600")
                == .malformed(reason: "no answer"))
        #expect(try await failure("printf '\\003\\000\\000\\000abc' >&3; exec sleep 600")?.isMalformed == true)
    }

    @Test func overlongAnswerIsRejected() async throws {
        let expected = WorkerFailure.tooLong(bytes: Frame.longestAnswer)
        #expect(try await failure("greet; printf 'xxxxxxxx' >&3; exec sleep 600") == expected)
        #expect(try await failure("exec yes >&3") == expected)
    }

    @Test func unreadableJobIsRejected() async throws {
        #expect(
            try await failure("greet; receive; reject; exec sleep 600") == .jobRejected(reason: "a long text"))
    }

    /// The daemon does not send it, since the worker would not read it completely.
    @Test func overlongJobIsRejected() async throws {
        let fake = try FakeWorker("greet; exec sleep 600")
        let job = Job.connect(
            url: String(repeating: "x", count: Frame.longestJob),
            NetworkAccess(userAgent: "x", settings: NetworkSettings(), deadline: .seconds(1), now: UnixTime(0)))
        do throws(WorkerFailure) {
            _ = try await Workers(fake.program).run(job, 60) { _ in }
            Issue.record("the job was done")
        } catch {
            #expect(error == .jobRejected(reason: "\(Frame.bytes(of: job).count) bytes; the limit is 16777216"))
        }
    }

    @Test func failedSandboxIsReported() async throws {
        #expect(try await failure("unsandboxed; exec sleep 600") == .notSandboxed(reason: "no such call"))
        #expect(try await failure("unsandboxed; exit 71") == .notSandboxed(reason: "no such call"))
    }

    @Test func unreadableSetupIsReported() async throws {
        #expect(
            try await failure("unconfined; exec sleep 600")
                == .jobRejected(reason: "an invalid path of the gazetteer"))
    }

    @Test func sandboxIsReported() async throws {
        let sandboxes = Mutex<[WorkerSandbox]>([])
        let fake = try FakeWorker("greet; receive; answer; finish; receive") { sandbox in
            sandboxes.withLock { $0.append(sandbox) }
        }
        _ = try await Workers(fake.program).run(Self.job, 60) { _ in }
        #expect(sandboxes.withLock { $0 } == [FakeWorker.sandbox])
    }

    @Test func endlessAnswersAreRejected() async throws {
        let (answers, failure) = try await outcome("greet; receive; while answer; do :; done")
        #expect(answers == [.connected])
        #expect(failure == .malformed(reason: "more answers than expected"))
    }

    @Test func rejectedAnswerEndsJob() async throws {
        let fake = try FakeWorker("greet; receive; answer; finish; exec sleep 600")
        await #expect(throws: WorkerFailure.malformed(reason: "not now")) {
            _ = try await Workers(fake.program).run(Self.job, 60) { _ throws(Malformed) in throw Malformed("not now") }
        }
    }

    /// In any phase of the worker.
    @Test(arguments: ["", "greet", "greet; receive"]) func cancelledJobEndsWorker(phase: String) async throws {
        let fake = try FakeWorker("\(phase)\necho begun >\"$(dirname \"$0\")/pipe\"; exec sleep 600")
        let pipe = try NamedPipe(fake.directory.file("pipe"))
        let task = Task { () async -> WorkerFailure? in
            do throws(WorkerFailure) {
                _ = try await Workers(fake.program).run(Self.job, 600) { _ in }
                return nil
            } catch {
                return error
            }
        }
        var lines = pipe.lines.makeAsyncIterator()
        #expect(await lines.next() == "begun")
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    /// Another process has the worker's end of the socket pair, as while a killed worker is in a system call that does not end.
    @Test(arguments: ["", "greet; receive"])
    func cancellationDisconnectsWorker(phase: String) async throws {
        let fake = try FakeWorker(
            """
            \(phase)
            (cat <&3 >/dev/null) &
            echo begun >"$(dirname "$0")/pipe"; exec sleep 600
            """)
        let pipe = try NamedPipe(fake.directory.file("pipe"))
        let task = Task { () async -> WorkerFailure? in
            do throws(WorkerFailure) {
                _ = try await Workers(fake.program).run(Self.job, 3600) { _ in }
                return nil
            } catch {
                return error
            }
        }
        var lines = pipe.lines.makeAsyncIterator()
        #expect(await lines.next() == "begun")
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    /// The thread that starts workers hangs, as with a program on a network mount whose server does not answer.
    @Test func hangingStartIsNotAwaited() throws {
        let thread = SpawningThread { _ in 0 }
        let fake = try FakeWorker("exec sleep 600")
        let running = RunningWorker()
        running.cancel()
        #expect(throws: WorkerFailure.cancelled) {
            try thread.start(fake.program, SocketPair().worker, within: 600, running)
        }
        #expect(throws: WorkerFailure.timedOut(seconds: 0)) {
            try thread.start(fake.program, SocketPair().worker, within: 0, RunningWorker())
        }
    }

    /// All answers are there, so only the number of requests is missing.
    @Test func answersOfLingeringWorkerAreKept() async throws {
        let fake = try FakeWorker("greet; receive; answer; exec sleep 600")
        let answers = Mutex<[Answer]>([])
        let requests = try await Workers(fake.program).run(Self.job, 30) { answer in
            answers.withLock { $0.append(answer) }
        }
        #expect(requests == .max)
        #expect(answers.withLock { $0 } == [.connected])
    }

    @Test func missingThreadIsReported() throws {
        let failures = Mutex<[Int32]>([EAGAIN])
        let thread = SpawningThread { body in
            failures.withLock { $0.popLast() } ?? SpawningThread.newThread(body)
        }
        let fake = try FakeWorker("exec sleep 600")
        let reason = String(cString: strerror(EAGAIN))
        #expect(throws: WorkerFailure.notStarted(reason: reason)) {
            try thread.start(fake.program, SocketPair().worker, within: 30, RunningWorker())
        }
        // It is created for the next worker.
        let worker = try thread.start(fake.program, SocketPair().worker, within: 30, RunningWorker())
        worker.signal(SIGKILL)
        worker.reapLater()
    }

    /// SIGKILL does not make it disappear at once, as in a system call that waits for a device: here a stopped debugger holds it.
    @Test func workerThatCannotBeReapedHoldsNothing() async throws {
        let fake = try FakeWorker(
            """
            greet; receive
            strace -qq -o /dev/null -p $$ & debugger=$!
            until ! grep -q '^TracerPid:.0$' /proc/$$/status; do :; done
            echo $debugger >"$(dirname "$0")/debugger"
            (kill -STOP $debugger)
            sleep 600
            """)
        await #expect(throws: WorkerFailure.timedOut(seconds: 5)) {
            _ = try await Workers(fake.program).run(Self.job, 5) { _ in }
        }
        let text = String(decoding: try fake.directory.read("debugger"), as: UTF8.self)
        let debugger = try #require(pid_t(text.dropLast()))
        #expect(kill(debugger, 0) == 0, "it still holds the worker")
        kill(debugger, SIGKILL)
    }

    /// It inherits its end of the socket pair, but no other descriptor, variable or signal of this process.
    @Test func workerInheritsNothing() async throws {
        let file = open("/dev/null", O_RDONLY)
        let other = fcntl(file, F_DUPFD, 30)
        defer { for descriptor in [file, other] { close(descriptor) } }
        let script = """
            greet
            for number in 4 5 6 7 8 9 \(other); do [ ! -e /proc/$$/fd/$number ] || exit 4; done
            [ "$(tr '\\0' '\\n' </proc/$$/environ)" = 'PATH=/usr/bin:/bin' ] || exit 5
            # Two of the C library's own aside.
            grep -q '^SigIgn:.*[08]0000000$' /proc/$$/status || exit 6
            answer; finish; receive
            """
        let ending = try await failure(script)
        #expect(ending == nil)
    }
}

extension WorkerFailure {
    fileprivate var isMalformed: Bool { if case .malformed = self { true } else { false } }
}
