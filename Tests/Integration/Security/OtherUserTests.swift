import Foundation
import Scratch
import Testing

/// An ordinary user's daemon, and other users of the same machine. Only root can act as all of them.
@Suite(
    .enabled(if: PrivateBus.isEnabled, "it takes root; run make integration"), .serialized, .timeLimit(.minutes(1)))
final class OtherUserTests {
    private static let key = "c0ffee5ec7e75ec7e7c0ffee5ec7e755"

    private let directory: TemporaryDirectory
    private let daemon: Process
    private var socket: String { directory.file("weatherd.sock") }

    init() throws {
        let directory = try TemporaryDirectory()
        self.directory = directory
        // Every user can enter the directory, so that only the socket's own permissions restrict access.
        #expect(chmod(directory.path, 0o711) == 0)
        try directory.write(Self.key + "\n", to: "key")
        #expect(chmod(directory.file("key"), 0o600) == 0)
        for name in ["key", ""] {
            #expect(chown(directory.file(name), OtherUser.owner.id, OtherUser.owner.id) == 0)
        }
        // A program in a directory that only root can enter could not be started.
        let program = directory.file("weatherd")
        try FileManager.default.copyItem(atPath: Desktop.programs + "/weatherd", toPath: program)
        #expect(chmod(program, 0o755) == 0)
        let log = directory.file("log")
        try directory.write("", to: "log")
        daemon = try OtherUser.owner.start(
            [program],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": directory.path, "XDG_RUNTIME_DIR": directory.path,
                "XDG_STATE_HOME": directory.file("state"), "XDG_CACHE_HOME": directory.file("cache"),
                "WEATHERD_PROVIDERS": "openweathermap", "WEATHERD_OPENWEATHERMAP_URL": "http://127.0.0.1:9",
                "WEATHERD_OPENWEATHERMAP_API_KEY_FILE": directory.file("key"), "WEATHERD_LOCATION_SOURCES": "",
                "WEATHERD_ALERTS_PROVIDERS": "", "TZ": "UTC",
            ], errors: FileHandle(forWritingAtPath: log))
        let socket = directory.file("weatherd.sock")
        try patiently("weatherd to answer") {
            try OtherUser.owner.ask("version", at: socket)
        } until: {
            $0.hasPrefix("OK ")
        }
    }

    deinit {
        // setpriv has executed the daemon.
        kill(daemon.processIdentifier, SIGTERM)
        daemon.waitUntilExit()
    }

    @Test func socketPermissionsExcludeOtherUsers() throws {
        #expect(try OtherUser.other.ask("status", at: socket) == "Permission denied\n")
    }

    /// For any other user: permissions can be opened by mistake, and root bypasses them.
    @Test(arguments: [OtherUser.other.id, OtherUser.root.id])
    func peerCredentialsExcludeOtherUsers(user: uid_t) throws {
        #expect(chmod(socket, 0o666) == 0)
        let reply = try OtherUser(id: user).ask("set-units imperial", at: socket)
        #expect(reply.hasPrefix("ERR bad-request "), "\(reply)")
        #expect(reply.contains("\(OtherUser.owner.id)"), "\(reply)")
        #expect(try OtherUser.owner.ask("status", at: socket).hasPrefix("OK "))
        #expect(access(directory.file("state/weatherd/settings.json"), F_OK) != 0, "nothing was set")
    }

    @Test func filesArePrivateToTheUser() throws {
        #expect(try OtherUser.owner.ask("set-units imperial", at: socket).hasPrefix("OK "))
        for name in ["state/weatherd/settings.json", "state/weatherd/lock", "weatherd.sock.lock"] {
            let end = try OtherUser.other.run(["/bin/cat", directory.file(name)])
            #expect(end.output.contains("Permission denied"), "\(name): \(end.output)")
        }
        #expect(try OtherUser.other.run(["/bin/ls", directory.file("state")]).status != 0)
    }

    /// The memory contains the key.
    @Test func memoryIsUnreadableForOtherUsers() throws {
        let process = "/proc/\(daemon.processIdentifier)"
        for name in ["mem", "environ", "maps"] {
            for user in [OtherUser.owner, OtherUser.other] {
                let end = try user.run(["/bin/dd", "if=\(process)/\(name)", "of=/dev/null", "count=1"])
                #expect(end.output.contains("Permission denied"), "user \(user.id) reads \(name): \(end.output)")
            }
        }
        // For comparison: a process of the owner without this protection.
        let other = try OtherUser.owner.start(["/bin/sleep", "60"], environment: [:])
        defer {
            kill(other.processIdentifier, SIGKILL)
            other.waitUntilExit()
        }
        try patiently("an environment that can be read") {
            try OtherUser.owner.run(["/bin/cat", "/proc/\(other.processIdentifier)/environ"]).status
        } until: {
            $0 == 0
        }
    }
}
