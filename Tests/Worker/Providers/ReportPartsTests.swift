import Testing
import Weather

@testable import Providers

struct ReportPartsTests {
    /// The outcome of parts that fail one after the other: the names of those that were requested.
    private func requested(_ failures: [FetchFailure?]) async -> (ReportParts, requested: [String], notices: Notices) {
        let notices = Notices()
        var parts = ReportParts(notice: notices.take)
        var requested: [String] = []
        for (index, failure) in failures.enumerated() {
            await parts.take("\(index)") { () async throws(FetchFailure) in
                requested.append("\(index)")
                if let failure { throw failure }
            }
        }
        return (parts, requested, notices)
    }

    @Test func failedPartsAreMissing() async {
        let failure = FetchFailure.serviceFailed(host: "x", status: 500, reason: nil, retryAfter: nil)
        let (parts, requested, notices) = await requested([nil, failure, nil, failure])
        #expect(requested == ["0", "1", "2", "3"])
        #expect(parts.missing == [.failed(part: "1", failure), .failed(part: "3", failure)])
        #expect(notices.all == [.incomplete(part: "1", failure), .incomplete(part: "3", failure)])
    }

    @Test(
        arguments: [
            .rateLimited(host: "x", reason: nil, retryAfter: nil), .keyRefused(host: "x", reason: nil),
            .budgetSpent(host: "x", limit: 1, retryAfter: nil), .hostNotFound(host: "x"), .noNetwork,
            .serviceFailed(host: "x", status: 503, reason: nil, retryAfter: 60),
        ] as [FetchFailure])
    func failureOfAllRequestsEndsThem(failure: FetchFailure) async {
        let (parts, requested, notices) = await requested([failure, nil, nil])
        #expect(requested == ["0"] && notices.all.count == 1)
        #expect(parts.missing == ["0", "1", "2"].map { .failed(part: $0, failure) })
    }

    /// A client waits for each.
    @Test func twoTimeoutsEndFurtherRequests() async {
        let silence = FetchFailure.timedOut(host: "x", seconds: 20)
        let requested = await requested([silence, nil, silence, nil]).requested
        #expect(requested == ["0", "1", "2"])
    }
}
