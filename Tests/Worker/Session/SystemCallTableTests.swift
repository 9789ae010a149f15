import CLinux
import Foundation
import Testing

@testable import Session

/// docs/system-calls.md is complete and agrees with the filter: for every number, and for every argument of limited calls that
/// it lists.
@Suite(.timeLimit(.minutes(20)))
struct SystemCallTableTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let process: Int32 = 4711

    /// The verdicts of the document by call.
    private let verdicts: [String: String]
    /// The calls' numbers on this architecture.
    private let numbers: [String: Int]
    /// The names of all calls.
    private let names: [String]
    private let filter: SimulatedFilter

    init() throws {
        let document = try String(
            contentsOf: Self.project.appending(path: "docs/system-calls.md"), encoding: .utf8)
        var verdicts: [String: String] = [:]
        for line in document.split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            for name in cells[0].split(separator: ", ").map({ $0.trimmingCharacters(in: ["`"]) }) {
                #expect(verdicts.updateValue(cells[1], forKey: name) == nil, "\(name) is listed twice")
            }
        }
        self.verdicts = verdicts
        #if arch(x86_64)
            let column = 1
        #else
            let column = 2
        #endif
        let rows = try String(
            contentsOf: Self.project.appending(path: "Tests/Worker/Session/system-calls.tsv"), encoding: .utf8
        ).split(separator: "\n").dropFirst().map { $0.split(separator: "\t").map(String.init) }
        names = rows.map { $0[0] }
        numbers = Dictionary(uniqueKeysWithValues: rows.compactMap { row in Int(row[column]).map { (row[0], $0) } })
        let architecture = weatherd_seccomp_architecture()
        filter = SimulatedFilter(
            instructions: SystemCallFilter.program(architecture: architecture, process: Self.process),
            architecture: architecture)
    }

    @Test func documentListsEveryCall() {
        #expect(Set(verdicts.keys) == Set(names))
    }

    /// A newer kernel's headers name calls that the document lacks.
    @Test func numbersAreTheKernels() throws {
        #if arch(x86_64)
            let paths = ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"]
            guard let header = paths.lazy.compactMap({ try? String(contentsOfFile: $0, encoding: .utf8) }).first else {
                return
            }
            for line in header.split(separator: "\n") where line.hasPrefix("#define __NR_") {
                let words = line.dropFirst("#define __NR_".count).split(separator: " ")
                #expect(numbers[String(words[0])] == Int(words[1]), "\(words[0])")
            }
        #endif
    }

    /// Arguments of calls whose number alone decides.
    private static let anyArguments: [[UInt64]] = [
        [0, 0, 0, 0, 0, 0], [UInt64](repeating: .max, count: 6), [1, 2, 3, 4, 5, 6],
        [UInt64](repeating: UInt64(process), count: 6),
    ]

    @Test func eachNumberHasItsVerdict() throws {
        let calls = Dictionary(uniqueKeysWithValues: numbers.map { ($0.value, $0.key) })
        for number in 0..<1024 {
            let verdict = calls[number].flatMap { verdicts[$0] }
            if verdict == "limited" { continue }
            for arguments in Self.anyArguments {
                let expected: SimulatedFilter.Verdict =
                    switch verdict {
                    case "allowed": .allowed
                    case "EPERM": .failed(EPERM)
                    case "ENOSYS": .failed(ENOSYS)
                    default: .failed(number < 424 ? EPERM : ENOSYS)
                    }
                #expect(filter.verdict(number, arguments) == expected, "\(calls[number] ?? "\(number)")")
            }
        }
    }

    /// `int $0x80` is another architecture, x32 is a bit of the number.
    @Test func callsOf32BitsAreRefused() {
        for number in 0..<600 {
            #expect(filter.verdict(number | 0x4000_0000, [0, 0, 0, 0, 0, 0]) == .failed(ENOSYS))
            #expect(filter.verdict(number, [0, 0, 0, 0, 0, 0], architecture: 0x4000_0003) == .killed)
        }
    }

    // MARK: - Limited calls

    @Test func limitedCallsAreDecidedByArgument() throws {
        let limited = Set(verdicts.filter { $0.value == "limited" && numbers[$0.key] != nil }.map(\.key))
        #expect(limited == Set(LimitedCall.all.keys.filter { numbers[$0] != nil }))
        for (name, limits) in LimitedCall.all {
            guard let number = numbers[name] else { continue }
            for arguments in limits.allowed {
                #expect(filter.verdict(number, arguments) == .allowed, "\(name) \(arguments)")
            }
            for arguments in limits.refused {
                #expect(filter.verdict(number, arguments) == .failed(limits.error), "\(name) \(arguments)")
            }
        }
    }

    /// The kernel reads only the lower half of numbers and flags: what is refused stays refused with the upper half set.
    @Test func upperHalvesOpenNothing() throws {
        for (name, limits) in LimitedCall.all {
            guard let number = numbers[name] else { continue }
            for arguments in limits.refused {
                let raised = arguments.map { $0 | 0xFFFF_FFFF_0000_0000 }
                #expect(filter.verdict(number, raised) != .allowed, "\(name) \(raised)")
            }
        }
    }
}
