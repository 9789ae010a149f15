/// When an installation is on and has a network.
struct Course: Sendable {
    /// A period, in seconds.
    struct Stretch: Sendable {
        var begin: Double
        var end: Double
        var isBoot: Bool
    }

    var stretches: [Stretch]
}

/// Usage patterns of installations.
public enum UsagePattern: Sendable {
    /// All day, like desktops and servers that are never turned off.
    case alwaysOn
    /// This fraction is turned on around `hour` of each of five working days, with this standard deviation in seconds,
    /// and off eight hours later; the others are always on.
    case office(share: Double, hour: Double, deviation: Double)
    /// This fraction has no network between the two times, and all regain it in the same second.
    case cutOff(share: Double, from: Double, to: Double)
    /// This fraction are laptops in all time zones: used by day for 90 minutes at a time, suspended for 30 minutes in
    /// between and overnight; the others are always on.
    case laptops(share: Double)

    func course(until end: Double, _ draws: inout RandomDraws) -> Course {
        switch self {
        case .alwaysOn: break
        case .office(let share, let hour, let deviation):
            guard draws.uniform() < share else { break }
            return Course(stretches: office(hour: hour, deviation: deviation, until: end, &draws))
        case .cutOff(let share, let from, let to):
            guard draws.uniform() < share else { break }
            return Course(stretches: [
                .init(begin: 0, end: from, isBoot: true), .init(begin: to, end: end, isBoot: false),
            ])
        case .laptops(let share):
            guard draws.uniform() < share else { break }
            return Course(stretches: laptop(until: end, &draws))
        }
        return Course(stretches: [.init(begin: 0, end: end, isBoot: true)])
    }

    private func office(hour: Double, deviation: Double, until end: Double, _ draws: inout RandomDraws) -> [Course
        .Stretch]
    {
        (0..<5).compactMap { day in
            let morning = Double(day) * 86_400 + hour * 3600
            let begin = max(0, draws.normal(mean: morning, deviation: deviation))
            let stop = min(end, begin + 8 * 3600 + draws.normal(mean: 0, deviation: 1800))
            return begin < stop ? Course.Stretch(begin: begin, end: stop, isBoot: true) : nil
        }
    }

    /// UTC offsets in hours, and the fraction of users in them, a rough distribution of Linux desktops.
    private static let zones: [(hours: Double, share: Double)] = [
        (-8, 0.10), (-6, 0.08), (-5, 0.14), (-3, 0.08), (0, 0.08), (1, 0.25), (2, 0.07), (3, 0.06), (5.5, 0.07),
        (8, 0.05),
        (9, 0.02),
    ]

    private func laptop(until end: Double, _ draws: inout RandomDraws) -> [Course.Stretch] {
        var place = draws.uniform()
        var zone = 0.0
        for (hours, share) in Self.zones where place >= 0 {
            zone = hours
            place -= share
        }
        var stretches: [Course.Stretch] = []
        for day in -1..<Int(end / 86_400) + 2 {
            let midnight = (Double(day) * 24 - zone) * 3600
            var time = draws.normal(mean: midnight + 8.5 * 3600, deviation: 5400)
            let night = draws.normal(mean: midnight + 21 * 3600, deviation: 5400)
            var isBoot = true
            while time < night {
                let stop = min(night, time + draws.exponential(mean: 5400))
                let stretch = Course.Stretch(begin: max(0, time), end: min(stop, end), isBoot: isBoot)
                if stretch.begin < stretch.end, stretch.begin > stretches.last?.end ?? -1 { stretches.append(stretch) }
                time = stop + draws.exponential(mean: 1800)
                isBoot = false
            }
        }
        return stretches
    }
}
