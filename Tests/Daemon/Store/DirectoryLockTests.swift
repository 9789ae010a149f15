import Foundation
import Scratch
import Store
import Testing

struct DirectoryLockTests {
    @Test func lockIsExclusive() throws {
        let directory = try TemporaryDirectory()
        let first = try DirectoryLock(directory: directory.file("state"))
        #expect(throws: StoreError.inUse(path: directory.file("state"), process: nil)) {
            try DirectoryLock(directory: directory.file("state"))
        }
        first.release()
        try DirectoryLock(directory: directory.file("state")).release()
    }

    /// A program that this process executes takes the lock of the process again.
    @Test func lockIsHandedOver() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("state")
        let first = try DirectoryLock(directory: path)
        let number = fcntl(open("/dev/null", O_RDONLY), F_DUPFD, 400)
        close(number)
        first.handOver(as: number)
        #expect(fcntl(number, F_GETFD) == 0, "open in the program")
        let next = try DirectoryLock(directory: path)
        try next.confirm()
        #expect(throws: StoreError.inUse(path: path, process: nil)) { try DirectoryLock(directory: path) }
        first.release()
        next.release()
    }

    @Test func unwritableDirectoryIsNotLocked() throws {
        try DirectoryLock(directory: "/proc/weatherd").release()
        try DirectoryLock(directory: "/proc/weatherd").release()
    }

    /// Removing the directory removes the lock of a running daemon.
    @Test func removedLockIsTakenAgain() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("state")
        let first = try DirectoryLock(directory: path)
        try first.confirm()
        try FileManager.default.removeItem(atPath: path)
        try first.confirm()
        #expect(throws: StoreError.inUse(path: path, process: nil)) { try DirectoryLock(directory: path) }

        try FileManager.default.removeItem(atPath: path)
        let second = try DirectoryLock(directory: path)
        #expect(throws: StoreError.inUse(path: path, process: nil)) { try first.confirm() }
        second.release()
        try first.confirm()
        first.release()
    }

    @Test func lockCreationFailureIsReported() throws {
        let lock = try DirectoryLock(directory: "/proc/weatherd/state")
        #expect(
            lock.problem?.sentence
                == "cannot write /proc/weatherd/state: /proc/weatherd cannot be created: No such file or directory")
    }

    /// After the cause is fixed, the daemon needs no restart.
    @Test func lockMissedAtStartIsTakenBeforeWrite() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("state")
        try directory.write("", to: "state")
        let lock = try DirectoryLock(directory: path)
        #expect(lock.problem != nil)
        // It still cannot be acquired, which the write reports.
        try lock.confirm()
        #expect(unlink(path) == 0)
        try lock.confirm()
        #expect(throws: StoreError.inUse(path: path, process: nil)) { try DirectoryLock(directory: path) }
        lock.release()

        // Another daemon may have been faster.
        let late = try DirectoryLock(directory: path)
        late.release()
        let other = try DirectoryLock(directory: path)
        #expect(throws: StoreError.inUse(path: path, process: nil)) { try late.confirm() }
        other.release()
    }

    @Test func directoryAtLockPathIsError() throws {
        let directory = try TemporaryDirectory()
        #expect(mkdir(directory.file("lock"), 0o700) == 0)
        #expect(throws: StoreError.self) { try DirectoryLock(directory: directory.path) }
    }

    @Test func linkAtLockPathIsNotFollowed() throws {
        let directory = try TemporaryDirectory()
        for target in ["victim", "nowhere"] {
            try directory.write("precious", to: "victim")
            #expect(chmod(directory.file("victim"), 0o644) == 0)
            try FileManager.default.createSymbolicLink(
                atPath: directory.file("lock"), withDestinationPath: directory.file(target))
            let reason = "it is a symbolic link, which weatherd does not follow"
            #expect(throws: StoreError.notWritten(path: directory.file("lock"), reason: reason)) {
                try DirectoryLock(directory: directory.path)
            }
            let mode = try FileManager.default.attributesOfItem(atPath: directory.file("victim"))[.posixPermissions]
            #expect(mode as? Int == 0o644)
            #expect(try directory.names() == ["lock", "victim"])
            #expect(unlink(directory.file("lock")) == 0)
        }
    }

    @Test func lockIsPrivate() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "lock")
        #expect(chmod(directory.file("lock"), 0o666) == 0)
        try DirectoryLock(directory: directory.path).release()
        let mode = try FileManager.default.attributesOfItem(atPath: directory.file("lock"))[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }
}
