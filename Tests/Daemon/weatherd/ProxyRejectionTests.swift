import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// When a user and a password that a proxy rejected are sent again.
@Suite(.timeLimit(.minutes(20))) struct ProxyRejectionTests {
    private let begin = Moment(wall: UnixTime(1_795_273_200), uptime: 5000, boot: "a")
    private let proxy: Proxy

    init() throws {
        proxy = try Proxy("http://me:secret@proxy.test:3128")
    }

    private func rejected(retryAfter: Int) -> FetchFailure {
        .proxyRefused(proxy: "proxy.test:3128", reason: "authentication failed", retryAfter: retryAfter)
    }

    private func moment(_ passed: Int) -> Moment {
        Moment(wall: begin.wall.advanced(by: passed), uptime: begin.uptime + passed, boot: "a")
    }

    private func admission(kept: [ProxyRejection] = []) -> ProxyAdmission {
        ProxyAdmission(moment: { [begin] in begin }, kept: kept)
    }

    @Test func waitGrowsFromAnHourToADay() {
        var rejections = ProxyRejections()
        var passed = 0
        for hours in [1, 2, 4, 8, 16, 24, 24] {
            rejections.reject(proxy, reason: "authentication failed", at: moment(passed))
            // A request that ran at the same time changes nothing.
            rejections.reject(proxy, reason: "authentication failed", at: moment(passed + 1))
            #expect(rejections.failure(of: proxy, at: moment(passed)) == rejected(retryAfter: hours * 3600))
            passed += hours * 3600 - 1
            #expect(rejections.failure(of: proxy, at: moment(passed)) == rejected(retryAfter: 1))
            passed += 1
            #expect(rejections.failure(of: proxy, at: moment(passed)) == nil)
            #expect(!rejections.isAccepting(proxy, at: moment(passed)))
        }
        rejections.accept(proxy, at: moment(passed))
        #expect(rejections.isAccepting(proxy, at: moment(passed)) && rejections.kept.isEmpty)
        rejections.reject(proxy, reason: "authentication failed", at: moment(passed))
        #expect(rejections.failure(of: proxy, at: moment(passed)) == rejected(retryAfter: 3600))
    }

    @Test func otherPasswordIsNotRejected() throws {
        var rejections = ProxyRejections()
        rejections.reject(proxy, reason: "authentication failed", at: begin)
        for address in ["http://me:other@proxy.test:3128", "http://you:secret@proxy.test:3128", "proxy.test:3128"] {
            let other = try Proxy(address)
            #expect(rejections.failure(of: other, at: begin) == nil)
        }
    }

    /// Ten starts would send the password ten times.
    @Test func rejectionSurvivesARestart() async throws {
        let kept = Mutex<[ProxyRejection]>([])
        let checks = Counter()
        func start(at passed: Int, _ proxy: Proxy, accepting: Bool = false) async -> FetchFailure? {
            let admission = ProxyAdmission(
                moment: { moment(passed) }, kept: kept.withLock { $0 },
                changed: { list in kept.withLock { $0 = list } })
            do throws(FetchFailure) {
                try await admission.admit(proxy) { () async throws(FetchFailure) in
                    checks.add()
                    if !accepting {
                        throw .proxyRefused(proxy: proxy.description, reason: "authentication failed", retryAfter: nil)
                    }
                }
                return nil
            } catch {
                return error
            }
        }
        for restart in 0..<10 {
            #expect(await start(at: restart, proxy) == rejected(retryAfter: 3600 - restart))
        }
        #expect(checks.count == 1)
        let list = kept.withLock { $0 }
        #expect(list.count == 1 && !"\(list)".contains("secret"))
        #expect(await start(at: 3600, proxy) == rejected(retryAfter: 7200))
        #expect(checks.count == 2)
        // Another password is sent at once.
        let corrected = try Proxy("http://me:right@proxy.test:3128")
        #expect(await start(at: 3601, corrected, accepting: true) == nil)
        #expect(checks.count == 3)
        #expect(await start(at: 3602, proxy)?.code == .proxyRefused)
        #expect(checks.count == 3)
        #expect(await start(at: 3600 + 7200, proxy, accepting: true) == nil)
        #expect(kept.withLock { $0 }.isEmpty)
    }

    /// Seven kinds of reports ask at the same time.
    @Test func concurrentRequestsAreCheckedOnce() async throws {
        let admission = admission()
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
        #expect(failures.allSatisfy { $0?.retryAfter == 3600 })
    }

    @Test func acceptedPasswordIsNotCheckedAgain() async throws {
        let admission = admission()
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

    /// The account may change: ten clients would send the same password at once.
    @Test func acceptanceExpires() async throws {
        let passed = Mutex(0)
        let admission = ProxyAdmission(moment: { moment(passed.withLock { $0 }) })
        let checks = Counter()
        for (seconds, count) in [(0, 1), (599, 1), (600, 2), (601, 2), (7200, 3)] {
            passed.withLock { $0 = seconds }
            for _ in 0..<3 { try await admission.admit(proxy) { checks.add() } }
            #expect(checks.count == count, "after \(seconds) s")
        }
    }

    /// Of a service without a proxy that redirects to one with.
    @Test func rejectedPasswordIsWithheldFromRedirects() async throws {
        let admission = admission()
        var policy = ProxyPolicy(secure: .proxy(proxy), plain: .direct, except: ProxyExceptions())
        policy.withholdCredentials(from: admission.isRejecting)
        #expect(policy.all == [proxy])
        _ = await admission.note(
            .proxyRefused(proxy: proxy.description, reason: "authentication failed", retryAfter: nil), of: proxy)
        policy.withholdCredentials(from: admission.isRejecting)
        #expect(policy.all.map(\.address) == ["http://proxy.test:3128"])
        // The proxy then misses a password, which changes neither the reason nor the wait.
        let missing = FetchFailure.proxyRefused(
            proxy: proxy.description, reason: "it requires a user and a password", retryAfter: nil)
        #expect(await admission.note(missing, of: proxy) == rejected(retryAfter: 3600))
    }

    @Test func proxyWithoutPasswordIsNotChecked() async throws {
        let admission = admission()
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
