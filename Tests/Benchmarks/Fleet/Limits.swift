import Fleet
import Foundation

/// The limits for the load on the provider, and the load.
struct Limits {
    private(set) var misses: [String] = []

    /// Prints a table of the peaks.
    init(_ results: Simulation.Results) {
        typealias This = Simulation
        print("| peak over mean | in 60 s | in 10 s | in 1 s | at most |\n|---|---|---|---|---|")
        let (mean, office) = (results.mean, results.office.mean())
        let after = This.sixHours.upperBound..<results.outage.requests.count
        hold("a normal week, all always on", results.week, to: 1.2, over: mean)
        hold("after 6 hours in which the provider could not be reached", results.outage, in: after, to: 3, over: mean)
        hold("after 6 hours in which it answered 503", results.errors, in: after, to: 3, over: mean)
        hold("a quarter is turned on around 09:00", results.office, to: 3, over: office)
        hold("a campus with 0.5 % of all is back", results.campus, to: 3, over: mean)
        hold("a carrier with 10 % of all is back", results.carrier, to: 3, over: mean)
    }

    private mutating func hold(
        _ name: String, _ load: Load, in range: Range<Int>? = nil, to limit: Double, over mean: Double
    ) {
        let windows = [60, 10, 1]
        let peaks = windows.map { load.peak(of: $0, in: range) / mean }
        print("| \(name) | \(peaks.map { $0.text(2) }.joined(separator: " | ")) | \(String(format: "%g", limit)) |")
        // The load of a single second is too noisy.
        for (window, peak) in zip(windows, peaks) where window > 1 && peak > limit {
            misses.append("\(name): \(peak.text(2)) in \(window) s")
        }
    }
}
