import Foundation
import Scratch

extension Home {
    /// Copies weatherd to its own directory, where it finds a different worker.
    ///
    /// - Parameter worker: the program that replaces the worker; nil for none.
    /// - Returns: the path of that weatherd.
    func weatherd(withWorker worker: String?) throws -> String {
        let programs = directory.file("programs")
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
        // A link would be resolved to the build directory.
        try FileManager.default.copyItem(atPath: Programs.weatherd, toPath: programs + "/weatherd")
        if let worker {
            try FileManager.default.createSymbolicLink(
                atPath: programs + "/weatherd-worker", withDestinationPath: worker)
        }
        return programs + "/weatherd"
    }

    /// Writes an executable shell script.
    ///
    /// - Returns: its path.
    func script(_ text: String) throws -> String {
        try directory.writeProgram("#!/bin/sh\n\(text)\n", to: "script")
    }
}
