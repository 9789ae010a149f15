import Foundation
import Scratch
import Testing
import WorkerProtocol

@testable import Gazetteer

/// The gazetteer that `make` has built.
enum BuiltGazetteer {
    static let absence: Comment = "WEATHERD_PROGRAMS does not name the directory of the built gazetteer"
    static let path = file("gazetteer.sqlite")
    /// The city list.
    static let cities = file("cities.sqlite")

    /// As without weatherd-places.
    static func onlyCities() throws -> Gazetteer {
        let cities = try #require(cities)
        return Gazetteer(GazetteerFiles(installed: "/nowhere/gazetteer.sqlite", cities: cities))
    }

    private static func file(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["WEATHERD_PROGRAMS"].map { $0 + "/" + name }
    }
}

/// The source directory of the gazetteer.
enum GazetteerTables {
    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Worker/Gazetteer/GeoNames").path

    static let absence: Comment = "sqlite3 and xz are not both installed"
    static let canBeBuilt = ["sqlite3", "xz"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/" + $0)
    }

    /// The text of a table.
    static func read(_ name: String) throws -> Data {
        try run("/usr/bin/xz", "--decompress", "--stdout", "\(directory)/\(name).tsv.xz")
    }

    /// The English names, each with GeoNames' id of the place and its own name.
    static func english() throws -> [(id: String, name: String, own: String)] {
        let table = try String(contentsOfFile: directory + "/english.tsv", encoding: .utf8)
        return try table.split(separator: "\n").map { line in
            let columns = line.split(separator: "\t").map(String.init)
            try #require(columns.count == 3)
            return (columns[0], columns[1], columns[2])
        }
    }

    /// A gazetteer of the first 50 places of the table, and its city list, for tests that modify them.
    static let small = Result { try buildSmall() }

    private static func buildSmall() throws -> (gazetteer: Data, cities: Data) {
        let scratch = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: scratch.file("Gazetteer"), withIntermediateDirectories: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory)
        where name.contains(/\.(sh|sql|tsv)$/) {
            try FileManager.default.copyItem(
                atPath: directory + "/" + name, toPath: scratch.file("Gazetteer/" + name))
        }
        for (table, isReferring) in [
            ("areas", false), ("places", false), ("zones", false), ("zone-countries", false), ("area-names", true),
            ("names", true), ("airports", false), ("codes", false), ("provinces", true),
        ] {
            let lines = try read(table).split(separator: UInt8(ascii: "\n")).prefix { line in
                guard isReferring else { return true }
                let number = line.split(separator: UInt8(ascii: "\t")).first.flatMap {
                    Int(String(decoding: $0, as: UTF8.self))
                }
                return (number ?? .max) <= 50
            }
            let selected = isReferring ? lines[...] : lines.prefix(50)
            let path = "Gazetteer/\(table).tsv"
            try scratch.write(selected.map { String(decoding: $0, as: UTF8.self) + "\n" }.joined(), to: path)
            _ = try run("/usr/bin/xz", scratch.file(path))
        }
        let script = scratch.file("Gazetteer/build.sh")
        _ = try run("/bin/sh", script, scratch.file("gazetteer.sqlite"))
        _ = try run("/bin/sh", script, scratch.file("cities.sqlite"), scratch.file("gazetteer.sqlite"))
        return (try scratch.read("gazetteer.sqlite"), try scratch.read("cities.sqlite"))
    }

    /// The city list, built again from the gazetteer at a path.
    static func buildCities(of gazetteer: String) throws -> Data {
        let scratch = try TemporaryDirectory()
        _ = try run("/bin/sh", directory + "/build.sh", scratch.file("cities.sqlite"), gazetteer)
        return try scratch.read("cities.sqlite")
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
