import Foundation
import LoopbackHTTP
import Scratch
import Testing

/// The programs' system calls, by strace: the daemon opens no Internet socket, and a worker writes no file.
@Suite(.ownThread, .timeLimit(.minutes(5)))
struct SystemCallTests {
    private static let strace = "/usr/bin/strace"
    /// A container may forbid tracing.
    private static let canTrace: Bool = {
        guard access(strace, X_OK) == 0 else { return false }
        let traced = try? Finished.running(
            strace, ["-f", "-o", "/dev/null", "/bin/true"], environment: ["PATH": "/usr/bin:/bin"])
        return traced?.status == 0
    }()

    @Test(
        .enabled(if: canTrace, "strace is not there, or may not trace"),
        .unsanitized("a sanitizer writes its own files"))
    func processesUseOnlyExpectedSystemCalls() async throws {
        try await LoopbackServer.running { _ in
            .json(Forecast().json)
        } _: { provider in
            let home = try Home(provider: provider)
            let trace = home.directory.file("trace")
            let calls = "socket,open,openat,creat,execve,clone,clone3,vfork,fork"
            let daemon = try home.launch(
                first: "exec \(Self.strace) -ff -qq -o '\(trace)' -e trace=\(calls) \"$0\" \"$@\"")
            try daemon.manager.wait(for: "READY=1")
            try home.awaitRefresh()
            _ = try home.ask("search oslo")
            #expect(try home.ask("short").code == nil)
            #expect(provider.requests.count >= 1)
            // strace does not forward the signal, so the daemon gets one directly.
            for child in try daemon.children { kill(child, SIGTERM) }
            _ = try daemon.process.wait()
            let traces = try Traces(in: home.directory.path)
            #expect(!traces.workers.isEmpty && !traces.others.isEmpty)
            let internet = ["socket(AF_INET", "socket(AF_INET6"]
            #expect(traces.workers.contains { line in internet.contains { line.hasPrefix($0) } })
            #expect(traces.others.filter { line in internet.contains { line.hasPrefix($0) } } == [])
            let writing = ["O_WRONLY", "O_RDWR", "O_CREAT", "creat("]
            let written = traces.workers.filter { line in
                writing.contains { line.contains($0) } && !line.contains("= -1")
            }
            #expect(written == [])
        }
    }

    /// Also not to resolve a name: all threads start before the worker confines itself.
    @Test(
        .enabled(if: canTrace, "strace is not there, or may not trace"),
        .unsanitized("a sanitizer starts its own threads"))
    func workersStartNoThreadsOnceConfined() throws {
        let home = try Home(provider: nil)
        home.environment["WEATHERD_OPEN_METEO_URL"] = "https://nowhere.invalid"
        let trace = home.directory.file("trace")
        let daemon = try home.launch(
            first: "exec \(Self.strace) -ff -qq -o '\(trace)' -e trace=seccomp,clone,clone3,execve \"$0\" \"$@\"")
        try daemon.manager.wait(for: "READY=1")
        try home.awaitRefresh()
        #expect(try home.ask("status").lines.joined().contains("nowhere.invalid"))
        for child in try daemon.children { kill(child, SIGTERM) }
        _ = try daemon.process.wait()
        let traces = try Traces(in: home.directory.path)
        let confined = traces.threads.compactMap { lines in
            lines.firstIndex { $0.hasPrefix("seccomp(") && $0.hasSuffix(" = 0") }.map { lines[$0...] }
        }
        #expect(!confined.isEmpty)
        #expect(confined.joined().filter { $0.hasPrefix("clone") } == [])
        // The threads themselves start none either.
        let others = traces.threads.filter { !$0.contains { $0.hasPrefix("execve(") } }
        #expect(others.joined().filter { $0.hasPrefix("clone") } == [])
    }

    /// The lines of each thread's trace, with those of workers separate.
    private struct Traces {
        var workers: [String] = []
        /// The lines of workers by thread.
        var threads: [[String]] = []
        var others: [String] = []

        init(in directory: String) throws {
            var lines: [String: [String]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: directory) where name.hasPrefix("trace.") {
                let text = try String(contentsOfFile: directory + "/" + name, encoding: .utf8)
                lines[String(name.dropFirst(6))] = text.split(separator: "\n").map(String.init)
            }
            func isStart(_ line: String) -> Bool { line.hasPrefix("execve(") && line.contains("/weatherd-worker\"") }
            var found = lines.filter { $0.value.contains(where: isStart) }.map(\.key)
            var known = Set(found)
            // The worker's threads.
            while let thread = found.popLast() {
                for line in lines[thread] ?? [] where line.hasPrefix("clone") {
                    guard let number = line.split(separator: " ").last.map(String.init), known.insert(number).inserted
                    else { continue }
                    found.append(number)
                }
            }
            for (thread, lines) in lines {
                guard known.contains(thread) else {
                    others += lines
                    continue
                }
                // Before exec, the process is still the daemon.
                threads.append(lines.firstIndex(where: isStart).map { Array(lines[$0...]) } ?? lines)
                workers += threads.last ?? []
            }
        }
    }
}
