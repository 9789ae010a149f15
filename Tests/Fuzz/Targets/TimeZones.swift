import Weather

@testable import Almanac

// tzdata's files belong to the system, but disks and packages break.
extension FuzzTarget {
    /// A time zone's file.
    static let tzif = FuzzTarget(name: "tzif") { bytes in
        guard let rules = try? TZif.rules(bytes) else { return }
        let zone = TimeZone(name: "Fuzz", rules: rules)
        let changes = rules.transitions.prefix(20) + rules.transitions.suffix(20)
        for time in [.min, 0, fuzzNow.seconds, 1 << 34, .max] + changes.flatMap({ [$0, $0 &- 1] }) {
            let time = TimeZone.clamped(time)
            let period = zone.period(at: time)
            try require(period.start <= time && time < period.end, "\(time) is not in \(period)")
            try require(TZif.offsets.contains(period.offset), "the offset \(period.offset)")
            let shown = zone.civilTime(at: time)
            switch zone.moment(shown) {
            case .once(let moment): try require(moment == time, "\(shown) at \(moment), not at \(time)")
            case .twice(let first, let last):
                try require(first <= time && time <= last, "\(shown) from \(first) to \(last), not at \(time)")
            case .never: throw Violation("\(shown) is never shown")
            case nil: try require(!(1...9999).contains(shown.year), "there is no \(shown)")
            }
            _ = zone.startOfDay(shown)
        }
    }
}
