import Foundation
import Scratch
import Testing
import Weather
import WorkerProtocol

@testable import Gazetteer

@Suite(.enabled(if: GazetteerTables.canBeBuilt, GazetteerTables.absence), .timeLimit(.minutes(20)))
struct GazetteerFileTests {
    private let scratch: TemporaryDirectory
    private let path: String
    private let whole: Data

    init() throws {
        scratch = try TemporaryDirectory()
        path = scratch.file("gazetteer.sqlite")
        whole = try GazetteerTables.small.get().gazetteer
        try whole.write(to: URL(fileURLWithPath: path))
    }

    /// The result of some queries that read the whole file.
    private func outcome(of gazetteer: Gazetteer) throws -> GazetteerError? {
        do throws(GazetteerError) {
            for text in ["an", "andorra la v", "dubai, ae", "Андорра"] {
                guard let query = try? SearchQuery(text) else { continue }
                _ = try gazetteer.search(query, language: "de")
            }
            for (latitude, longitude) in [(42.5, 1.5), (0.0, 0.0)] {
                guard let position = Coordinate(latitude: latitude, longitude: longitude) else { continue }
                _ = try gazetteer.locality(at: position, language: "ru")
            }
            return nil
        } catch {
            return error
        }
    }

    private func outcome() throws -> GazetteerError? {
        try outcome(of: Gazetteer(GazetteerFiles(installed: path)))
    }

    @Test func intactFileIsRead() throws {
        #expect(try outcome() == nil)
    }

    @Test func missingFileIsReported() throws {
        try FileManager.default.removeItem(atPath: path)
        #expect(try outcome() == .notInstalled(path: path))
    }

    @Test func directoryIsNotAGazetteer() throws {
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(try outcome() == .notRead(path: path, reason: "it is not a file"))
    }

    @Test(arguments: ["", "this is no database", String(repeating: "no database either\n", count: 1000)])
    func foreignFileIsNotAGazetteer(content: String) throws {
        try scratch.write(content, to: "gazetteer.sqlite")
        guard case .damaged(path, _) = try outcome() else {
            Issue.record("it was accepted as a gazetteer")
            return
        }
    }

    @Test func truncated() throws {
        for length in stride(from: 0, through: whole.count - 4096, by: whole.count / 40) {
            try whole.prefix(length).write(to: URL(fileURLWithPath: path))
            let outcome = try outcome()
            guard case .damaged(path, _) = outcome else {
                Issue.record("\(length) of \(whole.count) bytes: \(String(describing: outcome))")
                continue
            }
        }
    }

    /// A flipped bit only causes a wrong letter or an error.
    @Test func bitFlips() throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { try? file.close() }
        var failures = 0
        for round in 0..<600 {
            // The beginning of each page, which has its structure, as often as the rest.
            let page = round * 37 % (whole.count / 4096) * 4096
            let offset = page + (round.isMultiple(of: 2) ? round % 64 : round * 97 % 4096)
            let flipped = whole[offset] ^ (1 << (round % 8))
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: Data([flipped]))
            if try outcome() != nil { failures += 1 }
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: Data([whole[offset]]))
        }
        #expect(failures > 0)
        #expect(try outcome() == nil)
    }

    /// The next query opens the current file.
    @Test func failedFileIsReopened() throws {
        try scratch.write("something else", to: "gazetteer.sqlite")
        let gazetteer = Gazetteer(GazetteerFiles(installed: path))
        #expect(try outcome(of: gazetteer) != nil)
        try whole.write(to: URL(fileURLWithPath: path))
        #expect(try outcome(of: gazetteer) == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(try outcome(of: gazetteer) == nil, "the file stays open")
        #expect(try outcome() == .notInstalled(path: path))
    }
}
