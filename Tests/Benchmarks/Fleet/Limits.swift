import Fleet
import Foundation

/// Compares the load on the provider with its limits.
struct Limits {
    private(set) var misses: [String] = []

    /// Prints a table of the peaks.
    init(_ results: Simulation.Results) {
        typealias This = Simulation
        print("| peak / mean | 60 s | 10 s | 1 s | limit |\n|---|---|---|---|---|")
        let (mean, office) = (results.mean, results.office.mean())
        let after = This.sixHours.upperBound..<results.outage.requests.count
        check("normal week, all always on", results.week, to: 1.2, over: mean)
        check("after a 6-hour outage, connections refused", results.outage, in: after, to: 3, over: mean)
        check("after a 6-hour outage, HTTP 503", results.errors, in: after, to: 3, over: mean)
        check("a quarter boots around 09:00", results.office, to: 3, over: office)
        check("the network of 0.5% (a campus) returns", results.campus, to: 3, over: mean)
        check("the network of 10% (a carrier) returns", results.carrier, to: 3, over: mean)
    }

    private mutating func check(
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
