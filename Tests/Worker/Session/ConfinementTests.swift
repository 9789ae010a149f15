import Foundation
import Glibc
import Platform
import Scratch
import Session
import Testing

/// What a sandboxed process may still do, as tried by `Tests/Support/ConfinementProbe`.
@Suite(.timeLimit(.minutes(20))) struct ConfinementTests {
    private let scratch: TemporaryDirectory

    init() throws {
        scratch = try TemporaryDirectory()
        try scratch.write("secret", to: "settings.json")
    }

    /// The result of one attempt.
    private func outcome(_ attempt: String, _ path: String? = nil) throws -> String {
        try path.map { try Probe(attempt, $0).output } ?? Probe(attempt).output
    }

    @Test func reportListsEnforcedRestrictions() throws {
        #expect(try outcome("report").hasSuffix(", seccomp"))
    }

    // MARK: - Files

    /// Whether the kernel supports Landlock.
    private static let hidesFiles =
        (try? Probe("report").output.hasPrefix("landlock ")) ?? false

    @Test(.enabled(if: hidesFiles, "this kernel has no Landlock")) func userFilesAreUnreadable() throws {
        let path = scratch.file("settings.json")
        #expect(try outcome("read", path) == "EACCES")
        #expect(try outcome("list", scratch.path) == "EACCES")
        #expect(try outcome("read", NSHomeDirectory()) == "EACCES")
        #expect(try outcome("read", "/etc/passwd") == "EACCES")
        for name in ["mem", "cwd", "cmdline", "stat"] {
            #expect(try outcome("read", "/proc/\(getpid())/\(name)") == "EACCES", "another process's \(name)")
        }
        #expect(try outcome("list", "/proc") == "EACCES")
    }

    /// The metadata that a compromised worker can read, as in docs/threat-model.md.
    @Test(.enabled(if: hidesFiles, "this kernel has no Landlock")) func filesCanBeLookedAt() throws {
        #expect(try outcome("look", scratch.file("settings.json")) == "done")
        #expect(try outcome("look", scratch.file("none")) == "ENOENT")
        #expect(try outcome("look", "/proc/\(getpid())/cmdline") == "done")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file("link"), withDestinationPath: "settings.json")
        #expect(try outcome("followLink", scratch.file("link")) == "done")
        for name in ["exe", "cwd", "fd/0"] {
            #expect(try outcome("followLink", "/proc/\(getpid())/\(name)") == "EACCES", "another process's \(name)")
        }
    }

    @Test func allowedFilesAreReadable() throws {
        #expect(try outcome("readAllowed", scratch.file("settings.json")) == "done")
        #expect(try outcome("readAllowedDirectory", scratch.path) == "done")
        #expect(try Probe("readAllowedDirectory", scratch.path, scratch.file("settings.json")).output == "done")
        #expect(try outcome("read", "/etc/hosts") == "done")
        #expect(try outcome("lookUp") == "done")
    }

    /// A setting that names a directory instead of a file must not open everything below it.
    @Test(.enabled(if: hidesFiles, "this kernel has no Landlock")) func directoryAndFileRulesAreDistinct() throws {
        let path = scratch.file("settings.json")
        #expect(try outcome("readAllowed", scratch.path) == "EACCES")
        #expect(try Probe("readAllowed", scratch.path, path).output == "EACCES")
        #expect(try outcome("readAllowedDirectory", path) == "EACCES")
    }

    @Test func filesystemIsReadOnly() throws {
        let path = scratch.file("settings.json")
        #expect(try outcome("write", path) == "EACCES")
        #expect(try outcome("write", "/dev/null") == "EACCES")
        #expect(try outcome("create", scratch.file("new")) == "EACCES")
        #expect(try outcome("remove", path) == "EPERM")
        #expect(try outcome("changeMode", path) == "EPERM")
        #expect(try scratch.read("settings.json") == Data("secret".utf8))
    }

    // MARK: - Programs, processes and the kernel

    @Test(arguments: [
        ("execute", "EPERM"), ("fork", "EPERM"), ("trace", "EPERM"), ("readMemory", "EPERM"), ("signalParent", "EPERM"),
        ("unshare", "EPERM"), ("mount", "EPERM"), ("undump", "EPERM"), ("thread", "EPERM"),
    ])
    func programsAndProcessesAreForbidden(attempt: String, expected: String) throws {
        #expect(try outcome(attempt, "/bin/true") == expected)
    }

    /// Through a socket in the file system it could have the session start programs outside the sandbox.
    @Test(arguments: [
        ("localSocket", "EAFNOSUPPORT"), ("rawSocket", "EAFNOSUPPORT"), ("listen", "EPERM"), ("internetSocket", "done"),
        ("netlinkSocket", "EAFNOSUPPORT"), ("streamPair", "done"), ("datagramPair", "EACCES"),
    ])
    func sockets(attempt: String, expected: String) throws {
        #expect(try outcome(attempt) == expected)
    }

    // MARK: - Limits

    @Test func memoryAndDescriptorsAreLimited() throws {
        #expect(try outcome("memory") == "ENOMEM")
        #expect(try outcome("descriptors") == "EMFILE")
    }

    @Test func processorTimeIsLimited() throws {
        let probe = try Probe("processorTime")
        #expect(probe.output == "")
        #expect(probe.signal == SIGXCPU)
    }

    // MARK: - Older kernels

    /// As on kernels before 5.13: files can be read, but everything else is still denied.
    @Test(arguments: [
        ("report", "no landlock (error 38), seccomp"), ("read", "done"), ("write", "EACCES"), ("remove", "EPERM"),
        ("changeMode", "EPERM"), ("execute", "EPERM"), ("fork", "EPERM"), ("trace", "EPERM"), ("unshare", "EPERM"),
        ("localSocket", "EAFNOSUPPORT"), ("listen", "EPERM"), ("memory", "ENOMEM"),
        ("descriptors", "EMFILE"), ("undump", "EPERM"), ("internetSocket", "done"), ("lookUp", "done"),
    ])
    func withoutLandlockOtherRestrictionsHold(attempt: String, expected: String) throws {
        let probe = try Probe(attempt, scratch.file("settings.json"), without: .landlock)
        #expect(probe.output == expected)
        #expect(try scratch.read("settings.json") == Data("secret".utf8))
    }

    /// Under a unit of an older version: threads can be started, and are confined.
    @Test(arguments: [
        ("report", ", seccomp"), ("thread", "done"), ("threadBefore", "EPERM"), ("fork", "EPERM"), ("execute", "EPERM"),
        ("unshare", "EPERM"), ("signalParent", "EPERM"), ("localSocket", "EAFNOSUPPORT"), ("lookUp", "done"),
    ])
    func withoutSeccompCallProcessesAreConfined(attempt: String, expected: String) throws {
        #expect(try Probe(attempt, "/bin/true", without: .seccompCall).output.hasSuffix(expected))
    }

    // MARK: - Parents and threads

    /// A shell starts the probe and is killed; the end of the pipe shows that the probe has exited too.
    @Test func processDiesWithParent() throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\"$0\" wait & wait", Probe.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading
        #expect(try output.read(upToCount: 8) == Data("waiting\n".utf8))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try output.readToEnd() ?? Data() == Data())
    }

    @Test func unenforceableRestrictionIsError() throws {
        #expect(try outcome("confineForAnother") == "the daemon has exited")
        #expect(try outcome("confineWithThreads") == "it has other threads")
        #expect(try outcome("confineWithoutThreads") == "its threads could not be started")
        #expect(
            ConfinementError.failed(SystemError("setrlimit RLIMIT_DATA", code: EPERM)).reason
                == "setrlimit RLIMIT_DATA: Operation not permitted")
    }
}
