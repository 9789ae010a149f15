import Foundation
import Synchronization

/// Runs a command until it exits.
func run(_ command: [String], in directory: URL) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = directory
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
}

/// The result of a test run.
enum TestResult {
    case passed
    case failed
    case crashed
    case timedOut
}

/// Runs a suite up to the first failure.
///
/// - Parameters:
///   - mutant: the number of the active one; 0 for none.
///   - limit: of CPU time, so that the load of the machine does not matter.
///   - reached: a file with a byte for each mutant, which becomes 1 if the suite runs the mutant's code.
func runTests(
    _ program: URL, suite: String, mutant: Int, limit: Duration, reached: URL? = nil
) throws -> (result: TestResult, failure: String, duration: Duration) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // A mutant may loop and allocate without end.
    process.arguments = [
        "-c",
        """
        ulimit -c 0
        ulimit -v 8000000
        ulimit -t \(limit.components.seconds)
        exec '\(program.path)' --testing-library swift-testing --filter '^\(suite)[/(]'
        """,
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(
        ["WEATHERD_MUTANT": String(mutant), "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.environment?["WEATHERD_REACHED_MUTANTS"] = reached?.path
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let start = endedProcessesTime()
    try process.run()
    let watch = IdleWatch(process.processIdentifier)
    var output = ""
    var failure: String?
    while failure == nil {
        let data = pipe.fileHandleForReading.availableData
        if data.isEmpty { break }
        output += String(decoding: data, as: UTF8.self)
        failure = output.split(separator: "\n").first { $0.contains("✘") }.map(String.init)
    }
    watch.cancel()
    if failure != nil { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let duration = endedProcessesTime() - start
    if let failure { return (.failed, failure, duration) }
    if watch.hasKilled || process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGXCPU {
        return (.timedOut, watch.hasKilled ? "idle" : "CPU time", duration)
    }
    if process.terminationReason == .exit, process.terminationStatus == 0 { return (.passed, "", duration) }
    return (.crashed, String(output.suffix(300)).replacing("\n", with: " "), duration)
}

/// Kills a process that waits for something that does not happen: one that uses less than 10 ms of CPU time in 10 s.
private final class IdleWatch: Sendable {
    private let killed = Atomic(false)
    // Dispatch's objects are thread-safe.
    nonisolated(unsafe) private let timer = DispatchSource.makeTimerSource()

    init(_ process: pid_t) {
        let last = Atomic(-10_000_000)
        timer.schedule(deadline: .now() + .seconds(10), repeating: .seconds(10))
        timer.setEventHandler { [self] in
            var clock = clockid_t()
            var time = timespec()
            guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return }
            let now = time.tv_sec * 1_000_000_000 + time.tv_nsec
            guard now - last.exchange(now, ordering: .relaxed) < 10_000_000 else { return }
            killed.store(true, ordering: .relaxed)
            kill(process, SIGKILL)
        }
        timer.resume()
    }

    var hasKilled: Bool { killed.load(ordering: .relaxed) }

    func cancel() { timer.cancel() }
}

/// The CPU time of all subprocesses that have ended.
private func endedProcessesTime() -> Duration {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
}

/// Writes a line unbuffered, also to a file.
func report(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
