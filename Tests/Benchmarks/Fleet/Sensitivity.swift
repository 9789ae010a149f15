import Fleet
import Foundation

extension Simulation {
    /// Prints further results of the runs.
    func printFigures(of results: Results) {
        let mean = results.mean
        let each = mean / Double(installations)
        print("\n- requests/s in a normal week: \(mean.text(1))")
        print("- requests per installation and day: \((each * Double(Self.day)).text(2))")
        let on = results.laptops.on
        // The first minutes lack the day before.
        let ratios = zip(results.laptops.rates(of: 600).dropFirst(), stride(from: 10, to: on.count, by: 10)).map {
            $0 / (on[$1..<$1 + 10].reduce(0, +) / 10 * each)
        }
        let shares = [on.dropFirst(10).min() ?? 0, on.max() ?? 0].map { $0 / Double(installations) * 100 }
        print("- with 60% laptops, \(shares[0].text(0)) to \(shares[1].text(0))% are on at a time")
        let requests = results.laptops.mean() * Double(Self.day) / Double(installations)
        print("  - requests per installation and day: \(requests.text(1))")
        print(
            "  - peak / the week's mean: \((results.laptops.peak(of: 60) / results.laptops.mean()).text(2)) in 60 s")
        print("  - relative to as many that are always on: \((ratios.max() ?? 0).text(2)) in 600 s")
        let long = Self.sixHours.lowerBound + 2 * Self.hour..<Self.sixHours.upperBound
        for (name, load) in [("cannot be reached", results.outage), ("answers 503", results.errors)] {
            let probes = Double(load.probes[long].reduce(0) { $0 + Int($1) }) / Double(long.count) / mean
            print(
                "- while it \(name): failed attempts \((load.peak(of: 60, in: Self.sixHours) / mean).text(2)) × mean at most, "
                    + "\((load.mean(in: long) / mean).text(2)) × for long; connections without a request "
                    + "\(probes.text(2)) × for long")
        }
    }

    /// Outages of other durations.
    func printLengths(_ mean: Double) async {
        print("\n| down for | during, in 60 s | after, in 60 s | after, in 10 s |\n|---|---|---|---|")
        for minutes in [0.5, 1, 2, 5, 10, 14, 15, 20, 30, 60] {
            let begin = Self.hour + 1000
            let end = begin + Int(minutes * 60)
            let load = await load(hours: 4, outage: outage(begin..<end, Self.unreachable), part: 2)
            let cells = [
                load.peak(of: min(60, end - begin), in: begin..<end), load.peak(of: 60, in: end..<load.requests.count),
                load.peak(of: 10, in: end..<load.requests.count),
            ]
            print(
                "| \(minutes.text(minutes < 1 ? 1 : 0)) | \(cells.map { ($0 / (mean / 2)).text(2) }.joined(separator: " | ")) |"
            )
        }
    }

    /// Other fractions of the installations that boot at about the same time.
    func printBoots(_ mean: Double) async {
        let shares = [0.05, 0.1, 0.25, 0.5]
        print("\n| standard deviation, s | \(shares.map { "\(Int($0 * 100))%" }.joined(separator: " | ")) |")
        print("|---|---|---|---|---|")
        for deviation in [0.0, 15, 30, 60, 120, 300, 900] {
            var cells: [String] = []
            for share in shares {
                let load = await load(hours: 4, .office(share: share, hour: 1.5, deviation: deviation), part: 4)
                cells.append((load.peak(of: 10) / (mean / 4)).text(2))
            }
            print("| \(Int(deviation)) | \(cells.joined(separator: " | ")) |")
        }
    }

    /// Other fractions of the installations that regain a network.
    func printReturns(_ mean: Double) async {
        print("\n| share | detected by | in 60 s | in 10 s | in 1 s |\n|---|---|---|---|---|")
        func row(_ share: Double, _ observer: String, _ load: Load) {
            let cells = [60, 10, 1].map { (load.peak(of: $0) / mean).text(2) }
            print("| \((share * 100).text(1)) % | \(observer) | \(cells.joined(separator: " | ")) |")
        }
        for share in [0.001, 0.005, 0.01, 0.02, 0.05] {
            row(share, "kernel", await load(hours: 3, .cutOff(share: share, from: 4800, to: 8400)))
        }
        for share in [0.05, 0.1, 0.25] {
            row(share, "probe", await load(hours: 3, outage: outage(4800..<8400, Self.unnamed, share: share)))
        }
    }
}

extension Double {
    func text(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}
