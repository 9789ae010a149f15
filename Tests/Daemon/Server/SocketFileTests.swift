import Foundation
import Glibc
import Scratch
import Testing

@testable import Server

struct SocketFileTests {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("weatherd.sock")
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func socketIsPrivate() throws {
        let descriptor = try SocketFile(path: path).listen(backlog: 1)
        defer { close(descriptor) }
        #expect(try mode(of: path) == 0o600)
    }

    @Test func staleSocketIsReplaced() throws {
        close(try SocketFile(path: path).listen(backlog: 1))
        let descriptor = try SocketFile(path: path).listen(backlog: 1)
        close(descriptor)
    }

    @Test func activeSocketIsKeptAndItsProcessNamed() throws {
        let descriptor = try SocketFile(path: path).listen(backlog: 1)
        defer { close(descriptor) }
        let error = #expect(throws: SocketError.self) { try SocketFile(path: path).listen(backlog: 1) }
        // The listener is this process, which is not weatherd.
        guard case .taken(path, getpid(), let name) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(!name.isEmpty && error?.sentence.contains("kill \(getpid())") == true)
        #expect(access(path, F_OK) == 0)
    }

    @Test func missingDirectoryIsReportedWithVariable() throws {
        let error = #expect(throws: SocketError.self) {
            try SocketFile(path: directory.file("nowhere/weatherd.sock")).listen(backlog: 1)
        }
        #expect(error?.sentence.contains("XDG_RUNTIME_DIR") == true)
    }

    /// A daemon that was about to execute the program of an upgrade is stopped.
    @Test func keptSocketIsGivenUp() throws {
        let socket = try ListeningSocket(path: path)
        socket.keep(from: 10)
        #expect(socket.keptDescriptor != nil)
        close(socket.descriptor)
        socket.removeFile()
        #expect(access(path, F_OK) == 0, "the next program serves it")
        socket.forgo()
        #expect(access(path, F_OK) != 0)
        #expect(socket.keptDescriptor == nil)
    }

    @Test func socketOfAnotherDaemonIsNotRemoved() throws {
        let socket = try ListeningSocket(path: path)
        socket.keep(from: 10)
        close(socket.descriptor)
        #expect(unlink(path) == 0)
        let other = try SocketFile(path: path).listen(backlog: 1)
        defer { close(other) }
        socket.forgo()
        #expect(access(path, F_OK) == 0)
    }

    @Test func otherFileIsKept() throws {
        try directory.write("mine", to: "weatherd.sock")
        #expect(throws: SocketError.notASocket(path: path)) { try SocketFile(path: path).listen(backlog: 1) }
        #expect(try directory.read("weatherd.sock") == Data("mine".utf8))
    }

    @Test func linkToSocketIsRejected() throws {
        let other = try SocketFile(path: directory.file("other.sock")).listen(backlog: 1)
        defer { close(other) }
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: directory.file("other.sock"))
        #expect(throws: SocketError.notASocket(path: path)) { try SocketFile(path: path).listen(backlog: 1) }
    }

    @Test func linkAtLockPathIsNotFollowed() throws {
        try directory.write("precious", to: "victim")
        #expect(chmod(directory.file("victim"), 0o644) == 0)
        for target in ["victim", "nowhere"] {
            try FileManager.default.createSymbolicLink(
                atPath: path + ".lock", withDestinationPath: directory.file(target))
            let reason = "\(path).lock is a symbolic link; remove it"
            #expect(throws: SocketError.cannotListen(path: path, reason: reason)) {
                try SocketFile(path: path).listen(backlog: 1)
            }
            #expect(unlink(path + ".lock") == 0)
        }
        #expect(try mode(of: directory.file("victim")) == 0o644)
        #expect(try directory.names() == ["victim"])
    }

    @Test func lockIsPrivate() throws {
        try directory.write("", to: "weatherd.sock.lock")
        #expect(chmod(path + ".lock", 0o666) == 0)
        close(try SocketFile(path: path).listen(backlog: 1))
        #expect(try mode(of: path + ".lock") == 0o600)
        #expect(unlink(path + ".lock") == 0)
        #expect(mkfifo(path + ".lock", 0o600) == 0)
        let reason = "\(path).lock is not a file owned by you"
        #expect(throws: SocketError.cannotListen(path: path, reason: reason)) {
            try SocketFile(path: path).listen(backlog: 1)
        }
    }

    @Test(.enabled(if: getuid() == 0, "only root can give a file away"))
    func lockOfAnotherUserIsNotAwaited() throws {
        try directory.write("", to: "weatherd.sock.lock")
        #expect(chown(path + ".lock", 65_534, 65_534) == 0)
        #expect(throws: SocketError.self) { try SocketFile(path: path).listen(backlog: 1) }
    }

    @Test func missingDirectoryAndLongPathAreReported() {
        for path in [directory.file("no/such/socket"), directory.file(String(repeating: "x", count: 120))] {
            #expect(throws: SocketError.self) { try SocketFile(path: path).listen(backlog: 1) }
        }
    }

    @Test func onlyTheOwnSocketIsRemoved() throws {
        let first = try ListeningSocket(path: path)
        unlink(path)
        let second = try ListeningSocket(path: path)
        first.removeFile()
        #expect(access(path, F_OK) == 0, "it now belongs to the second daemon")
        second.removeFile()
        #expect(access(path, F_OK) != 0)
        close(first.descriptor)
        close(second.descriptor)
    }

    /// The next program in the process has the same socket at the same path, and removes it.
    @Test func keptSocketIsInherited() throws {
        let first = try ListeningSocket(path: path)
        first.keep(from: 10)
        let kept = try #require(first.keptDescriptor)
        #expect(kept >= 10)
        first.removeFile()
        close(first.descriptor)
        #expect(access(path, F_OK) == 0)
        #expect(throws: SocketError.self, "it still listens") { try ListeningSocket(path: path) }
        let second = ListeningSocket(inherited: kept)
        second.removeFile()
        #expect(access(path, F_OK) != 0)
        close(second.descriptor)
    }
}
