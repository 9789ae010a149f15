/// Arrows for what has a direction.
enum Arrow {
    /// Eight ways, from north clockwise.
    private static let ways = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"]

    /// The way that a wind blows which comes from so many degrees clockwise from north.
    static func ofWind(from degrees: Double) -> String {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let sector = Int(((turn.isFinite ? turn : 0) / 45).rounded())
        return ways[(sector + 8 + 4) % 8]
    }

    static func of(_ trend: Trend) -> String {
        switch trend {
        case .rising: "↗"
        case .falling: "↘"
        case .steady: "→"
        }
    }
}
