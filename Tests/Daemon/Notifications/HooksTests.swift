import Foundation
import Rendering
import Scratch
import Synchronization
import Testing
import Weather

@testable import Notifications

/// The reactions to events, which run sequentially.
@Suite(.timeLimit(.minutes(20)))
struct HooksTests {
    private let directory: TemporaryDirectory
    private let log = LogLines()
    private let out: NamedPipe

    init() throws {
        directory = try TemporaryDirectory()
        out = try NamedPipe(directory.file("out"), staysOpen: true)
    }

    private func notification(_ id: String, text: String? = nil) throws -> Rendering.Notification {
        let scene = Scene(
            place: Place(name: "A&B <\"x\">", coordinate: .oslo), report: nil, now: ManualClock.start,
            staleAfter: 3600)
        return Rendering.Notification(.alert(Alert(id: id, event: id, headline: text)), of: scene, in: Style())
    }

    private func script(_ text: String) throws -> String {
        try directory.writeProgram("#!/bin/sh\n" + text, to: "script")
    }

    /// Runs the hooks during `body`.
    private func running(
        _ reactions: @escaping @Sendable () -> Reactions, environment: [String: String] = [:],
        clock: ManualClock = ManualClock(), _ body: (Hooks<ManualClock>) async throws -> Void
    ) async throws {
        let environment = environment.merging(["PATH": "/usr/bin:/bin", "OUT": out.path]) { $1 }
        let hooks = Hooks(
            reactions: reactions, environment: environment, clock: clock, logger: log.logger)
        try await withThrowingTaskGroup { group in
            group.addTask { await hooks.run() }
            try await body(hooks)
            group.cancelAll()
        }
    }

    private func command(_ words: String...) -> @Sendable () -> Reactions {
        {
            var reactions = Reactions()
            reactions[.alert] = .command(words)
            return reactions
        }
    }

    /// The next lines that commands write.
    private func output(lines count: Int) async -> [String] {
        var iterator = out.lines.makeAsyncIterator()
        var lines: [String] = []
        while lines.count < count, let line = await iterator.next() { lines.append(line) }
        return lines
    }

    @Test func commandsRunSequentiallyInOrder() async throws {
        // A concurrent command would find the lock taken.
        let path = try script(
            """
            mkdir "$OUT.lock" || echo two at once >>"$OUT"
            echo begins >>"$OUT"; cat /dev/null; echo "$WEATHER_ALERT_ID" >>"$OUT"
            rmdir "$OUT.lock"
            """)
        try await running(command(path)) { hooks in
            for id in ["1", "2", "3", "4"] { hooks.add(try notification(id)) }
            let lines = await output(lines: 8)
            #expect(lines == ["begins", "1", "begins", "2", "begins", "3", "begins", "4"])
        }
    }

    @Test func commandReceivesEventVariables() async throws {
        let path = try script(#"env | sort | grep -E '^(WEATHER|NOTIFY|CREDENTIALS|MINE)' >>"$OUT"; echo end >>"$OUT""#)
        let environment = [
            "NOTIFY_SOCKET": "/run/x", "CREDENTIALS_DIRECTORY": "/run/x", "WEATHER_OLD": "1", "MINE": "kept",
            "WEATHERD_NETWORK_PROXY": "http://me:secret@p", "WEATHERD_OPENWEATHERMAP_API_KEY_FILE": "/run/x",
        ]
        try await running(command(path), environment: environment) { hooks in
            hooks.add(try notification("Gale $(touch x) `id`"))
            let lines = await output(lines: 11)
            #expect(lines.last == "end")
            #expect(lines.first == "MINE=kept")
            #expect(lines.contains("WEATHER_EVENT=alert"))
            #expect(lines.contains("WEATHER_PLACE=A&B <\"x\">"))
            #expect(lines.contains("WEATHER_ALERT_EVENT=Gale $(touch x) `id`"))
            for name in ["WEATHER_OLD", "NOTIFY", "CREDENTIALS", "WEATHERD_"] {
                #expect(!lines.contains { $0.hasPrefix(name) }, "\(name)")
            }
        }
    }

    @Test func failuresAreLogged() async throws {
        var lines = log.lines.makeAsyncIterator()
        let path = try script("exit 3")
        try await running(command(path)) { hooks in
            hooks.add(try notification("1"))
            #expect(await lines.next() == "the command \(path) of on.alert exited with status 3")
        }
        let missing = directory.file("missing")
        try await running(command(missing)) { hooks in
            hooks.add(try notification("1"))
            #expect(
                await lines.next()
                    == "the command \(missing) of on.alert could not be started: No such file or directory")
        }
    }

    @Test func commandAfterUnkillableOneIsNotStarted() async throws {
        let program = try UnkillableProgram(in: directory)
        let isStuck = Mutex(false)
        let clock = ManualClock()
        let reactions: @Sendable () -> Reactions = {
            var reactions = Reactions()
            reactions[.alert] = .command(isStuck.withLock { $0 } ? ["false"] : program.words)
            return reactions
        }
        var lines = log.lines.makeAsyncIterator()
        try await running(reactions, clock: clock) { hooks in
            hooks.add(try notification("1"))
            #expect(await program.hasStarted())
            isStuck.withLock { $0 = true }
            var sleeps = clock.sleeps.makeAsyncIterator()
            for _ in 1...3 {
                guard let deadline = await sleeps.next() else { return }
                clock.advance(by: clock.now.duration(to: deadline))
            }
            #expect(await lines.next()?.contains("timed out") == true)
            hooks.add(try notification("2"))
            #expect(
                await lines.next() == """
                    the command false of on.alert was not started: an earlier command was killed, but has not ended
                    """)
            program.end()
        }
    }

    @Test func missingDesktopIsLogged() async throws {
        var lines = log.lines.makeAsyncIterator()
        let showing: @Sendable () -> Reactions = {
            var reactions = Reactions()
            reactions[.alert] = .notification
            return reactions
        }
        for environment in [[:], ["XDG_RUNTIME_DIR": directory.path], ["DBUS_SESSION_BUS_ADDRESS": "nonsense"]] {
            try await running(showing, environment: environment) { hooks in
                hooks.add(try notification("Gale"))
                let line = try #require(await lines.next())
                #expect(line.hasPrefix("cannot show the notification \"Gale\": "))
                #expect(line.hasSuffix("it needs a desktop session with a notification service, such as mako or dunst"))
            }
        }
    }

    @Test func reloadTakesEffect() async throws {
        let path = try script(#"echo "$1 $WEATHER_ALERT_ID" >>"$OUT""#)
        let isNew = Mutex(false)
        let (old, new) = (command(path, "old"), command(path, "new"))
        try await running({ isNew.withLock { $0 } ? new() : old() }) { hooks in
            hooks.add(try notification("1"))
            #expect(await output(lines: 1) == ["old 1"])
            isNew.withLock { $0 = true }
            hooks.add(try notification("2"))
            #expect(await output(lines: 1) == ["new 2"])
        }
    }

    // MARK: - The queue

    @Test func latestNotificationOfSubjectWins() throws {
        var queue = NotificationQueue()
        let (first, other, second) = (
            try notification("1"), try notification("2"), try notification("1", text: "worse")
        )
        #expect(queue.add(first) == nil)
        #expect(queue.add(other) == nil)
        #expect(queue.add(second) == nil)
        #expect(queue.next() == other)
        #expect(queue.next() == second)
        #expect(queue.next() == nil)
    }

    @Test func fullQueueDropsOldest() throws {
        var queue = NotificationQueue()
        for index in 0..<NotificationQueue.limit { #expect(queue.add(try notification("\(index)")) == nil) }
        #expect(queue.add(try notification("last"))?.title == "0")
        #expect(queue.next()?.title == "1")
    }

    @Test func markupIsEscaped() throws {
        let notification = DesktopNotification(notification: try notification("flood"))
        #expect(notification.body.hasPrefix("A&amp;B &lt;\"x\"&gt;"))
    }
}
