import Languages

/// Arrows for directions.
enum Arrow {
    /// Eight directions, clockwise from north.
    private static let arrows = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]

    /// The direction in which a wind from `degrees` (clockwise from north) blows.
    static func ofWind(from degrees: Double) -> String {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let sector = Int(((turn.isFinite ? turn : 0) / 45).rounded())
        return arrows[(sector + 8 + 4) % 8]
    }

    static func of(_ trend: Trend) -> String {
        switch trend {
        case .rising: "↗"
        case .falling: "↘"
        case .steady: "→"
        }
    }
}
