import Foundation
import Scratch
import Testing

/// The daemon's memory contains keys, which must not reach a core file.
@Suite(.ownThread, .timeLimit(.minutes(1)))
struct CoreTests {
    @Test(.unsanitized("a sanitizer handles these signals itself"), arguments: [SIGABRT, SIGSEGV, SIGQUIT])
    func noCoreFileIsWritten(signal: Int32) throws {
        let home = try Home(provider: nil)
        home.environment["WEATHERD_PROVIDERS"] = "openweathermap"
        home.environment["WEATHERD_OPENWEATHERMAP_API_KEY_FILE"] = try home.keyFile("key")
        try FileManager.default.createDirectory(
            atPath: home.directory.file("crash"), withIntermediateDirectories: false)
        let daemon = try home.launch(
            first: "cd \(home.directory.file("crash")); ulimit -c $(ulimit -H -c)")
        try daemon.manager.wait(for: "READY=1")
        let limits = try String(contentsOfFile: "/proc/\(daemon.process.id)/limits", encoding: .utf8)
        let words = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
            .split(separator: " ")
        #expect(words[4] == "0")
        // Root owns the files in /proc of a process that is not dumpable.
        var status = stat()
        #expect(stat("/proc/\(daemon.process.id)/mem", &status) == 0)
        #expect(status.st_uid == 0)
        daemon.process.signal(signal)
        #expect(try daemon.process.wait() == 128 + signal)
        #expect(!daemon.process.hasDumpedCore)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.directory.file("crash")) == [])
    }
}
