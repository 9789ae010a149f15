import Foundation
import Languages
import Rendering
import Testing
import Weather

/// Each failure has a row in the table, a code and a sentence, and is in docs/json.md.
@Suite struct FailureTableTests {
    /// One example of each.
    private static let failures: [FetchFailure] =
        [
            .noNetwork, .hostNotFound(host: "x"), .noRoute(host: "x", reason: "y"),
            .unreachable(host: "x", reason: "z"), .timedOut(host: "x", seconds: 1), .untrusted(host: "x", reason: "y"),
            .proxyFailed(proxy: "p", host: nil, reason: "y"), .proxyRefused(proxy: "p", reason: "y", retryAfter: nil),
            .webPage(host: "x"), .serviceFailed(host: "x", status: 511, reason: nil, retryAfter: nil),
            .rateLimited(host: "x", reason: nil, retryAfter: nil),
            .serviceFailed(host: "x", status: 500, reason: nil, retryAfter: nil),
            .refused(host: "x", status: 400, reason: nil), .keyRefused(host: "x", reason: nil),
            .settingRefused(host: "x", setting: "y", reason: nil),
            .notCovered(host: "x", reason: nil), .budgetSpent(host: "x", limit: 1, retryAfter: nil),
            .interrupted(host: "x", retryAfter: nil), .malformed(host: "x", reason: "y"),
            .tooLarge(host: "x", bytes: 1), .tooComplex(host: "x", reason: "y"),
        ]
        + [
            WorkerFailure.missing(path: "/x"), .notStarted(reason: "y"), .notSandboxed(reason: "y"),
            .otherVersion(worker: "1", daemon: "2"),
            .killed(signal: 9), .outOfMemory(signal: 9, limit: 1 << 20), .exited(status: 1), .timedOut(seconds: 1),
            .malformed(reason: "y"), .tooLong(bytes: 1 << 20), .jobRejected(reason: "y"), .cancelled,
        ].map(FetchFailure.worker)

    @Test func everyReasonHasACodeAndASentence() {
        #expect(Set(Self.failures.map(\.code)) == Set(FetchFailure.Code.allCases))
        #expect(Self.failures.count == FetchFailure.Code.allCases.count)
        #expect(Set(Self.failures.map(\.sentence)).count == Self.failures.count)
        for code in FetchFailure.Code.allCases {
            #expect(!code.rawValue.isEmpty && code.rawValue.allSatisfy { $0 == "-" || $0.isLowercase })
        }
    }

    @Test func documentationHasEveryCodeAndItsCause() throws {
        let project = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let page = try String(contentsOf: project.appending(path: "docs/json.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## Error codes\n").last)
        let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(
            rows.map { $0.components(separatedBy: " | ").prefix(2).joined(separator: " | ") }
                == FetchFailure.Code.allCases.map { "| `\($0.rawValue)` | \($0.traits.fault.rawValue)" })
    }

    /// Constraints between the columns.
    @Test(arguments: FetchFailure.Code.allCases)
    func rowsAreConsistent(code: FetchFailure.Code) {
        let traits = code.traits
        #expect(traits.fault != .network || [.noRoute, .broken, .intercepted].contains(traits.reach))
        #expect(traits.reach != .answered || traits.fault != .network)
        #expect(traits.retry != .late || traits.breaker == .always || code == .proxyRefused)
        #expect(!traits.mayBeOfOneAnswer || traits.fault == .weatherd)
    }

    /// The daemon's behaviour depends on these.
    @Test func networkFailuresAreKnown() {
        func codes(_ isOne: (FetchFailure) -> Bool) -> [FetchFailure.Code] { Self.failures.filter(isOne).map(\.code) }
        #expect(codes(\.isOffline) == [.noNetwork, .hostNotFound, .noRoute, .unreachable, .proxyFailed])
        #expect(codes(\.mayBePortal) == [.untrusted, .webPage, .signInRequired])
        #expect(
            codes(\.isRouteFailure) == [
                .noNetwork, .hostNotFound, .noRoute, .untrusted, .proxyFailed, .webPage, .signInRequired,
            ])
        #expect(
            codes(\.mayBeRouteFailure)
                == [
                    .noNetwork, .hostNotFound, .noRoute, .unreachable, .timedOut, .untrusted, .proxyFailed, .webPage,
                    .signInRequired,
                ])
        #expect(
            codes(\.isAnswer) == [
                .rateLimited, .serviceFailed, .refused, .keyRefused, .settingRefused, .notCovered, .malformed,
                .tooLarge, .tooComplex,
            ])
        #expect(codes { $0.traits.breaker == .never } == [.noNetwork, .proxyFailed, .proxyRefused, .notCovered])
        #expect(
            codes { $0.traits.retry == .late } == [
                .proxyRefused, .rateLimited, .refused, .keyRefused, .settingRefused, .budgetSpent, .tooComplex,
            ])
        #expect(codes { $0.traits.retry == .rarely } == [.notCovered])
    }
}
