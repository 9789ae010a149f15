import Weather

extension Conditions {
    /// Derives an unknown condition from the amounts, visibility and clouds. Thunder cannot be derived from them.
    ///
    /// - Parameter snowPerWater: the depth of fresh snow from so much water.
    mutating func deriveCondition(snowPerWater: Double) {
        guard condition == .unknown else { return }
        condition = fallingCondition(snowPerWater) ?? dryCondition ?? .unknown
    }

    /// mm/h. Less is not measurable (WMO-No. 8, Guide to Instruments and Methods of Observation, volume I, 6.1.2).
    private static let leastRate = 0.1

    /// nil when it is dry, or the amounts are unknown.
    private func fallingCondition(_ snowPerWater: Double) -> Condition? {
        let snow = snowfall.map { FreshSnow.water(ofDepth: $0, perWater: snowPerWater) }
        var amounts = self
        amounts.precipitation = precipitation ?? (rain == nil && snow == nil ? nil : (rain ?? 0) + (snow ?? 0))
        guard let rate = amounts.precipitationRate, rate >= Self.leastRate else { return nil }
        let snowShare = amounts.snowShare(snowPerWater: snowPerWater)
        switch snowShare ?? Self.snowShare(at: temperature) {
        case 0.8...: return PrecipitationKind.snow.condition(rate: rate)
        // Rain that is known as such freezes below 0 °C.
        case ..<0.2:
            return snowShare != nil && (temperature ?? 0) < 0
                ? .freezingRain : PrecipitationKind.rain.condition(rate: rate)
        default: return .sleet
        }
    }

    /// All snow at 0 °C, all rain at 5 °C, as `METSymbol.rainShare`.
    private static func snowShare(at temperature: Double?) -> Double {
        temperature.map { 1 - min(max($0 / 5, 0), 1) } ?? 0
    }

    /// Fog is a visibility below 1 km (WMO-No. 407, International Cloud Atlas). nil when neither visibility nor clouds are
    /// known.
    private var dryCondition: Condition? {
        if let visibility, visibility < 1000 { return .fog }
        return cloudCover.map(Condition.init(cover:))
    }
}
