import Endpoints
import Synchronization
import Testing
import Weather

@testable import Fetching

/// When a user and a password that a proxy rejected are sent again.
@Suite(.timeLimit(.minutes(20))) struct ProxyRejectionTests {
    private let begin = ContinuousClock.now
    private let proxy: Proxy

    init() throws {
        proxy = try Proxy("http://me:secret@proxy.test:3128")
    }

    private func rejected(retryAfter: Int) -> FetchFailure {
        .proxyRefused(proxy: "proxy.test:3128", reason: "authentication failed", retryAfter: retryAfter)
    }

    @Test func waitGrowsFromAnHourToADay() {
        var rejections = ProxyRejections<ContinuousClock.Instant>()
        var now = begin
        for hours in [1, 2, 4, 8, 16, 24, 24] {
            rejections.reject(proxy, reason: "authentication failed", at: now)
            // A request that ran at the same time changes nothing.
            rejections.reject(proxy, reason: "authentication failed", at: now.advanced(by: .seconds(1)))
            #expect(rejections.failure(of: proxy, at: now) == rejected(retryAfter: hours * 3600))
            now = now.advanced(by: .seconds(hours * 3600 - 1))
            #expect(rejections.failure(of: proxy, at: now) == rejected(retryAfter: 1))
            now = now.advanced(by: .seconds(1))
            #expect(rejections.failure(of: proxy, at: now) == nil)
            #expect(!rejections.isAccepting(proxy))
        }
        rejections.accept(proxy)
        #expect(rejections.isAccepting(proxy))
        rejections.reject(proxy, reason: "authentication failed", at: now)
        #expect(rejections.failure(of: proxy, at: now) == rejected(retryAfter: 3600))
    }

    @Test func otherPasswordIsNotRejected() throws {
        var rejections = ProxyRejections<ContinuousClock.Instant>()
        rejections.reject(proxy, reason: "authentication failed", at: begin)
        let corrected = try Proxy("http://me:other@proxy.test:3128")
        #expect(rejections.failure(of: corrected, at: begin) == nil)
    }

    /// Seven kinds of reports ask at the same time.
    @Test func concurrentRequestsAreCheckedOnce() async throws {
        let admission = ProxyAdmission()
        let checks = Counter()
        let failures = await withTaskGroup(of: FetchFailure?.self) { group in
            for _ in 0..<7 {
                group.addTask { [proxy] in
                    do throws(FetchFailure) {
                        try await admission.admit(proxy) { () async throws(FetchFailure) in
                            checks.add()
                            throw .proxyRefused(
                                proxy: proxy.description, reason: "authentication failed", retryAfter: nil)
                        }
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(checks.count == 1)
        #expect(failures.count == 7 && failures.allSatisfy { $0?.code == .proxyRefused })
        #expect(failures.allSatisfy { (3590...3600).contains($0?.retryAfter ?? 0) })
    }

    @Test func acceptedPasswordIsNotCheckedAgain() async throws {
        let admission = ProxyAdmission()
        let checks = Counter()
        let failure = FetchFailure.proxyFailed(proxy: proxy.description, host: nil, reason: "no answer within 5 s")
        await #expect(throws: failure) {
            try await admission.admit(proxy) { () async throws(FetchFailure) in throw failure }
        }
        for _ in 0..<3 { try await admission.admit(proxy) { checks.add() } }
        #expect(checks.count == 1)
        admission.reset()
        try await admission.admit(proxy) { checks.add() }
        #expect(checks.count == 2, "other settings")
    }

    @Test func proxyWithoutPasswordIsNotChecked() async throws {
        let admission = ProxyAdmission()
        let checks = Counter()
        try await admission.admit(try Proxy("proxy.test:3128")) { checks.add() }
        try await admission.admit(nil) { checks.add() }
        #expect(checks.count == 0)
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
