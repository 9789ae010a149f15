import Foundation
import Scratch

extension Home {
    /// Puts weatherd into a directory of its own, where it finds another worker beside itself.
    ///
    /// - Parameter worker: the program in the worker's place; nil for none.
    /// - Returns: the path of that weatherd.
    func weatherd(withWorker worker: String?) throws -> String {
        let programs = directory.file("programs")
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: false)
        // A link would lead back to where it was built.
        try FileManager.default.copyItem(atPath: Programs.weatherd, toPath: programs + "/weatherd")
        if let worker {
            try FileManager.default.createSymbolicLink(
                atPath: programs + "/weatherd-worker", withDestinationPath: worker)
        }
        return programs + "/weatherd"
    }

    /// Writes a script of sh that can be run.
    ///
    /// - Returns: its path.
    func script(_ text: String) throws -> String {
        try directory.write("#!/bin/sh\n\(text)\n", to: "script")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory.file("script"))
        return directory.file("script")
    }
}
