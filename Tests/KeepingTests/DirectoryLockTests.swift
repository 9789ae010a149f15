import Keeping
import Scratch
import Testing

struct DirectoryLockTests {
    @Test func oneAtATime() throws {
        let directory = try TemporaryDirectory()
        let first = try DirectoryLock(directory: directory.file("state"))
        #expect(throws: KeepingError.inUse(path: directory.file("state"))) {
            try DirectoryLock(directory: directory.file("state"))
        }
        first.release()
        try DirectoryLock(directory: directory.file("state")).release()
    }

    @Test func whereNothingCanBeWrittenNothingIsLocked() throws {
        try DirectoryLock(directory: "/proc/weatherd").release()
        try DirectoryLock(directory: "/proc/weatherd").release()
    }
}
