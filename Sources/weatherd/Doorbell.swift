import Keeping
import Refreshing
import ServiceLifecycle
import Weather

/// Finds out when the way to a service is there again, without sending it requests: as often as `Knocks` say, it tries whether
/// a connection comes about. A machine whose network was gone behind a router that stayed so has its weather within a minute
/// of the network's return, however long the pauses between tries have grown; and one whose user has signed in to a network,
/// within a minute of that.
///
/// While it is the service that is away, and not the way to it, nobody knocks: that it takes connections again would change
/// nothing, since its users are to come back one after the other and not at once.
struct Doorbell<C: Clock>: Service where C.Duration == Duration {
    let store: Store
    let clock: C
    /// The web address of the service that is asked first; nil when none is.
    let address: @Sendable () -> String?
    /// Whether a connection to its host, or to the proxy on the way there, comes about.
    let knock: @Sendable (String) async -> Bool
    /// Called when one did.
    let answered: @Sendable () -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            let changes = store.changes()
            var iterator = changes.makeAsyncIterator()
            while !Task.isCancelled {
                if obstacle != nil { await knockUntilReached() }
                guard await iterator.next() != nil else { return }
            }
        }
    }

    /// Why the current place has no new weather, if the way to the service may be the reason. Where the kernel knows no way, it
    /// tells of its return.
    private var obstacle: FetchFailure? {
        let snapshot = store.snapshot
        guard snapshot.hasNetwork, let key = snapshot.place?.coordinate.rounded,
            let forecast = snapshot.weather[key]?.forecast, forecast.isWayInDoubt, let failure = forecast.failure,
            failure != .noNetwork
        else { return nil }
        return failure.mayBeOfTheWay ? failure : nil
    }

    private func knockUntilReached() async {
        var knocks = Knocks()
        while obstacle != nil {
            let next = clock.now.advanced(by: knocks.pause)
            guard (try? await clock.sleep(until: next, tolerance: nil)) != nil else { return }
            guard let obstacle, let address = address() else { continue }
            guard await knock(address) else {
                knocks.miss(obstacle)
                continue
            }
            answered()
            knocks.hit(obstacle)
        }
    }
}
