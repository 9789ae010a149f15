/// The periods in which one installation is on and has a network.
struct Course: Sendable {
    /// A period, in seconds.
    struct Stretch: Sendable {
        var begin: Double
        var end: Double
        var isBoot: Bool
    }

    var stretches: [Stretch]
}

/// How installations are used.
public enum Habits: Sendable {
    /// Always, like desktops and servers that are never turned off.
    case alwaysOn
    /// This share is turned on around `hour` of five working days, with a standard deviation in seconds, and off eight hours
    /// later; the others are always on.
    case office(share: Double, hour: Double, deviation: Double)
    /// This share has no network for a period, and all of it reconnects in the same second.
    case cutOff(share: Double, from: Double, to: Double)
    /// This share are laptops in all time zones: open by day for an hour and a half at a time, closed for half an hour in
    /// between and overnight; the others are always on.
    case laptops(share: Double)

    func course(until end: Double, _ dice: inout RandomDraws) -> Course {
        switch self {
        case .alwaysOn: break
        case .office(let share, let hour, let deviation):
            guard dice.roll() < share else { break }
            return Course(stretches: office(hour: hour, deviation: deviation, until: end, &dice))
        case .cutOff(let share, let from, let to):
            guard dice.roll() < share else { break }
            return Course(stretches: [
                .init(begin: 0, end: from, isBoot: true), .init(begin: to, end: end, isBoot: false),
            ])
        case .laptops(let share):
            guard dice.roll() < share else { break }
            return Course(stretches: laptop(until: end, &dice))
        }
        return Course(stretches: [.init(begin: 0, end: end, isBoot: true)])
    }

    private func office(hour: Double, deviation: Double, until end: Double, _ dice: inout RandomDraws) -> [Course
        .Stretch]
    {
        (0..<5).compactMap { day in
            let morning = Double(day) * 86_400 + hour * 3600
            let begin = max(0, dice.normal(mean: morning, deviation: deviation))
            let stop = min(end, begin + 8 * 3600 + dice.normal(mean: 0, deviation: 1800))
            return begin < stop ? Course.Stretch(begin: begin, end: stop, isBoot: true) : nil
        }
    }

    /// UTC offsets in hours, and the share of Linux desktops there, roughly.
    private static let zones: [(hours: Double, share: Double)] = [
        (-8, 0.10), (-6, 0.08), (-5, 0.14), (-3, 0.08), (0, 0.08), (1, 0.25), (2, 0.07), (3, 0.06), (5.5, 0.07),
        (8, 0.05),
        (9, 0.02),
    ]

    private func laptop(until end: Double, _ dice: inout RandomDraws) -> [Course.Stretch] {
        var place = dice.roll()
        var zone = 0.0
        for (hours, share) in Self.zones where place >= 0 {
            zone = hours
            place -= share
        }
        var stretches: [Course.Stretch] = []
        for day in -1..<Int(end / 86_400) + 2 {
            let midnight = (Double(day) * 24 - zone) * 3600
            var time = dice.normal(mean: midnight + 8.5 * 3600, deviation: 5400)
            let night = dice.normal(mean: midnight + 21 * 3600, deviation: 5400)
            var isBoot = true
            while time < night {
                let stop = min(night, time + dice.exponential(mean: 5400))
                let stretch = Course.Stretch(begin: max(0, time), end: min(stop, end), isBoot: isBoot)
                if stretch.begin < stretch.end, stretch.begin > stretches.last?.end ?? -1 { stretches.append(stretch) }
                time = stop + dice.exponential(mean: 1800)
                isBoot = false
            }
        }
        return stretches
    }
}
