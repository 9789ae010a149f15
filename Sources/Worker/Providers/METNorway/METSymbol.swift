import Weather

/// A condition word of MET Norway: `lightrainshowers_day`, `heavysnowandthunder`.
///
/// The words are those of <https://github.com/metno/weathericons>. Two are misspelled there and in answers:
/// `lightssleetshowersandthunder` and `lightssnowshowersandthunder`.
struct METSymbol: Hashable {
    /// The type of precipitation.
    enum PrecipitationType: String, CaseIterable {
        case rain, sleet, snow
    }

    /// `unknown` for an undocumented word.
    var condition: Condition
    /// nil without precipitation, or for an unknown word.
    var precipitation: PrecipitationType?

    init(_ code: String) {
        // The variants for night and twilight mean the same weather.
        var word = code.prefix { $0 != "_" }
        if let sky = Self.skies[String(word)] {
            self.init(condition: sky, precipitation: nil)
            return
        }
        if word.hasPrefix("lightss") { word = "light" + word.dropFirst("lights".count) }
        let strength = ["light", "heavy"].first { word.hasPrefix($0) } ?? ""
        word = word.dropFirst(strength.count)
        guard let precipitation = PrecipitationType.allCases.first(where: { word.hasPrefix($0.rawValue) }),
            let variant = Variant(rawValue: String(word.dropFirst(precipitation.rawValue.count)))
        else {
            self.init(condition: .unknown, precipitation: nil)
            return
        }
        self.init(condition: variant.condition(of: precipitation, strength: strength), precipitation: precipitation)
    }

    private init(condition: Condition, precipitation: PrecipitationType?) {
        self.condition = condition
        self.precipitation = precipitation
    }

    private static let skies: [String: Condition] = [
        "clearsky": .clear, "fair": .mostlyClear, "partlycloudy": .partlyCloudy, "cloudy": .overcast, "fog": .fog,
    ]

    private enum Variant: String {
        case steady = ""
        case showers
        case thunder = "andthunder"
        case thunderShowers = "showersandthunder"

        func condition(of precipitation: PrecipitationType, strength: String) -> Condition {
            switch (self, precipitation, strength) {
            case (.thunder, _, _), (.thunderShowers, _, _): .thunderstorm
            case (_, .sleet, _): .sleet
            case (.showers, .rain, _): .rainShowers
            case (.showers, .snow, _): .snowShowers
            case (.steady, .rain, "light"): .rainLight
            case (.steady, .rain, "heavy"): .rainHeavy
            case (.steady, .rain, _): .rain
            case (.steady, .snow, "light"): .snowLight
            case (.steady, .snow, "heavy"): .snowHeavy
            case (.steady, .snow, _): .snow
            }
        }
    }

    /// The share of the water that falls as rain, 0 to 1; nil when unknown.
    ///
    /// Sleet, and the little that may fall with words for the sky, is split by temperature: all snow at 0 °C, all rain
    /// at 5 °C (A. H. Auer, "The rain versus snow threshold temperatures", Weatherwise 27, 1974, found equal shares at
    /// 2.5 °C).
    ///
    /// - Parameter temperature: °C.
    func rainShare(at temperature: Double?) -> Double? {
        switch precipitation {
        case .rain: 1
        case .snow: 0
        default: temperature.map { Swift.min(Swift.max($0 / 5, 0), 1) }
        }
    }
}
