import Logging
import Scratch
import Store
import Synchronization
import Testing
import Weather

@testable import Refreshing

/// The mode follows the services' reports, the use by clients, and the settings.
@Suite(.timeLimit(.minutes(20)))
struct SavingMonitorTests {
    private let directory: TemporaryDirectory
    private let store: Store
    private let clock = ManualClock()
    private let settings = Mutexed(SavingSettings())
    private let changes = Mutexed(0)
    private let monitor: SavingMonitor<ManualClock>
    private let reports: AsyncStream<DeviceState>.Continuation

    final class Mutexed<Value: Sendable>: Sendable {
        private let state: Mutex<Value>

        init(_ value: Value) { state = Mutex(value) }

        var value: Value {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    init() throws {
        directory = try TemporaryDirectory()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(),
            now: ManualClock.start,
            logger: logger)
        let (states, reports) = AsyncStream.makeStream(of: DeviceState.self)
        self.reports = reports
        monitor = SavingMonitor(
            store: store, settings: { [settings] in settings.value },
            device: { report in for await state in states { report(state) } }, clock: clock,
            changed: { [changes] in changes.value += 1 }, logger: logger)
    }

    private static func session(isLocked: Bool = false, isIdle: Bool = false) -> DeviceState {
        var device = DeviceState()
        device.isMetered = false
        device.sessions = [LoginSession(isGraphical: true, isLocked: isLocked, isIdle: isIdle)]
        return device
    }

    private func running(_ body: () async throws -> Void) async rethrows {
        try await withThrowingTaskGroup { group in
            group.addTask { [monitor] in await monitor.run() }
            try await body()
            group.cancelAll()
        }
    }

    /// Returns when these are the reasons.
    private func awaiting(_ reasons: [SavingMode.Reason], _ report: DeviceState? = nil) async {
        var changes = store.changes().makeAsyncIterator()
        if let report { reports.yield(report) }
        while store.snapshot.saving.reasons != reasons { await changes.next() }
    }

    @Test func reportsAreFollowed() async {
        await running {
            var metered = DeviceState()
            metered.isMetered = true
            await awaiting([.metered], metered)
            #expect(changes.value == 1)
            await awaiting([], Self.session())
            #expect(changes.value == 2)
            await awaiting([.locked], Self.session(isLocked: true, isIdle: true))
            // A bar on the locked screen.
            monitor.request()
            monitor.setWatchers(1)
            #expect(store.snapshot.saving.reasons == [.locked] && changes.value == 3)
            await awaiting([], Self.session())
            #expect(changes.value == 4 && clock.sleepers == 0)
        }
    }

    /// While the session is idle, a request counts for five minutes, and a single timer waits for their end.
    @Test func requestOutweighsIdleHintForMinutes() async {
        await running {
            await awaiting([.idle], Self.session(isIdle: true))
            var sleeps = clock.sleeps.makeAsyncIterator()
            monitor.request()
            #expect(store.snapshot.saving == .none)
            #expect(await sleeps.next()?.offset == .seconds(300))
            clock.advance(by: .seconds(200))
            for _ in 0..<1000 { monitor.request() }
            clock.advance(by: .seconds(100))
            #expect(await sleeps.next()?.offset == .seconds(500))
            #expect(store.snapshot.saving == .none && changes.value == 2)
            clock.advance(by: .seconds(200))
            await awaiting([.idle])
            #expect(changes.value == 3 && clock.sleepers == 0)
        }
    }

    /// As a status line in tmux whose SSH session has ended, behind a locked desktop.
    @Test func requestInALeftSessionOutweighsTheLockForMinutes() async {
        await running {
            var device = Self.session(isLocked: true)
            device.sessions.append(LoginSession(isGraphical: false, isLeft: true))
            await awaiting([.locked], device)
            var sleeps = clock.sleeps.makeAsyncIterator()
            monitor.request()
            #expect(store.snapshot.saving == .none)
            #expect(await sleeps.next()?.offset == .seconds(300))
            clock.advance(by: .seconds(300))
            await awaiting([.locked])
        }
    }

    @Test func watcherOutweighsIdleHint() async {
        await running {
            monitor.setWatchers(1)
            reports.yield(Self.session(isIdle: true))
            var metered = Self.session(isIdle: true)
            metered.isMetered = true
            await awaiting([.metered], metered)
            clock.advance(by: .seconds(90_000))
            monitor.reconfigure()
            #expect(store.snapshot.saving.reasons == [.metered] && clock.sleepers == 0)
            var sleeps = clock.sleeps.makeAsyncIterator()
            monitor.setWatchers(0)
            #expect(store.snapshot.saving.reasons == [.metered])
            _ = await sleeps.next()
            clock.advance(by: .seconds(300))
            await awaiting([.metered, .idle])
            monitor.setWatchers(2)
            #expect(store.snapshot.saving.reasons == [.metered])
        }
    }

    @Test func settingsAreFollowed() async {
        await running {
            var metered = DeviceState()
            metered.isMetered = true
            await awaiting([.metered], metered)
            settings.value.metered = .off
            monitor.reconfigure()
            #expect(store.snapshot.saving.isOnRequest && changes.value == 2)
            settings.value.metered = .normal
            monitor.reconfigure()
            #expect(store.snapshot.saving == .none && changes.value == 3)
        }
    }

    /// Nothing is fetched before it is known whether the connection is metered.
    @Test func offAppliesFromTheStart() throws {
        var settings = SavingSettings()
        settings.metered = .off
        let monitor = SavingMonitor(
            store: store, settings: { [settings] in settings }, device: { _ in }, clock: clock, changed: {},
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        #expect(store.snapshot.saving.isOnRequest)
        monitor.request()
        #expect(store.snapshot.saving.isOnRequest)
    }
}
