import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// Signals at inconvenient moments.
@Suite(.ownThread, .timeLimit(.minutes(3)))
struct SignalTests {
    @Test func terminationDuringRefreshIsClean() async throws {
        try await LoopbackServer.running { _ in
            .hang
        } _: { provider in
            let home = try Home(provider: provider)
            let daemon = try home.start()
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
            await provider.requests(atLeast: 1)
            let client = try home.client()
            try client.send("refresh --wait\n")
            #expect(try home.ask("short").code == .noData)
            #expect(try daemon.stop() == 0)
            // It received an error, or its request was not read yet.
            if let reply = try client.replyOrEnd() { #expect(reply.code == .busy) }
            #expect(access(home.socketPath, F_OK) != 0)
            #expect(Set(home.storedFiles) == Home.wholeFiles)
            let next = try home.start()
            #expect(try home.json("status")["requestsToday"] as? Int ?? 0 >= 1)
            #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
            #expect(try next.stop() == 0)
        }
    }

    /// systemd kills the daemon after 5 s.
    @Test func terminationDoesNotWaitForAWorkersGreeting() throws {
        let home = try Home(provider: nil)
        let program = try home.weatherd(withWorker: home.script("exec sleep 600"))
        let daemon = try home.start(program: program)
        let end = Moment.now + Descriptor.patience
        while try daemon.children.isEmpty, Moment.now < end {}
        daemon.process.signal(SIGTERM)
        #expect(daemon.process.hasEnded(within: 5))
        #expect(try daemon.process.wait() == 0)
    }

    /// At any stage of its start: it exits immediately, and leaves nothing that prevents the next start.
    @Test(arguments: [SIGTERM, SIGINT]) func terminationDuringStartIsClean(signal: Int32) throws {
        let home = try Home(provider: nil)
        var daemon = try home.start()
        #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
        #expect(try daemon.stop() == 0)
        let settings = home.bytes(home.settingsPath)
        for stage in 0..<Torture.count(30, 300) {
            let began = Moment.now
            daemon = try home.launch()
            // The stages are within about 50 ms.
            _ = try daemon.manager.next(within: Double(stage % 60) / 1000)
            daemon.process.signal(signal)
            let status = try daemon.process.wait()
            // Until it handles the signal, the default action ends it.
            #expect(status == 0 || status == 128 + signal, "\(stage), after \(Moment.now - began) s: \(daemon.log)")
            #expect(home.bytes(home.settingsPath) == settings)
            #expect(Set(home.storedFiles).isSubset(of: Home.wholeFiles))
            daemon.manager.close()
        }
        daemon = try home.start()
        #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
        #expect(try daemon.stop() == 0)
    }

    @Test func manyReloadsAreHandled() throws {
        let home = try Home(provider: nil)
        let daemon = try home.launch()
        // No service manager reads the state messages.
        daemon.manager.close()
        // From before it has read its files: it listens first.
        let client = try home.awaitClient()
        for _ in 0..<200 { daemon.process.signal(SIGHUP) }
        for round in 0..<300 {
            daemon.process.signal(SIGHUP)
            #expect(try client.ask("status").code == nil, "round \(round)")
            if round.isMultiple(of: 50) { #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots])) }
        }
        try home.configure("units = \"imperial\"\n")
        daemon.process.signal(SIGHUP)
        try home.await("set-units wind=kn") { $0 == .ok([UnitsLine.imperialKnots]) }
        #expect(try daemon.stop() == 0)
        #expect(home.bytes(home.settingsPath) == home.bytes(home.settingsCopyPath))
    }

    /// The reader of the log exits, which closes the pipe.
    @Test func unreadLogDoesNotBlockDaemon() throws {
        let home = try Home(provider: nil)
        let pipe = home.directory.file("weatherd.log")
        let manager = try NotifySocket(home.directory.file("notify"))
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = try Descriptor(open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC), "open")
        let process = try ChildProcess(
            Programs.weatherd, [], environment: home.environment.merging(["NOTIFY_SOCKET": manager.path]) { $1 },
            errors: pipe)
        reader.close()
        try manager.wait(for: "READY=1")
        for _ in 0..<5 {
            process.signal(SIGPIPE)
            process.signal(SIGHUP)
            try manager.wait(for: "READY=1")
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
        }
        manager.close()
        process.signal(SIGTERM)
        #expect(try process.wait() == 0)
        #expect(home.bytes(home.settingsPath) != nil)
    }

    /// With any amount of memory it serves, exits, or, if it cannot create a thread, waits for one until the test
    /// raises the limit. Stored settings are not lost.
    @Test(.unsanitized("a sanitizer needs terabytes of addresses"))
    func lowMemoryEndsWithAnError() throws {
        let home = try Home(provider: nil)
        var daemon = try home.start()
        #expect(try home.ask("set-units wind=kn pressure=hpa") == .ok([UnitsLine.knots]))
        #expect(try daemon.stop() == 0)
        let settings = home.bytes(home.settingsPath)
        var served = 0
        for mebibytes in stride(from: 16, through: 336, by: Torture.count(64, 16)) {
            daemon = try home.launch(first: "ulimit -v \(mebibytes * 1024)")
            if try daemon.manager.isReady(orEnded: daemon.process, within: 2) {
                let reply = try home.client().reply(to: "set-units pressure=hpa", within: 2)
                // Even then it may run out of memory later.
                #expect(reply == nil || reply == .ok([UnitsLine.knots]), "\(mebibytes) MiB")
                if reply != nil { served += 1 }
            }
            daemon.manager.close()
            try daemon.kill()
            #expect(home.bytes(home.settingsPath) == settings, "\(mebibytes) MiB")
            #expect(
                Set(home.storedFiles).isSubset(of: Home.wholeFiles.union(["requests.json.new"])), "\(mebibytes) MiB")
        }
        #expect(served > 0)
        daemon = try home.start()
        #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
        #expect(try daemon.stop() == 0)
    }
}

extension Client {
    /// The reply to a request; nil if there is none in time, or the daemon exits.
    fileprivate func reply(to line: String, within seconds: Double) throws -> Reply? {
        guard (try? send(line + "\n")) != nil else { return nil }
        return try reply(within: seconds)
    }
}

extension Home {
    /// The first accepted connection, once there is a socket.
    fileprivate func awaitClient() throws -> Client {
        let end = Moment.now + Descriptor.patience
        while true {
            if let client = try? client() { return client }
            guard Moment.now < end else { throw Failure("the daemon does not listen") }
        }
    }
}

extension NotifySocket {
    /// Whether the daemon becomes ready; false if it exits first, or does not become ready in time.
    fileprivate func isReady(orEnded process: ChildProcess, within seconds: Double) throws -> Bool {
        let end = Moment.now + seconds
        while Moment.now < end, !process.hasEnded(within: 0) {
            if try next(within: 0.01) == "READY=1" { return true }
        }
        return false
    }
}
