import Foundation
import Keeping
import Scratch
import Testing

struct DirectoryLockTests {
    @Test func oneAtATime() throws {
        let directory = try TemporaryDirectory()
        let first = try DirectoryLock(directory: directory.file("state"))
        #expect(throws: KeepingError.inUse(path: directory.file("state"), process: nil)) {
            try DirectoryLock(directory: directory.file("state"))
        }
        first.release()
        try DirectoryLock(directory: directory.file("state")).release()
    }

    @Test func whereNothingCanBeWrittenNothingIsLocked() throws {
        try DirectoryLock(directory: "/proc/weatherd").release()
        try DirectoryLock(directory: "/proc/weatherd").release()
    }

    @Test func aDirectoryInItsPlaceIsNoLock() throws {
        let directory = try TemporaryDirectory()
        #expect(mkdir(directory.file("lock"), 0o700) == 0)
        #expect(throws: KeepingError.self) { try DirectoryLock(directory: directory.path) }
    }

    @Test func aLinkInItsPlaceIsNotFollowed() throws {
        let directory = try TemporaryDirectory()
        for target in ["victim", "nowhere"] {
            try directory.write("precious", to: "victim")
            #expect(chmod(directory.file("victim"), 0o644) == 0)
            try FileManager.default.createSymbolicLink(
                atPath: directory.file("lock"), withDestinationPath: directory.file(target))
            let reason = "it is a symbolic link, which weatherd does not follow"
            #expect(throws: KeepingError.notWritten(path: directory.file("lock"), reason: reason)) {
                try DirectoryLock(directory: directory.path)
            }
            let mode = try FileManager.default.attributesOfItem(atPath: directory.file("victim"))[.posixPermissions]
            #expect(mode as? Int == 0o644)
            #expect(try directory.names() == ["lock", "victim"])
            #expect(unlink(directory.file("lock")) == 0)
        }
    }

    @Test func itIsTheUsersAlone() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "lock")
        #expect(chmod(directory.file("lock"), 0o666) == 0)
        try DirectoryLock(directory: directory.path).release()
        let mode = try FileManager.default.attributesOfItem(atPath: directory.file("lock"))[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }
}
