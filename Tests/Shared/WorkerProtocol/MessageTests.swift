import Foundation
import Testing
import Weather
import WorkerProtocol

/// Messages round-trip, and other bytes are rejected.
struct MessageTests {
    @Test func jobsRoundTrip() throws {
        for job in try Examples.jobs() { #expect(try Job(packed: job.packed) == job) }
    }

    @Test func answersRoundTrip() throws {
        for answer in Examples.answers { #expect(try Answer(packed: answer.packed) == answer) }
    }

    /// A worker reports no failures of its own kind, and a status of 511 is a failure of the service.
    @Test func examplesHaveEveryFailureOfAFetch() {
        let ofWorkers = FetchFailure.Code.allCases.filter { $0.rawValue.hasPrefix("worker-") }
        #expect(
            Set(Examples.failures.map(\.code))
                == Set(FetchFailure.Code.allCases).subtracting(ofWorkers).subtracting([.signInRequired]))
    }

    @Test func greetingRoundTrips() throws {
        let setup = Setup(
            gazetteer: GazetteerFiles(
                named: "/home/ada/ga zetteer\u{301}.sqlite", installed: "/usr/share/weatherd/gazetteer.sqlite",
                cities: "/usr/share/weatherd/cities.sqlite"), daemon: 4711)
        #expect(try Setup(packed: setup.packed) == setup)
        let sandboxes: [WorkerSandbox?] = [
            nil, WorkerSandbox(landlock: .inForce(version: 6), seccomp: .inForce(version: 1)),
            WorkerSandbox(landlock: .unavailable(systemError: 38), seccomp: .unavailable(systemError: 22)),
        ]
        for sandbox in sandboxes {
            let greeting = Greeting(version: "1.2.3", sandbox: sandbox, memoryLimit: sandbox.map { _ in 256 << 20 })
            #expect(try Greeting(packed: greeting.packed) == greeting)
        }
        let unsandboxed = Greeting(version: "1.2.3", sandboxProblem: "setrlimit RLIMIT_DATA: Operation not permitted")
        #expect(try Greeting(packed: unsandboxed.packed) == unsandboxed)
        let greeting = Greeting(version: "1.2.3")
        // From any version of the worker, with additional data.
        #expect(try Greeting(versionOf: greeting.packed + [1, 2, 3]).version == "1.2.3")
    }

    /// Recorded by Tests/Upgrades/record, each after the four bytes of its length. Without the version a daemon would not know
    /// that it was replaced.
    @Test func greetingsOfEarlierReleasesAreRead() throws {
        let frozen = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Upgrades/Frozen").standardizedFileURL
        let versions = try FileManager.default.contentsOfDirectory(atPath: frozen.path)
        #expect(versions.count >= 5)
        // 0.1.0 has no worker.
        for version in versions where version != "0.1.0" {
            let bytes = try Data(contentsOf: frozen.appending(path: version + "/greeting.bin")).dropFirst(4)
            #expect(try Greeting(versionOf: [UInt8](bytes)).version == version)
        }
    }

    /// One overlong text must not fail the whole job.
    @Test func failureTextsAreTruncated() throws {
        let long = String(repeating: "\u{1F327}", count: 5000)
        func cut(_ limit: Int) -> String { String(long.prefix(limit)) }
        let cases: [(Answer, Answer)] = [
            (.notice(.deprecated(host: long, path: long)), .notice(.deprecated(host: cut(300), path: cut(1000)))),
            (.notice(.incomplete(part: long, .noNetwork)), .notice(.incomplete(part: cut(100), .noNetwork))),
            (
                .failed(.malformed(host: long, reason: long)), .failed(.malformed(host: cut(300), reason: cut(1000)))
            ),
            (
                .noGazetteer(.notRead(path: long, reason: long)),
                .noGazetteer(.notRead(path: cut(4096), reason: cut(1000)))
            ),
            (.notLocated(.failed(reason: long)), .notLocated(.failed(reason: cut(1000)))),
            (.rejected(reason: long), .rejected(reason: cut(300))),
        ]
        for (sent, received) in cases { #expect(try Answer(packed: sent.packed) == received) }
    }

    @Test func overlongJobNamesItsPart() throws {
        func reason(_ userAgent: String, _ exceptions: [String]) throws -> String? {
            var passage = try Examples.passage()
            passage.userAgent = userAgent
            passage.settings.proxies = ProxyPolicy(
                secure: .direct, plain: .direct, except: ProxyExceptions(exceptions))
            let job = Job.connect(url: "https://service.test", passage)
            do throws(Malformed) {
                _ = try Job(packed: job.packed)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(try reason("x", ["localhost"]) == nil)
        #expect(
            try reason(String(repeating: "x", count: 4001), []) == "a user agent of 4001 bytes; the limit is 4000")
        #expect(
            try reason("x", [String(repeating: "x", count: 5000)])
                == "a no-proxy host of 5000 bytes; the limit is 4000")
        #expect(
            try reason("x", (0...10_000).map { "host\($0)" })
                == "a no-proxy host list with 10001 elements; the limit is 10000")
    }

    @Test func truncatedMessageIsRejected() throws {
        for message in try Examples.jobs().map(\.packed) {
            for length in message.indices {
                #expect(throws: Malformed.self) { try Job(packed: Array(message[..<length])) }
            }
        }
        for message in Examples.answers.map(\.packed) {
            for length in message.indices {
                #expect(throws: Malformed.self) { try Answer(packed: Array(message[..<length])) }
            }
        }
    }

    @Test func overlongMessageIsRejected() throws {
        for message in Examples.answers.map(\.packed) {
            #expect(throws: Malformed.self) { try Answer(packed: message + [0]) }
        }
    }

    /// A message with any corrupted byte is another valid message, or rejected.
    @Test func corruptedMessageIsReadOrRejected() throws {
        for message in Examples.answers.map(\.packed) {
            // Of a long document, every seventh byte.
            for index in stride(from: 0, to: message.count, by: message.count < 1000 ? 1 : 7) {
                for bits: UInt8 in [0x01, 0x80, 0xFF] {
                    var spoiled = message
                    spoiled[index] ^= bits
                    guard let answer = try? Answer(packed: spoiled) else { continue }
                    #expect(try Answer(packed: answer.packed) == answer)
                }
            }
        }
    }

    @Test func claimedCountAllocatesNothing() {
        var writer = MessageWriter()
        writer.byte(4)
        writer.int(100)
        #expect(throws: Malformed.self) { try Answer(packed: writer.bytes) }
    }
}

/// Well-formed messages with impossible values.
struct ImpossibleValueTests {
    /// What is checked in a report is in `ReportDocumentTests`.
    @Test func invalidReportIsRejected() throws {
        var report = Examples.report
        report.hours.swapAt(0, 2)
        #expect(throws: Malformed("a report that is invalid")) { try Report(packed: report.packed) }
        report = Examples.report
        report.elevation = .nan
        #expect(throws: Malformed.self) { try Report(packed: report.packed) }
        for json in ["", "{}", "[]", "{", String(repeating: "[", count: 100_000)] {
            var writer = MessageWriter()
            writer.byteString(Array(json.utf8))
            #expect(throws: Malformed.self) { try Report(packed: writer.bytes) }
        }
    }

    /// The daemon's clock counts.
    @Test func workerHasNoClock() throws {
        var report = Examples.report
        report.clock = ClockRecord(boot: "x")
        #expect(try Report(packed: report.packed) == Examples.report)
    }

    @Test func invalidTextIsRejected() {
        var writer = MessageWriter()
        writer.byte(6)
        writer.bool(true)
        writer.byteString([0xFF, 0xFE])
        #expect(throws: Malformed("invalid UTF-8")) { try Answer(packed: writer.bytes) }
    }

    /// Only the daemon reports worker failures.
    @Test func workerCannotReportWorkerFailures() {
        #expect(throws: Malformed.self) { try Answer(packed: Answer.failed(.worker(.cancelled)).packed) }
    }

    @Test func numbersHave64Bits() throws {
        for number in [0, 1, -1, 63, 64, -65, .max, .min] {
            var writer = MessageWriter()
            writer.int(number)
            var reader = MessageReader(writer.bytes)
            #expect(try reader.int() == number)
            try reader.end()
        }
        var reader = MessageReader(Array(repeating: 0xFF, count: 10))
        #expect(throws: Malformed.self) { try reader.int() }
    }
}
