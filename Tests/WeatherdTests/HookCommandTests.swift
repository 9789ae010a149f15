import Foundation
import Scratch
import Testing

@testable import weatherd

/// Commands of the user's, with real programs.
@Suite(.timeLimit(.minutes(1)))
struct HookCommandTests {
    private let directory: TemporaryDirectory
    private let clock = ManualClock()

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// What runs it. It is the shell that reads the file: a program that has just been written cannot be started for as long as
    /// any other test's child process, which began meanwhile, has the file open.
    private func script(_ text: String) throws -> [String] {
        try directory.write(text, to: "script")
        return ["/bin/sh", directory.file("script")]
    }

    private func run(
        _ words: [String], environment: [String: String] = [:], deadline: Duration = .seconds(30)
    ) async -> HookCommand.Outcome {
        let environment = environment.merging(["PATH": "/usr/bin:/bin", "OUT": directory.file("out")]) { $1 }
        return await HookCommand(words: words, environment: environment).run(deadline: deadline, clock: clock)
    }

    private var output: String { get throws { String(decoding: try directory.read("out"), as: UTF8.self) } }

    /// Nothing that stands in a value is read by anybody.
    @Test(arguments: [
        "$(touch \(NSTemporaryDirectory())weatherd-was-here)", "`id`", "a'b\"c\\d", "two\nlines\r\n", "; rm -rf .", "",
        "A&B <x> 日本 \u{1F326}", "-e", "%s%n", "\u{7}\t\u{1B}[31m", String(repeating: "x", count: 100_000),
    ])
    func valuesAreHandedOverAsTheyAre(value: String) async throws {
        let outcome = await run(
            try script(#"printf '%s|%s' "$WEATHER_TEXT" "$1" >"$OUT""#) + [value], environment: ["WEATHER_TEXT": value])
        #expect(outcome == .ended(.status(0)))
        #expect(try output == "\(value)|\(value)")
        #expect(!FileManager.default.fileExists(atPath: NSTemporaryDirectory() + "weatherd-was-here"))
    }

    @Test func howItEnded() async throws {
        #expect(await run(try script("exit 3")) == .ended(.status(3)))
        #expect(await run(try script("kill -SEGV $$")) == .ended(.signal(11)))
        #expect(await run(["true"]) == .ended(.status(0)), "found along PATH")
    }

    @Test func whatDoesNotStart() async throws {
        #expect(await run([directory.file("nothing")]) == .notStarted(reason: "No such file or directory"))
        #expect(await run(["weatherd-no-such-program"]) == .notStarted(reason: "No such file or directory"))
        try directory.write("text", to: "plain")
        #expect(await run([directory.file("plain")]) == .notStarted(reason: "Permission denied"))
        let huge = String(repeating: "x", count: 200_000)
        #expect(await run(["true", huge]) == .notStarted(reason: "Argument list too long"))
    }

    /// It has an empty input, no descriptors but three, no blocked and no ignored signals, and a group of its own.
    @Test func aCleanStart() async throws {
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
        // The thread that starts it may have anything blocked.
        pthread_sigmask(SIG_BLOCK, &blocked, &former)
        let group = try ProcessGroup(words, environment: ["PATH": "/usr/bin:/bin", "OUT": directory.file("out")])
        pthread_sigmask(SIG_SETMASK, &former, nil)
        #expect(await group.hasEnded(within: .seconds(1), clock))
        #expect(group.reap() == .status(0))
        // The C library leaves 32 and 33, which are its own, ignored.
        let output = try output.replacing("0000000180000000", with: "0000000000000000")
        #expect(output == "0 1 2 0000000000000000 0000000000000000 leader")
    }

    /// Runs a script that waits for ever, and lets its deadline pass once there is the file that `READY` names.
    private func overrun(_ text: String) async throws -> HookCommand.Outcome {
        let words = try script(text)
        let ready = directory.file("ready")
        return await withTaskGroup(of: HookCommand.Outcome?.self) { tasks in
            tasks.addTask { await run(words, environment: ["READY": ready]) }
            tasks.addTask {
                await Self.appearance(of: ready)
                var sleeps = clock.sleeps.makeAsyncIterator()
                _ = await sleeps.next()
                clock.advance(by: .seconds(30))
                _ = await sleeps.next()
                clock.advance(by: .seconds(5))
                return nil
            }
            var outcome: HookCommand.Outcome?
            for await result in tasks { outcome = result ?? outcome }
            return outcome ?? .abandoned
        }
    }

    private static func appearance(of path: String) async {
        while !FileManager.default.fileExists(atPath: path) { await Task.yield() }
    }

    /// Returns when the process whose number a file holds is gone: the kernel takes a moment to end what was killed.
    private func end(of name: String) async throws {
        let number = String(decoding: try directory.read(name), as: UTF8.self)
        let id = try #require(Int32(number.trimmingCharacters(in: .whitespacesAndNewlines)))
        while let state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8), !state.contains(") Z ") {
            await Task.yield()
        }
    }

    @Test func theDeadlineEndsAllThatItStarted() async throws {
        // The program obeys, and what it started does not.
        let outcome = try await overrun(
            """
            sh -c 'trap "" TERM; echo $$ >"$OUT"; : >"$READY"; while :; do sleep 1000; done' &
            wait
            """)
        #expect(outcome == .overdue)
        try await end(of: "out")
    }

    @Test func whatDoesNotObeyIsKilled() async throws {
        let outcome = try await overrun(
            #"trap '' TERM; echo $$ >"$OUT"; : >"$READY"; while :; do sleep 1000; done"#)
        #expect(outcome == .overdue)
        try await end(of: "out")
    }

    @Test func theEndOfTheDaemonEndsIt() async throws {
        let ready = directory.file("ready")
        let words = try script(#"echo $$ >"$OUT"; : >"$READY"; exec sleep 1000"#)
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { #expect(await run(words, environment: ["READY": ready]) == .abandoned) }
            await Self.appearance(of: ready)
            tasks.cancelAll()
        }
        try await end(of: "out")
    }
}
