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

/// Runs tests up to the first failure.
///
/// - Parameter mutant: the number of the active one; 0 for none.
func runTests(
    _ program: URL, suites: [String], mutant: Int, timeout: Duration
) throws -> (result: TestResult, failure: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // A mutant may loop or allocate endlessly.
    let filters = suites.map { $0.first == "!" ? "--skip '\($0.dropFirst())'" : "--filter '^\($0)'" }.joined(
        separator: " ")
    process.arguments = [
        "-c", "ulimit -c 0 -v 8000000; exec '\(program.path)' --testing-library swift-testing \(filters)",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging(
        ["WEATHERD_MUTANT": String(mutant), "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let hasTimedOut = Atomic(false)
    try process.run()
    let identifier = process.processIdentifier
    let alarm = DispatchWorkItem {
        hasTimedOut.store(true, ordering: .relaxed)
        kill(identifier, SIGKILL)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(timeout.components.seconds)), execute: alarm)
    var output = ""
    var failure: String?
    while failure == nil {
        let data = pipe.fileHandleForReading.availableData
        if data.isEmpty { break }
        output += String(decoding: data, as: UTF8.self)
        failure = output.split(separator: "\n").first { $0.contains("✘") }.map(String.init)
    }
    alarm.cancel()
    if failure != nil { kill(identifier, SIGKILL) }
    process.waitUntilExit()
    if let failure { return (.failed, failure) }
    if hasTimedOut.load(ordering: .relaxed) { return (.timedOut, "") }
    if process.terminationStatus == 0 { return (.passed, "") }
    return (.crashed, String(output.suffix(300)))
}

/// Writes a line unbuffered, also to a file.
func report(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
