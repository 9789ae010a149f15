import Connectivity
import DaemonConfiguration
import Fetching
import Keeping
import Locating
import Logging
import Platform
import Refreshing

/// What pauses and resumes the use of the network, and notices jumps of the clock.
struct NetworkServices: Sendable {
    let watch: NetworkWatch<BootTimeClock>
    let probe: ReachabilityProbe<BootTimeClock>
    let clockJumps: ClockJumps

    init(_ context: DaemonContext, _ fetching: FetchingServices, _ locator: Locator<BootTimeClock>) {
        let (source, store, refreshers) = (context.source, context.store, fetching.refreshers)
        watch = NetworkWatch(
            status: fetching.network, changes: fetching.routeChanges, sleep: SleepSignals(clock: context.clock).follow,
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
                await services.connects(to: $0, source.configuration.services, through: gate)
            },
            reached: { refreshers.send(.returned) })
        clockJumps = ClockJumps {
            store.wakeReaders()
            refreshers.send(.improved)
            locator.ask()
        }
    }
}
