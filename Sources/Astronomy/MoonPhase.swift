/// The shape in which the Moon shows itself, in the order of a month.
public enum MoonPhase: Int, CaseIterable, Sendable, Hashable {
    case newMoon, waxingCrescent, firstQuarter, waxingGibbous, fullMoon, waningGibbous, lastQuarter, waningCrescent

    /// How far the Moon is ahead of the Sun along the ecliptic in the middle of the phase, degrees. For new moon, the
    /// quarters and full moon this is their definition.
    public var elongation: Double { Double(rawValue) * 45 }

    /// Half of what the Moon gains on the Sun in a day, degrees.
    private static let halfADay = 360 / Moon.month / 2

    /// The phase at an elongation of 0 to 360 degrees. New moon, the quarters and full moon are moments; each names the
    /// day around its moment, half a day before and half a day after, and the others what is between.
    init(elongation: Double) {
        let quarter = (elongation / 90).rounded()
        let isPrincipal = abs(elongation - quarter * 90) < Self.halfADay
        let index = isPrincipal ? Int(quarter) * 2 : Int(elongation / 90) * 2 + 1
        self = Self.allCases[index % Self.allCases.count]
    }
}
