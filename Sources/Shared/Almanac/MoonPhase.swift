/// The phases of the Moon, in order from new moon.
public enum MoonPhase: Int, CaseIterable, Sendable, Hashable {
    case newMoon, waxingCrescent, firstQuarter, waxingGibbous, fullMoon, waningGibbous, lastQuarter, waningCrescent

    /// The Moon's elongation from the Sun in the middle of the phase, degrees. It defines new moon, the quarters and
    /// full moon.
    public var elongation: Double { Double(rawValue) * 45 }

    /// Half of the daily increase of the elongation, degrees.
    private static let halfADay = 360 / Moon.month / 2

    /// The phase at an elongation of 0 to 360 degrees. New moon, the quarters and full moon cover half a day on either
    /// side of their moment; the other phases cover the time between them.
    init(elongation: Double) {
        let quarter = (elongation / 90).rounded()
        let isPrincipal = abs(elongation - quarter * 90) < Self.halfADay
        let index = isPrincipal ? Int(quarter) * 2 : Int(elongation / 90) * 2 + 1
        self = Self.allCases[index % Self.allCases.count]
    }
}
