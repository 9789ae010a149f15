import Foundation
import Scratch
import Testing

/// The gazetteer that `make` has built.
enum BuiltGazetteer {
    static let absence: Comment = "WEATHERD_PROGRAMS does not name the directory of the built gazetteer"
    static let path = ProcessInfo.processInfo.environment["WEATHERD_PROGRAMS"].map { $0 + "/gazetteer.sqlite" }
}

/// The directory that the gazetteer is made from.
enum GazetteerTables {
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/Geocoding/Gazetteer").path

    static let absence: Comment = "sqlite3 and xz are not both installed"
    static let canBeBuilt = ["sqlite3", "xz"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    /// A table's text.
    static func read(_ name: String) throws -> Data {
        try run("/usr/bin/xz", "--decompress", "--stdout", "\(directory)/\(name).tsv.xz")
    }

    /// A gazetteer of the first 50 places of the table, for tests to spoil.
    static let small = Result { try buildSmall() }

    private static func buildSmall() throws -> Data {
        let scratch = try TemporaryDirectory()
        for script in ["build.sh", "schema.sql", "fill.sql"] {
            try FileManager.default.copyItem(atPath: directory + "/" + script, toPath: scratch.file(script))
        }
        for (table, isReferring) in [
            ("areas", false), ("places", false), ("zones", false), ("area-names", true), ("names", true),
            ("airports", false),
        ] {
            let lines = try read(table).split(separator: UInt8(ascii: "\n")).prefix { line in
                guard isReferring else { return true }
                let number = line.split(separator: UInt8(ascii: "\t")).first.flatMap {
                    Int(String(decoding: $0, as: UTF8.self))
                }
                return (number ?? .max) <= 50
            }
            let kept = isReferring ? lines[...] : lines.prefix(50)
            try scratch.write(kept.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined(), to: table + ".tsv")
            _ = try run("/usr/bin/xz", scratch.file(table + ".tsv"))
        }
        _ = try run("/bin/sh", scratch.file("build.sh"), scratch.file("gazetteer.sqlite"))
        return try scratch.read("gazetteer.sqlite")
    }

    private static func run(_ program: String, _ arguments: String...) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return data
    }
}
