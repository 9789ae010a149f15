import Foundation
import Platform
import Scratch
import Testing

@testable import Notifications

/// Hook commands with real programs.
@Suite(.timeLimit(.minutes(20)))
struct HookCommandTests {
    private let directory: TemporaryDirectory
    private let clock = ManualClock()

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The shell reads the file: a newly written program cannot be executed while a child process of another test has
    /// the file open.
    private func script(_ text: String) throws -> [String] {
        try directory.write(text, to: "script")
        return ["/bin/sh", directory.file("script")]
    }

    private func run(
        _ words: [String], environment: [String: String] = [:], deadline: Duration = .seconds(30),
        slot: CommandSlot = CommandSlot()
    ) async -> TimedCommand.Outcome {
        let environment = environment.merging(["PATH": "/usr/bin:/bin", "OUT": directory.file("out")]) { $1 }
        return await TimedCommand(words, environment: environment, slot: slot).run(deadline: deadline, clock: clock)
    }

    private var output: String { get throws { String(decoding: try directory.read("out"), as: UTF8.self) } }

    /// No shell evaluates the values.
    @Test(arguments: [
        "$(touch \(NSTemporaryDirectory())weatherd-was-here)", "`id`", "a'b\"c\\d", "two\nlines\r\n", "; rm -rf .", "",
        "A&B <x> 日本 \u{1F326}", "-e", "%s%n", "\u{7}\t\u{1B}[31m", String(repeating: "x", count: 100_000),
    ])
    func valuesArePassedVerbatim(value: String) async throws {
        let outcome = await run(
            try script(#"printf '%s|%s' "$WEATHER_TEXT" "$1" >"$OUT""#) + [value], environment: ["WEATHER_TEXT": value])
        #expect(outcome == .ended(.status(0)))
        #expect(try output == "\(value)|\(value)")
        #expect(!FileManager.default.fileExists(atPath: NSTemporaryDirectory() + "weatherd-was-here"))
    }

    @Test func exitStatusIsReported() async throws {
        #expect(await run(try script("exit 3")) == .ended(.status(3)))
        #expect(await run(try script("kill -SEGV $$")) == .ended(.signal(11)))
        #expect(await run(["true"]) == .ended(.status(0)), "found in PATH")
    }

    @Test func startFailureIsReported() async throws {
        #expect(await run([directory.file("nothing")]) == .notStarted(reason: "No such file or directory"))
        #expect(await run(["weatherd-no-such-program"]) == .notStarted(reason: "No such file or directory"))
        try directory.write("text", to: "plain")
        #expect(await run([directory.file("plain")]) == .notStarted(reason: "Permission denied"))
        let huge = String(repeating: "x", count: 200_000)
        #expect(await run(["true", huge]) == .notStarted(reason: "Argument list too long"))
    }

    /// Empty input, only the three standard descriptors, no blocked or ignored signals, and its own process group.
    @Test func commandStartsWithCleanState() async throws {
        let words = try script(
            """
            cat >"$OUT"
            ls /proc/$$/fd >"$OUT.descriptors"
            grep -v '^1.$' "$OUT.descriptors" | tr '\\n' ' ' >>"$OUT"
            grep -E '^Sig(Blk|Ign)' /proc/$$/status | cut -f2 | tr '\\n' ' ' >>"$OUT"
            [ "$(cut -d' ' -f5 /proc/$$/stat)" = $$ ] && printf leader >>"$OUT"
            """)
        var blocked = sigset_t()
        var former = sigset_t()
        sigfillset(&blocked)
        // The starting thread may have blocked signals.
        pthread_sigmask(SIG_BLOCK, &blocked, &former)
        let group = try ProcessGroup(words, environment: ["PATH": "/usr/bin:/bin", "OUT": directory.file("out")])
        pthread_sigmask(SIG_SETMASK, &former, nil)
        #expect(await group.hasEnded(within: .seconds(1), clock))
        #expect(group.reap() == .status(0))
        // The C library leaves its own signals 32 and 33 ignored.
        let output = try output.replacing("0000000180000000", with: "0000000000000000")
        #expect(output == "0 1 2 0000000000000000 0000000000000000 leader")
    }

    /// Runs a script that hangs, with a timeout that starts when the script has written to the pipe `READY`. Then waits
    /// for the exit of the process that holds the pipe open.
    private func overrun(_ text: String) async throws -> TimedCommand.Outcome {
        let words = try script(text)
        let ready = try NamedPipe(directory.file("ready"))
        let outcome = await withTaskGroup(of: TimedCommand.Outcome?.self) { tasks in
            tasks.addTask { await run(words, environment: ["READY": ready.path]) }
            tasks.addTask {
                #expect(await Self.nextLine(of: ready) == "ready")
                var sleeps = clock.sleeps.makeAsyncIterator()
                _ = await sleeps.next()
                clock.advance(by: .seconds(30))
                _ = await sleeps.next()
                clock.advance(by: .seconds(5))
                return nil
            }
            var outcome: TimedCommand.Outcome?
            for await result in tasks { outcome = result ?? outcome }
            return outcome ?? .abandoned
        }
        #expect(await Self.nextLine(of: ready) == nil)
        return outcome
    }

    private static func nextLine(of pipe: NamedPipe) async -> String? {
        var lines = pipe.lines.makeAsyncIterator()
        return await lines.next()
    }

    @Test func timeoutKillsProcessGroup() async throws {
        // The program exits on SIGTERM, its child process does not.
        let outcome = try await overrun(
            """
            sh -c 'trap "" TERM; exec 9>"$READY"; echo ready >&9; while :; do sleep 1000; done' &
            wait
            """)
        #expect(outcome == .overdue)
    }

    @Test func processIgnoringSIGTERMIsKilled() async throws {
        let outcome = try await overrun(
            #"trap '' TERM; exec 9>"$READY"; echo ready >&9; while :; do sleep 1000; done"#)
        #expect(outcome == .overdue)
    }

    /// It is not waited for, and no other command of its owner starts before it has ended.
    @Test func unkillableCommandBlocksLaterOnes() async throws {
        let program = try UnkillableProgram(in: directory)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let slot = CommandSlot(freed: { end.yield() })
        async let outcome = run(program.words, slot: slot)
        #expect(await program.hasStarted())
        var sleeps = clock.sleeps.makeAsyncIterator()
        for seconds in [30, 5, 1] {
            _ = await sleeps.next()
            clock.advance(by: .seconds(seconds))
        }
        #expect(await outcome == .overdue)
        let later = ["sh", "-c", #"echo started >"$OUT""#]
        #expect(await run(later, slot: slot) == .blocked)
        #expect(!FileManager.default.fileExists(atPath: directory.file("out")))
        #expect(await run(["true"]) == .ended(.status(0)), "another owner's")
        program.end()
        var freed = ends.makeAsyncIterator()
        await freed.next()
        #expect(await run(later, slot: slot) == .ended(.status(0)))
        #expect(try output == "started\n")
    }

    @Test func programIsReapedLater() async throws {
        let ready = try NamedPipe(directory.file("ready"))
        let end = try script(#"echo $$ >"$READY"; exec sleep 1000"#)
        let group = try ProcessGroup(end, environment: ["PATH": "/usr/bin:/bin", "READY": ready.path])
        let id = try #require(await Self.nextLine(of: ready).flatMap { pid_t($0) })
        await withCheckedContinuation { reaped in
            group.reapLater { reaped.resume() }
            kill(id, SIGKILL)
        }
        // Signals can be sent to an ended program until it is reaped.
        #expect(kill(id, 0) == -1 && errno == ESRCH)
    }

    @Test func shutdownEndsCommand() async throws {
        let ready = try NamedPipe(directory.file("ready"))
        let words = try script(#"exec 9>"$READY"; echo ready >&9; exec sleep 1000"#)
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { #expect(await run(words, environment: ["READY": ready.path]) == .abandoned) }
            #expect(await Self.nextLine(of: ready) == "ready")
            tasks.cancelAll()
        }
        #expect(await Self.nextLine(of: ready) == nil)
    }
}
