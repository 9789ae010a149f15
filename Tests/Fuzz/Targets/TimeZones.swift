import Weather

@testable import TimeZones

// tzdata's files are the system's, but disks and packages break.
extension FuzzTarget {
    /// A time zone's file.
    static let tzif = FuzzTarget(name: "tzif") { bytes in
        guard let rules = try? TZif.rules(bytes) else { return }
        let zone = TimeZone(name: "Fuzz", rules: rules)
        let changes = rules.transitions.prefix(20) + rules.transitions.suffix(20)
        for time in [.min, 0, fuzzNow.seconds, 1 << 34, .max] + changes.flatMap({ [$0, $0 &- 1] }) {
            let time = TimeZone.clamped(time)
            let period = zone.period(at: time)
            try demand(period.start <= time && time < period.end, "\(time) is not in \(period)")
            try demand(TZif.offsets.contains(period.offset), "the offset \(period.offset)")
            let shown = zone.civilTime(at: time)
            switch zone.moment(shown) {
            case .once(let moment): try demand(moment == time, "\(shown) at \(moment) and not at \(time)")
            case .twice(let first, let last):
                try demand(first <= time && time <= last, "\(shown) from \(first) to \(last), not at \(time)")
            case .never: throw Violation("\(shown) is never shown")
            case nil: try demand(!(1...9999).contains(shown.year), "there is no \(shown)")
            }
            _ = zone.startOfDay(shown)
        }
    }
}
