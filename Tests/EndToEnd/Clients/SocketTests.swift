import ClientProtocol
import Foundation
import Scratch
import Testing

/// The socket's path: its owner, and other files there.
@Suite(.ownThread, .timeLimit(.minutes(1)))
struct SocketTests {
    @Test func socketIsPrivateToTheUser() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        var status = stat()
        #expect(lstat(home.socketPath, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFSOCK)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try home.ask("set-units imperial").code == nil)
        #expect(stat(home.directory.file(home.settingsPath), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try daemon.stop() == 0)
        #expect(access(home.socketPath, F_OK) != 0, "it removes its own socket")
    }

    @Test func secondDaemon() throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let second = try home.weatherd()
        #expect(second.status == 1)
        #expect(
            second.errors
                == "weatherd: weatherd is already running as process \(daemon.process.id) and listens on \(home.socketPath)\n"
        )
        #expect(try home.ask("version").code == nil)
        #expect(try daemon.stop() == 0)
    }

    @Test func foreignFileAtSocketPathIsKept() throws {
        let home = try Home(provider: nil)
        try home.directory.write("a letter", to: "weatherd.sock")
        let end = try home.weatherd()
        #expect(end.status == 1)
        #expect(
            end.errors
                == "weatherd: \(home.socketPath) exists and is not a socket; remove it or choose another path with --socket\n"
        )
        #expect(home.bytes("weatherd.sock") == Data("a letter".utf8))
    }

    @Test func staleSocket() throws {
        let home = try Home(provider: nil)
        try home.start().kill()
        #expect(access(home.socketPath, F_OK) == 0)
        #expect(try home.weatherctl("short").status == 69)
        let daemon = try home.start()
        #expect(try home.ask("version").code == nil)
        #expect(try daemon.stop() == 0)
    }

    @Test func commandLineSetsSocketPath() throws {
        let home = try Home(provider: nil)
        let path = home.directory.file("other.sock")
        let daemon = try home.start(["--socket", path])
        #expect(try Client(path).ask("version").code == nil)
        #expect(access(home.socketPath, F_OK) != 0)
        #expect(try daemon.stop() == 0)
    }

    @Test(arguments: ["a directory that is not there/weatherd.sock", String(repeating: "long", count: 30)])
    func unusablePathIsError(name: String) throws {
        let home = try Home(provider: nil)
        let end = try home.weatherd("--socket", home.directory.file(name))
        #expect(end.status == 1)
        #expect(end.errors.hasPrefix("weatherd: cannot listen on \(home.directory.path)/"), "\(end.errors)")
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func signalEndsDaemonImmediately(signal: Int32) throws {
        let home = try Home(provider: nil)
        let daemon = try home.start()
        let idle = try home.client()
        let watcher = try home.client()
        try watcher.send("watch status\n")
        _ = try watcher.reply()
        daemon.process.signal(signal)
        // "Immediately" is within a second; the bound allows for a busy machine.
        #expect(daemon.process.hasEnded(within: 5))
        #expect(try daemon.process.wait() == 0)
        #expect(try idle.replyOrEnd() == nil)
        #expect(access(home.socketPath, F_OK) != 0)
    }
}
