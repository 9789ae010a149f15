import Fleet
import Foundation
import Weather

/// The scenarios of docs/fleet.md.
struct Simulation {
    let installations: Int
    let seed: UInt64

    static let hour = 3600
    static let day = 86_400
    static let unreachable = FetchFailure.unreachable(host: "", reason: "")
    private static let overloaded = FetchFailure.serviceFailed(host: "", status: 503, reason: nil, retryAfter: nil)
    static let unnamed = FetchFailure.hostNotFound(host: "")
    /// Duration of the long outage, seconds.
    static let sixHours = 6 * hour..<12 * hour

    /// A network outage, from 08:20 to 09:20. At the full hour, its end would coincide with the pause of all others.
    static let networkOutage = 30_000..<33_600

    /// The loads that have limits.
    struct Results {
        var week: Load
        var laptops: Load
        var outage: Load
        var errors: Load
        var office: Load
        var campus: Load
        var carrier: Load

        /// Requests per second if all installations are always on.
        var mean: Double { week.mean() }
    }

    func results() async -> Results {
        await Results(
            week: load(hours: 7 * 24),
            laptops: load(hours: 7 * 24, .laptops(share: 0.6)),
            outage: load(hours: 36, outage: outage(Self.sixHours, Self.unreachable)),
            errors: load(hours: 36, outage: outage(Self.sixHours, Self.overloaded)),
            office: load(hours: 24, .office(share: 0.25, hour: 9, deviation: 300)),
            campus: load(
                hours: 12,
                .cutOff(
                    share: 0.005, from: Double(Self.networkOutage.lowerBound), to: Double(Self.networkOutage.upperBound)
                )),
            carrier: load(hours: 12, outage: outage(Self.networkOutage, Self.unnamed, share: 0.1)))
    }

    /// - Parameter part: the outage affects one in this many installations.
    func load(
        hours: Int, _ usage: UsagePattern = .alwaysOn, outage: Scenario.Outage? = nil, part: Int = 1
    ) async -> Load {
        await Scenario(
            installations: installations / part, seconds: hours * Self.hour, usage: usage, outage: outage, seed: seed
        ).run(tasks: ProcessInfo.processInfo.activeProcessorCount)
    }

    func outage(_ time: Range<Int>, _ failure: FetchFailure, share: Double = 1) -> Scenario.Outage {
        Scenario.Outage(
            begin: Double(time.lowerBound), end: Double(time.upperBound), failure: failure, share: share)
    }
}
