import Foundation
import Scratch
import Testing

/// A machine with a real systemd user manager, its journal and its bus, for an ordinary user: alice. It ends with its
/// owner.
final class Machine {
    /// Her home is `home/alice` in it.
    let directory: TemporaryDirectory
    private let process = Process()
    private let input = Pipe()

    /// A program's output and exit status.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    /// Her user id, as set by the script.
    private static let user: uid_t = 4711
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let project = folder.appending(path: "../../..").standardized.path

    /// Starts it, and returns when the manager is ready.
    ///
    /// - Parameter session: the initial variables of her session, as `NAME=VALUE`.
    init(session: [String] = []) throws {
        directory = try TemporaryDirectory()
        for script in ["machine", "alice"] {
            try FileManager.default.copyItem(
                at: Self.folder.appending(path: script), to: URL(filePath: directory.file(script)))
        }
        let group = try #require(
            ProcessInfo.processInfo.environment["WEATHERD_CGROUP"], "it takes a control group; run make integration")
        let own = group + "/" + URL(filePath: directory.path).lastPathComponent
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
        let namespaces = ["--mount", "--pid", "--cgroup", "--mount-proc", "--fork", "--kill-child"]
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            ["-c", #"echo $$ >"$0/cgroup.procs" && exec unshare "$@""#, own] + namespaces
            + [directory.file("machine"), directory.path] + session
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        try directory.write("", to: "log")
        process.standardError = try FileHandle(forWritingTo: URL(filePath: directory.file("log")))
        try process.run()
        let word = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard word == "ready\n" else {
            throw UnmetExpectation(
                "the machine did not start: \(String(decoding: try directory.read("log"), as: UTF8.self))")
        }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    // MARK: - Programs

    /// Runs a program inside as root.
    @discardableResult
    func root(_ words: [String]) throws -> Outcome {
        let id = String(process.processIdentifier)
        let inside = ["--target", id, "--mount", "--pid=/proc/\(id)/ns/pid_for_children"]
        return try Self.run(["nsenter"] + inside + words)
    }

    /// Runs a program as alice.
    func alice(_ words: [String]) throws -> Outcome {
        try root([directory.file("alice")] + words)
    }

    /// Runs `systemctl --user`, which must succeed, and returns its output.
    @discardableResult
    func systemctl(_ words: String...) throws -> String {
        let outcome = try alice(["systemctl", "--user", "--no-pager"] + words)
        guard outcome.status == 0 else { throw UnmetExpectation("systemctl \(words): \(outcome)") }
        return outcome.output
    }

    func weatherctl(_ words: String...) throws -> Outcome {
        try alice(["weatherctl"] + words)
    }

    @discardableResult
    static func run(_ words: [String]) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        // The error messages of these programs fit into the pipe.
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        let errorText = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: errorText, as: UTF8.self))
    }

    // MARK: - Files

    /// Runs make in the project, with the programs that are already built, for alice's home.
    func make(_ target: String) throws {
        let outcome = try Self.run([
            "make", "--silent", "--directory=" + Self.project, "--assume-old=all", target,
            "DESTDIR=" + directory.path, "PREFIX=/home/alice/.local", "HOME=/home/alice",
        ])
        guard outcome.status == 0 else { throw UnmetExpectation("make \(target): \(outcome)") }
        try root(["chown", "--recursive", "alice:alice", "/home/alice"])
    }

    /// The path, on the host, of a file in her home.
    func home(_ name: String) -> String { directory.file("home/alice/" + name) }

    /// Writes a file in her home, and creates its directories. All of them are hers.
    func write(_ text: String, to name: String) throws {
        var path = home("")
        for directory in name.split(separator: "/").dropLast() {
            path += directory + "/"
            mkdir(path, 0o755)
            chown(path, Self.user, Self.user)
        }
        try directory.write(text, to: "home/alice/" + name)
        chown(home(name), Self.user, Self.user)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: home(name), encoding: .utf8)
    }

    // MARK: - systemd's state

    /// A property of a unit, as `systemctl show` prints it.
    func property(_ name: String, of unit: String = "weatherd.service") throws -> String {
        try systemctl("show", "--value", "--property=" + name, unit).trimmingCharacters(in: .newlines)
    }

    /// The matching entries of alice's journal, as their fields.
    func journal(_ matches: String...) throws -> [[String: String]] {
        try root(["journalctl", "--sync"])
        let lines = try alice(["journalctl", "--user", "--no-pager", "--output=json"] + matches).output
        return try lines.split(separator: "\n").map { line in
            let fields = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            return fields.compactMapValues { $0 as? String }
        }
    }

    /// Returns when alice's journal has a line of weatherd that contains this text.
    @discardableResult
    func awaitJournal(_ text: String, of matches: String = "SYSLOG_IDENTIFIER=weatherd") throws -> [String: String] {
        let entries = try patiently("a line with \(text)") {
            try journal(matches).filter { $0["MESSAGE"]?.contains(text) == true }
        } until: {
            !$0.isEmpty
        }
        return entries[0]
    }
}
