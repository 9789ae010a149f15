import Foundation
import Scratch

/// The result of a program that has exited.
struct Finished {
    var status: Int32
    var output: String
    var errors: String

    /// Runs a program to its end.
    static func running(_ program: String, _ arguments: [String], environment: [String: String]) throws -> Finished {
        let directory = try TemporaryDirectory()
        let process = try ChildProcess(
            program, arguments, environment: environment, errors: directory.file("errors"))
        let output = try process.output.readToEnd(waitingFor: "the end of \(program) \(arguments)")
        return Finished(
            status: try process.wait(), output: String(decoding: output, as: UTF8.self),
            errors: String(decoding: try directory.read("errors"), as: UTF8.self))
    }
}
