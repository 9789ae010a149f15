import Fleet
import Foundation

extension Chart {
    private static let hour = Simulation.hour

    init(_ results: Simulation.Results, installations: Int) {
        self.init(
            panels: [
                Self.week(results, installations), Self.outage(results), Self.office(results), Self.returns(results),
            ])
    }

    private static func week(_ results: Simulation.Results, _ installations: Int) -> Panel {
        let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let (all, mean) = (grouped(Double(installations)), grouped(results.mean))
        return Panel(
            title: "A normal week",
            lines: [
                Line(style: "a", name: "all always on", values: highest(results.week)),
                Line(style: "b", name: "60% laptops, in all time zones", values: highest(results.laptops)),
            ], top: 2000, step: 500, limit: 1.2, mean: results.mean,
            ticks: names.enumerated().map { (share: (Double($0) + 0.5) / 7, label: $1) },
            axis: "day (UTC); highest minute of each hour", shade: nil,
            remark: "\(all) installations, \(mean) requests/s on average, none within a minute of the full hour")
    }

    private static func outage(_ results: Simulation.Results) -> Panel {
        let range = 4 * hour..<20 * hour
        let after = Simulation.sixHours.upperBound..<results.outage.requests.count
        let peak = results.outage.peak(of: 10, in: after) / results.mean
        return Panel(
            title: "The provider is down for six hours",
            lines: [
                Line(style: "a", name: "", values: results.outage.rates(of: 60, in: range))
            ], top: 6000, step: 1500, limit: 3, mean: results.mean,
            ticks: times(4 * 60...20 * 60, by: 120), axis: "time of day; means of 1 minute",
            shade: (2.0 / 16, 8.0 / 16, "down: attempts fail"),
            remark: "it cannot be reached; with 503 it looks the same; afterwards at most \(peak.text(2)) × mean")
    }

    private static func office(_ results: Simulation.Results) -> Panel {
        let range = 8 * hour..<11 * hour
        let peak = results.office.peak(of: 10, in: range) / results.office.mean()
        return Panel(
            title: "A quarter boots around 09:00",
            lines: [Line(style: "a", name: "", values: results.office.rates(of: 10, in: range))], top: 4500, step: 1500,
            limit: 3, mean: results.office.mean(), ticks: times(480...660, by: 30),
            axis: "time of day; means of 10 seconds", shade: nil,
            remark: "standard deviation 5 minutes; at most \(peak.text(2)) × mean of the day")
    }

    private static func returns(_ results: Simulation.Results) -> Panel {
        let range = Simulation.networkOutage.upperBound - 1200..<Simulation.networkOutage.upperBound + 3600
        let peaks = [results.carrier, results.campus].map { ($0.peak(of: 10) / results.mean).text(2) }
        return Panel(
            title: "A network returns",
            lines: [
                Line(
                    style: "a", name: "a carrier with 10% of the installations",
                    values: results.carrier.rates(of: 10, in: range)),
                Line(
                    style: "b", name: "a campus with 0.5% of the installations",
                    values: results.campus.rates(of: 10, in: range)),
            ], top: 4500, step: 1500, limit: 3, mean: results.mean, ticks: times(540...620, by: 10),
            axis: "time of day; means of 10 seconds", shade: (0, 0.25, "no network"),
            remark: "after an hour, at 09:20; at most \(peaks[0]) and \(peaks[1]) × mean")
    }

    /// The highest load in each hour.
    private static func highest(_ load: Load) -> [Double] {
        let minutes = load.rates(of: 60)
        return stride(from: 0, to: minutes.count, by: 60).map { minutes[$0..<$0 + 60].max() ?? 0 }
    }

    /// Labels for the time axis, in minutes of a day.
    private static func times(_ range: ClosedRange<Int>, by step: Int) -> [(share: Double, label: String)] {
        stride(from: range.lowerBound, through: range.upperBound, by: step).map { minute in
            let share = Double(minute - range.lowerBound) / Double(range.upperBound - range.lowerBound)
            return (share, String(format: "%02d:%02d", minute / 60, minute % 60))
        }
    }
}
