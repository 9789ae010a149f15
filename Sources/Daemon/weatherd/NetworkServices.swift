import Configuration
import Glibc
import Location
import Logging
import Platform
import Refreshing
import Store
import Weather

/// The parts that pause, resume and reduce network use, and detect clock steps.
struct NetworkServices: Sendable {
    let watch: NetworkWatch<BootTimeClock>
    let sleep: SleepSignals<BootTimeClock>
    let probe: ReachabilityProbe<BootTimeClock>
    let clockJumps: ClockJumps
    let clockSteps: ClockSteps
    let device: DeviceServices<BootTimeClock>
    let saving: SavingMonitor<BootTimeClock>

    init(_ context: DaemonContext, _ fetching: FetchingServices, _ locator: Locator<BootTimeClock>) {
        let (source, store, refreshers) = (context.source, context.store, fetching.refreshers)
        let sleep = SleepSignals(clock: context.clock) { store.changes(of: .reports) }
        self.sleep = sleep
        watch = NetworkWatch(
            status: fetching.network, changes: fetching.routeChanges, sleep: { await sleep.follow($0) },
            clock: context.clock, store: store,
            notify: { refreshers.send($1, to: $0) },
            locate: {
                let isElsewhere = $0 == .rerouted || $0 == .back(isElsewhere: true)
                locator.setNetwork(
                    $0 != .cut, isElsewhere: isElsewhere, delay: RefreshPolicy.afterReturn * .random(in: 0...1))
            },
            logger: context.logger)
        probe = ReachabilityProbe(
            store: store, clock: context.clock,
            url: { source.configuration.services.firstServiceURL },
            connects: { [services = fetching.services, gate = fetching.gate] in
                guard !store.snapshot.saving.isOnRequest else { return false }
                return await services.connects(to: $0, source.configuration.services, through: gate)
            },
            reached: { refreshers.send(.returned) })
        clockJumps = ClockJumps { hasResumed in
            store.followSetClock()
            store.wakeReaders()
            guard hasResumed else { return }
            refreshers.send(.improved)
            locator.ask()
        }
        clockSteps = ClockSteps(steps: store.clockSteps(), logger: context.logger) { step in
            refreshers.send(.clockSet)
            locator.followClock(by: step)
        }
        let device = DeviceServices(user: getuid(), clock: context.clock) { store.changes(of: .reports) }
        self.device = device
        saving = SavingMonitor(
            store: store, settings: { source.configuration.services.saving }, device: { await device.follow($0) },
            clock: context.clock, changed: { refreshers.send(.changed) }, logger: context.logger)
    }
}

/// Follows the steps of the wall clock.
struct ClockSteps: BackgroundService {
    /// Yields each step, in seconds.
    let steps: AsyncStream<Int>
    let logger: Logger
    let follow: @Sendable (Int) -> Void

    func run() async {
        // The sum since the last message. Steps that cancel each other out are not logged; a series of small ones is.
        var sum = 0
        for await step in steps {
            sum += step
            if sum.magnitude > Moment.tolerance {
                logger.notice("\(Self.sentence(sum))")
                sum = 0
            }
            follow(step)
        }
    }

    private static func sentence(_ step: Int) -> String {
        let size = step.magnitude < 3600 ? "\(step.magnitude) s" : "\((step.magnitude + 1800) / 3600) h"
        return "the clock was set \(step < 0 ? "back" : "forward") by \(size); weather fetched before counts as old"
    }
}
