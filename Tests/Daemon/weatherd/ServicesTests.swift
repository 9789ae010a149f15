import HTTP
import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// The requests to services, and how they are counted.
struct ServicesTests {
    private static let now = UnixTime(1_795_273_200)
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func services(at now: UnixTime = now, run: @escaping RunJob) -> Services {
        let store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(), now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return Services(store: store, run: run, now: { now })
    }

    /// Requests Pirate Weather, which has a request budget.
    private func report(
        from services: Services, budget: Int = 1000, _ coordinates: [Coordinate] = [.oslo]
    ) async throws -> [Result<Report, FetchFailure>] {
        var settings = ServiceSettings()
        settings.providers = [.pirateWeather]
        settings.keys[.pirateWeather] = APIKey("0123456789abcdef")
        settings[.pirateWeather] = "http://service.test"
        settings.pirateWeatherBudget = budget
        let provider = try #require(services.providers(of: Report.self, settings).first)
        return await provider.allReports(for: coordinates, renewing: [:], now: { Self.now })
    }

    private func count(_ services: Services) -> Int { services.store.snapshot.requests.count(at: Self.now) }

    /// A provider in only one of the lists and the tables would be accepted and never asked.
    @Test func providersOfWarningsAndAirHaveAService() {
        let settings = ServiceSettings()
        #expect(
            Set(ProviderName.ofAlerts)
                == Set(ProviderName.allCases.filter { settings.entry(of: $0, for: .alerts) != nil }))
        #expect(
            Set(ProviderName.ofAir) == Set(ProviderName.allCases.filter { settings.entry(of: $0, for: .air) != nil }))
    }

    /// As after an answer that crashed the program: the next run sends no request for ten minutes.
    @Test func providerOfCrashedRunIsNotRequested() async throws {
        let worker = WorkerInProcess { _ async throws(FetchFailure) in HTTPAnswer(status: 500) }
        // The answer is not read to its end.
        _ = try await report(from: services(run: worker.run))
        for (seconds, rest) in [(0, 600), (1, 599), (599, 1)] {
            let next = services(at: Self.now.advanced(by: seconds)) { _, _, _ async throws(WorkerFailure) in
                Issue.record("asked")
                return 0
            }
            let results = try await report(from: next)
            #expect(results == [.failure(.interrupted(host: "service.test", retryAfter: rest))])
        }
        let later = services(at: Self.now.advanced(by: 600), run: worker.run)
        _ = try await later.store.fetching { try await report(from: later) }
        let last = services(at: Self.now.advanced(by: 601), run: worker.run)
        guard case .failure(.serviceFailed) = try #require(try await report(from: last).first) else {
            Issue.record("not requested")
            return
        }
    }

    @Test func requestsAreReservedBeforeJobAndReleasedAfter() async throws {
        let counts = Mutex<[Int]>([])
        let allowances = Mutex<[Int]>([])
        let box = Mutex<Services?>(nil)
        let services = services { job, _, _ async throws(WorkerFailure) in
            guard case .reports(let job) = job, job.kind == .forecast else { throw .cancelled }
            allowances.withLock { $0.append(job.passage.allowance) }
            let count = box.withLock { $0 }.map(self.count) ?? 0
            counts.withLock { $0.append(count) }
            return 1
        }
        box.withLock { $0 = services }
        // Each worker exits after one request, without answers for the other places.
        _ = try await report(from: services, .three)
        #expect(allowances.withLock { $0 } == [3, 2, 1])
        #expect(counts.withLock { $0 } == [3, 3, 3])
        #expect(count(services) == 3)
    }

    @Test func requestsOfCrashedWorkerCount() async throws {
        let services = services { _, _, _ async throws(WorkerFailure) in throw .exited(status: 1) }
        let results = try await report(from: services)
        #expect(results == [.failure(.worker(.exited(status: 1)))])
        #expect(count(services) == 1)
    }

    @Test func requestsOfUnstartedWorkerDoNotCount() async throws {
        let services = services { _, _, _ async throws(WorkerFailure) in throw .missing(path: "/x") }
        let results = try await report(from: services)
        #expect(results == [.failure(.worker(.missing(path: "/x")))])
        #expect(count(services) == 0)
    }

    @Test func exhaustedBudgetStopsRequests() async throws {
        let asked = Mutex(0)
        let worker = WorkerInProcess { query async throws(FetchFailure) in
            asked.withLock { $0 += 1 }
            throw .serviceFailed(host: query.host, status: 400, reason: nil, retryAfter: nil)
        }
        let services = services(run: worker.run)
        let results = try await report(from: services, budget: 2, .three)
        #expect(asked.withLock { $0 } == 2)
        let spent = FetchFailure.budgetSpent(
            host: "service.test", limit: 2, retryAfter: 86_400 - Self.now.seconds % 86_400)
        #expect(results.last == .failure(spent))
        #expect(try await report(from: services, budget: 2) == [.failure(spent)])
        #expect(count(services) == 2)
    }

    @Test func withoutNetworkNothingCounts() async throws {
        let worker = WorkerInProcess { query async throws(FetchFailure) in throw .hostNotFound(host: query.host) }
        let services = services(run: worker.run)
        #expect(try await report(from: services) == [.failure(.hostNotFound(host: "service.test"))])
        #expect(count(services) == 0)
    }

    /// The place that was being fetched gets the crash as its failure, and another worker fetches the rest.
    @Test func crashingWorkerFailsOnePlace() async throws {
        let jobs = Mutex<[[Coordinate]]>([])
        let services = services { job, _, take async throws(WorkerFailure) in
            guard case .reports(let job) = job, job.kind == .forecast else { throw .cancelled }
            let places = job.positions.map(\.coordinate)
            let isFirst = jobs.withLock { jobs in
                jobs.append(places)
                return jobs.count == 1
            }
            do throws(Malformed) {
                for index in isFirst ? 0..<1 : 0..<places.count {
                    try take(
                        .report(PlaceAnswer(.forecast, index: index, failure: .notCovered(host: "x", reason: nil)))
                    )
                }
            } catch {
                throw .malformed(reason: error.reason)
            }
            if isFirst { throw .killed(signal: 9) }
            return places.count
        }
        let results = try await report(from: services, .three)
        let none = Result<Report, FetchFailure>.failure(.notCovered(host: "x", reason: nil))
        #expect(results == [none, .failure(.worker(.killed(signal: 9))), none])
        #expect(jobs.withLock { $0 } == [.three, [Coordinate].three.suffix(1)])
    }

    @Test func threeCrashesStopRetries() async throws {
        let jobs = Mutex(0)
        let services = services { _, _, _ async throws(WorkerFailure) in
            jobs.withLock { $0 += 1 }
            throw .exited(status: 1)
        }
        let results = try await report(from: services, .three + [.cairo])
        #expect(results.allSatisfy { $0 == .failure(.worker(.exited(status: 1))) } && results.count == 4)
        #expect(jobs.withLock { $0 } == 3)
    }

    /// For another place, provider or time; a duplicate; or not requested at all.
    @Test(arguments: 0..<6)
    func mismatchedAnswerIsRejected(kind: Int) async throws {
        let provider = ProviderFacts.darkSky(baseURL: "http://service.test").identity
        var report = Report(coordinate: .oslo, timeZone: "UTC", provider: provider, fetchedAt: Self.now)
        switch kind {
        case 1: report.coordinate = .montevideo
        case 2: report.provider.isSample = true
        case 3: report.fetchedAt = Self.now.advanced(by: 86_400)
        default: break
        }
        let answers: [Answer] =
            switch kind {
            case 0: [.connected]
            case 4:
                Array(repeating: .report(PlaceAnswer(index: 0, result: .success(report))), count: 2)
            case 5: [.report(PlaceAnswer(index: 1, result: .success(report)))]
            default: [.report(PlaceAnswer(index: 0, result: .success(report)))]
            }
        let services = services { _, _, take async throws(WorkerFailure) in
            do throws(Malformed) {
                for answer in answers { try take(answer) }
            } catch {
                throw .malformed(reason: error.reason)
            }
            return 1
        }
        let results = try await self.report(from: services)
        // The valid answers before the malformed one are used.
        if kind == 4 {
            #expect(results == [.success(report)])
        } else {
            guard case .failure(.worker(.malformed)) = try #require(results.first) else {
                Issue.record("\(results)")
                return
            }
        }
    }

    @Test func hintIsPassedToNextWorker() async throws {
        let hints = Mutex<[[UInt8]]>([])
        let services = services { job, _, take async throws(WorkerFailure) in
            guard case .reports(let job) = job, job.kind == .forecast else { throw .cancelled }
            hints.withLock { $0.append(job.positions[0].hint) }
            try? take(.report(PlaceAnswer(.forecast, index: 0, failure: .noNetwork, hint: [1, 2, 3])))
            return 1
        }
        for _ in 0..<2 { _ = try await report(from: services) }
        #expect(hints.withLock { $0 } == [[], [1, 2, 3]])
    }
}

extension Coordinate {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let tokyo = Coordinate(latitude: 35.68, longitude: 139.69)!
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let cairo = Coordinate(latitude: 30.04, longitude: 31.24)!
}

extension [Coordinate] {
    fileprivate static let three: [Coordinate] = [.oslo, .montevideo, .tokyo]
}
