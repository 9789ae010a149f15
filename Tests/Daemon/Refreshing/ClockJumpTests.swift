import Logging
import Refreshing
import Scratch
import Store
import Synchronization
import Testing
import Weather

/// The wall clock is set while the loop runs on another clock.
@Suite(.timeLimit(.minutes(20))) struct ClockJumpTests {
    /// Ten minutes after a full hour, near which no fetch begins.
    private static let start = UnixTime(1_763_737_800)
    private static let day = 86_400

    /// A loop whose fetches succeed immediately, or fail as configured.
    private final class Daemon: Sendable {
        let clock = ManualClock()
        let store: Store
        let refresher: Refresher<ManualClock, Report>
        private let directory: TemporaryDirectory
        private let state: State

        final class State: Sendable {
            /// The difference between the wall clock and the start of the other one.
            let origin: Mutex<UnixTime>
            let failure = Mutex<FetchFailure?>(nil)
            let requests = Mutex(0)

            init(_ origin: UnixTime) {
                self.origin = Mutex(origin)
            }
        }

        init(at origin: UnixTime, cached: Report? = nil) async throws {
            directory = try TemporaryDirectory()
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let (clock, state) = (clock, State(origin))
            let now: @Sendable () -> UnixTime = {
                state.origin.withLock { $0 }.advanced(by: Int(clock.now.offset.components.seconds))
            }
            let store = Store(
                stateDirectory: directory.path, cacheDirectory: directory.path,
                defaults: Defaults(location: Place(coordinate: .montevideo)), now: origin,
                clock: { Moment(wall: now(), uptime: Int(clock.now.offset.components.seconds), boot: "this") },
                logger: logger)
            if let cached { await store.keep([cached], as: \.forecast, at: origin) }
            refresher = Refresher(
                store: store, part: \.forecast, scope: .all, policy: { RefreshPolicy(interval: .seconds(900)) },
                clock: clock, now: now, chance: { 0.5 }, log: RefreshLog(logger: logger)
            ) { coordinates, _ in
                state.requests.withLock { $0 += 1 }
                return coordinates.map { coordinate in
                    if let failure = state.failure.withLock({ $0 }) { return .failure(failure) }
                    return .success(.example(at: coordinate, fetchedAt: now()))
                }
            }
            (self.store, self.state) = (store, state)
        }

        var now: UnixTime {
            state.origin.withLock { $0 }.advanced(by: Int(clock.now.offset.components.seconds))
        }

        var requests: Int { state.requests.withLock { $0 } }
        var report: Report? { store.snapshot.weather[.montevideo]?.report }
        var freshness: Freshness? { report?.freshness(at: now, staleAfter: 3600) }

        var failure: FetchFailure? {
            get { state.failure.withLock { $0 } }
            set { state.failure.withLock { $0 = newValue } }
        }

        /// Sets the wall clock, which the kernel reports, or a reader notices before.
        func jump(_ seconds: Int) {
            state.origin.withLock { $0 = $0.advanced(by: seconds) }
            store.followSetClock()
            refresher.send(.clockSet)
        }

        /// Advances the time, and runs what is due.
        func pass(_ seconds: Int) async {
            for _ in 0..<seconds {
                clock.advance(by: .seconds(1))
                await settle()
            }
        }

        func settle() async {
            for _ in 0..<8 {
                await Task.yield()
                await refresher.ping()
            }
        }

        func running(_ body: () async throws -> Void) async throws {
            try await withThrowingTaskGroup { group in
                group.addTask { [refresher] in await refresher.run() }
                try await body()
                group.cancelAll()
            }
        }

        /// Returns after this many requests, each of which has ended.
        func awaitRequests(_ count: Int) async {
            let changes = store.changes()
            if requests >= count, store.snapshot.weather[.montevideo]?.forecast.nextRefresh != nil { return }
            for await _ in changes {
                if requests >= count, store.snapshot.weather[.montevideo]?.forecast.nextRefresh != nil { return }
            }
        }
    }

    @Test(arguments: [day, -day, 731 * day, -731 * day, -120])
    func weatherIsFetchedAgainWithinAMinute(jump: Int) async throws {
        let daemon = try await Daemon(at: Self.start)
        try await daemon.running {
            await daemon.awaitRequests(1)
            #expect(daemon.freshness == .fresh)
            await daemon.pass(1)
            daemon.jump(jump)
            await daemon.settle()
            #expect(daemon.freshness != .fresh)
            await daemon.pass(5)
            await daemon.awaitRequests(2)
            #expect(daemon.freshness == .fresh)
            let fetchedAt = try #require(daemon.report?.fetchedAt)
            #expect((0...5).contains(daemon.now.seconds(since: fetchedAt)))
            // The interval begins again, less its spread; an alarm half a minute late would be taken for a suspended machine.
            daemon.clock.advance(by: .seconds(885))
            await daemon.awaitRequests(3)
        }
    }

    /// Two programs that set the clock in turn.
    @Test func clockThatIsSetAllTheTimeCausesFewRequests() async throws {
        let daemon = try await Daemon(at: Self.start)
        try await daemon.running {
            await daemon.awaitRequests(1)
            for number in 0..<80 {
                daemon.jump(number.isMultiple(of: 2) ? 7200 : -7320)
                await daemon.pass(3)
            }
            #expect((2...5).contains(daemon.requests), "\(daemon.requests)")
        }
    }

    @Test(
        arguments: [
            FetchFailure.rateLimited(host: "x", reason: nil, retryAfter: nil), .keyRefused(host: "x", reason: nil),
            .refused(host: "x", status: 400, reason: nil),
        ])
    func stepsEndNoBackoff(failure: FetchFailure) async throws {
        let daemon = try await Daemon(at: Self.start)
        daemon.failure = failure
        try await daemon.running {
            await daemon.awaitRequests(1)
            for number in 0..<80 {
                daemon.jump(number.isMultiple(of: 2) ? -120 : 7200)
                await daemon.pass(3)
            }
            #expect(daemon.requests == 1)
        }
    }

    @Test func hundredClockJumpsCauseNoRequestBurst() async throws {
        let daemon = try await Daemon(at: Self.start)
        daemon.failure = .serviceFailed(host: "x", status: 500, reason: nil, retryAfter: nil)
        try await daemon.running {
            await daemon.awaitRequests(1)
            for number in 0..<100 {
                daemon.jump(number.isMultiple(of: 2) ? Self.day : -Self.day)
                await daemon.pass(1)
            }
            #expect((1...8).contains(daemon.requests), "\(daemon.requests)")
        }
    }

    /// A machine without a battery-backed clock: its stored data is from the future, and no certificate is valid yet.
    @Test func startIn1970Recovers() async throws {
        var cached = Report.example(at: .montevideo, fetchedAt: Self.start.advanced(by: -600))
        cached.clock = ClockRecord(boot: "an earlier one")
        let daemon = try await Daemon(at: UnixTime(100), cached: cached)
        daemon.failure = .untrusted(
            host: "x", reason: "its certificate is not valid, or the clock of this machine is wrong")
        try await daemon.running {
            await daemon.awaitRequests(1)
            #expect(daemon.report == cached, "the report is kept")
            #expect(daemon.freshness != .fresh)
            await daemon.pass(20)
            let before = daemon.requests
            #expect(before <= 3)
            // The last failure may not be stored yet, and would be followed by another backoff.
            await daemon.awaitRequests(before)
            daemon.failure = nil
            daemon.jump(Self.start.seconds - 120)
            await daemon.settle()
            daemon.clock.advance(by: .seconds(10))
            await daemon.awaitRequests(before + 1)
            #expect(daemon.freshness == .fresh)
        }
    }
}
