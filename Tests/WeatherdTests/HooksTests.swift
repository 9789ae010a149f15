import Foundation
import Rendering
import Scratch
import Synchronization
import Testing
import Weather

@testable import weatherd

/// What is done on an occasion, one thing after the other.
@Suite(.timeLimit(.minutes(1)))
struct HooksTests {
    private let directory: TemporaryDirectory
    private let log = LogLines()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func bulletin(_ id: String, text: String? = nil) throws -> Bulletin {
        let scene = Scene(
            place: Place(name: "A&B <\"x\">", coordinate: .oslo), report: nil, now: SimulatedDaemon.start,
            staleAfter: 3600)
        return Bulletin(.alert(Alert(id: id, event: id, headline: text)), of: scene, in: Style())
    }

    private func script(_ text: String) throws -> String {
        try directory.write("#!/bin/sh\n" + text, to: "script")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory.file("script"))
        return directory.file("script")
    }

    /// Runs while `body` lasts.
    private func running(
        _ reactions: @escaping @Sendable () -> Reactions, environment: [String: String] = [:],
        _ body: (Hooks<ManualClock>) async throws -> Void
    ) async throws {
        let environment = environment.merging(["PATH": "/usr/bin:/bin", "OUT": directory.file("out")]) { $1 }
        let hooks = Hooks(
            reactions: reactions, environment: environment, clock: ManualClock(), logger: log.logger)
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

    /// Returns when the file that commands write to has so many lines.
    private func output(lines count: Int) async throws -> [Substring] {
        while true {
            let text = (try? directory.read("out")).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let lines = text.split(separator: "\n")
            if lines.count >= count { return lines }
            await Task.yield()
        }
    }

    @Test func neverTwoAtOnceAndInTheirOrder() async throws {
        // Whoever finds the lock taken has company.
        let path = try script(
            """
            mkdir "$OUT.lock" || echo two at once >>"$OUT"
            echo begins >>"$OUT"; cat /dev/null; echo "$WEATHER_ALERT_ID" >>"$OUT"
            rmdir "$OUT.lock"
            """)
        try await running(command(path)) { hooks in
            for id in ["1", "2", "3", "4"] { hooks.add(try bulletin(id)) }
            let lines = try await output(lines: 8)
            #expect(lines == ["begins", "1", "begins", "2", "begins", "3", "begins", "4"])
        }
    }

    @Test func whatACommandGetsToKnow() async throws {
        let path = try script(#"env | sort | grep -E '^(WEATHER|NOTIFY|CREDENTIALS|MINE)' >>"$OUT"; echo end >>"$OUT""#)
        let environment = [
            "NOTIFY_SOCKET": "/run/x", "CREDENTIALS_DIRECTORY": "/run/x", "WEATHER_OLD": "1", "MINE": "kept",
            "WEATHERD_NETWORK_PROXY": "http://me:secret@p", "WEATHERD_OPENWEATHERMAP_API_KEY_FILE": "/run/x",
        ]
        try await running(command(path), environment: environment) { hooks in
            hooks.add(try bulletin("Gale $(touch x) `id`"))
            let lines = try await output(lines: 11)
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

    @Test func troubleIsTold() async throws {
        var lines = log.lines.makeAsyncIterator()
        let path = try script("exit 3")
        try await running(command(path)) { hooks in
            hooks.add(try bulletin("1"))
            #expect(await lines.next() == "the command \(path) of on.alert ended with status 3")
        }
        let missing = directory.file("missing")
        try await running(command(missing)) { hooks in
            hooks.add(try bulletin("1"))
            #expect(
                await lines.next()
                    == "the command \(missing) of on.alert could not be started: No such file or directory")
        }
    }

    @Test func withoutADesktopTheLogSaysSo() async throws {
        var lines = log.lines.makeAsyncIterator()
        let notification: @Sendable () -> Reactions = {
            var reactions = Reactions()
            reactions[.alert] = .notification
            return reactions
        }
        for environment in [[:], ["XDG_RUNTIME_DIR": directory.path], ["DBUS_SESSION_BUS_ADDRESS": "nonsense"]] {
            try await running(notification, environment: environment) { hooks in
                hooks.add(try bulletin("Gale"))
                let line = try #require(await lines.next())
                #expect(line.hasPrefix("no notification of \"Gale\": "))
                #expect(line.hasSuffix("it takes a desktop session with a notification service, such as mako or dunst"))
            }
        }
    }

    @Test func aReloadHolds() async throws {
        let path = try script(#"echo "$1 $WEATHER_ALERT_ID" >>"$OUT""#)
        let isNew = Mutex(false)
        let (old, new) = (command(path, "old"), command(path, "new"))
        try await running({ isNew.withLock { $0 } ? new() : old() }) { hooks in
            hooks.add(try bulletin("1"))
            #expect(try await output(lines: 1) == ["old 1"])
            isNew.withLock { $0 = true }
            hooks.add(try bulletin("2"))
            #expect(try await output(lines: 2) == ["old 1", "new 2"])
        }
    }

    // MARK: - The queue

    @Test func onOneSubjectTheLatestIsTold() throws {
        var queue = HookQueue()
        let (first, other, second) = (try bulletin("1"), try bulletin("2"), try bulletin("1", text: "worse"))
        #expect(queue.add(first) == nil)
        #expect(queue.add(other) == nil)
        #expect(queue.add(second) == nil)
        #expect(queue.next() == other)
        #expect(queue.next() == second)
        #expect(queue.next() == nil)
    }

    @Test func aFullQueueDropsTheOldest() throws {
        var queue = HookQueue()
        for index in 0..<HookQueue.limit { #expect(queue.add(try bulletin("\(index)")) == nil) }
        #expect(queue.add(try bulletin("last"))?.title == "0")
        #expect(queue.next()?.title == "1")
    }

    @Test func markupIsEscaped() {
        #expect(DesktopNotification.escaped("A&B <b>x</b> \"'") == "A&amp;B &lt;b&gt;x&lt;/b&gt; \"'")
    }
}
