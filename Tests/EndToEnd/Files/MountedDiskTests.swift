import ClientProtocol
import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// File systems in memory, filled or read-only; only root may mount them. `FaultyDiskTests` simulates the same and more
/// faults without root.
@Suite(
    .ownThread, .serialized, .timeLimit(.minutes(1)),
    .enabled(if: MountedDisk.isEnabled, "it takes a mount namespace; run make integration"))
struct MountedDiskTests {
    enum Exhausted: String, CaseIterable {
        case space, inodes
    }

    @Test(arguments: Exhausted.allCases) func exhausted(what: Exhausted) async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider)
            let disk = try MountedDisk(of: home)
            let daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("set-units wind=kn") == .ok([UnitsLine.knots]))
            try home.awaitFile(home.cachePath) { $0.contains("reports") }
            let settings = home.bytes(home.settingsPath)
            try disk.exhaust(what)
            let copy = home.directory.file(home.settingsCopyPath)
            #expect(
                try home.ask("set-units wind=bft")
                    == .error(
                        .internal, "the setting was not changed: cannot write \(copy): No space left on device"))
            try home.await("short --place -34.5,-56.1") { $0.code == nil }
            try daemon.awaitLog("reports.json: No space left on device", asking: home)
            #expect(home.bytes(home.settingsPath) == settings)

            try disk.relieve()
            #expect(try home.ask("set-units wind=bft").code == nil)
            try home.await("short --place -34.4,-56.1") { $0.code == nil }
            try home.awaitFile(home.cachePath) { $0.components(separatedBy: "\"timeZone\"").count == 4 }
            try daemon.kill()
            let next = try home.start()
            #expect(try home.ask("set-units pressure=hpa").lines.first?.contains("wind in Bft") == true)
            #expect(try home.json("status")["requestsToday"] as? Int == 3)
            #expect(try next.stop() == 0)
            #expect(Set(home.storedFiles) == Home.wholeFiles)
        }
    }

    @Test func readOnly() async throws {
        try await LoopbackServer.running {
            .json(Forecast().json(for: $0))
        } _: { provider in
            let home = try Home(provider: provider)
            let disk = try MountedDisk(of: home)
            var daemon = try home.start()
            #expect(try home.ask("set-units wind=kn pressure=hpa") == .ok([UnitsLine.knots]))
            #expect(try daemon.stop() == 0)
            let settings = home.bytes(home.settingsPath)
            try disk.remount("ro")
            daemon = try home.start()
            try home.awaitRefresh()
            #expect(try home.ask("short").code == nil)
            #expect(try home.ask("set-units pressure=hpa") == .ok([UnitsLine.knots]))
            let refused = try home.ask("set-units wind=bft")
            guard case .error(.internal, let sentence) = refused else {
                Issue.record("\(refused)")
                return
            }
            #expect(sentence.hasSuffix(": Read-only file system"))
            #expect(home.bytes(home.settingsPath) == settings)
            try disk.remount("rw")
            #expect(try home.ask("set-units wind=bft").code == nil)
            #expect(try daemon.stop() == 0)
            #expect(home.bytes(home.settingsPath) == home.bytes(home.settingsCopyPath))
            #expect(home.bytes(home.cachePath) != nil)
        }
    }
}

/// A small file system in memory for the state and cache of a home.
private final class MountedDisk {
    static let isEnabled = ProcessInfo.processInfo.environment["WEATHERD_INTEGRATION"] == "1"

    private let path: String

    init(of home: Home) throws {
        path = home.directory.file("disk")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=256k,nr_inodes=32", "tmpfs", path)
        for name in ["state", "cache"] {
            try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: home.directory.file(name), withDestinationPath: path + "/" + name)
        }
    }

    deinit {
        try? Self.run("umount", "--lazy", path)
    }

    /// Leaves no space for another file.
    func exhaust(_ what: MountedDiskTests.Exhausted) throws {
        try FileManager.default.createDirectory(atPath: path + "/ballast", withIntermediateDirectories: false)
        for number in 0..<1000 {
            let file = open("\(path)/ballast/\(number)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { return }
            defer { close(file) }
            if what == .inodes { continue }
            let block = [UInt8](repeating: 1, count: 4096)
            while write(file, block, block.count) > 0 {}
            return
        }
        throw Failure("there is still free space")
    }

    func relieve() throws {
        try FileManager.default.removeItem(atPath: path + "/ballast")
    }

    func remount(_ option: String) throws {
        try Self.run("mount", "-o", "remount," + option, path)
    }

    private static func run(_ command: String, _ arguments: String...) throws {
        let end = try Finished.running("/bin/" + command, arguments, environment: ["PATH": "/usr/bin:/bin"])
        guard end.status == 0 else { throw Failure("\(command) \(arguments): \(end.errors)") }
    }
}
