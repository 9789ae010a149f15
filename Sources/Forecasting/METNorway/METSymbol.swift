import Weather

/// The weather in a word of MET Norway's: `lightrainshowers_day`, `heavysnowandthunder`.
///
/// The words are those of <https://github.com/metno/weathericons>: a few for the sky, and for what falls how hard, what, in
/// showers or not, with thunder or not. Two are misspelt there, and served so: `lightssleetshowersandthunder` and
/// `lightssnowshowersandthunder`.
struct METSymbol: Hashable {
    /// What falls.
    enum Fall: String, CaseIterable {
        case rain, sleet, snow
    }

    /// `unknown` for a word that is none of the service's.
    var condition: Condition
    /// nil when nothing falls, or the word is not known.
    var fall: Fall?

    init(_ code: String) {
        // The variants for the night and the twilight are the same weather.
        var word = code.prefix { $0 != "_" }
        if let sky = Self.skies[String(word)] {
            self.init(condition: sky, fall: nil)
            return
        }
        if word.hasPrefix("lightss") { word = "light" + word.dropFirst("lights".count) }
        let strength = ["light", "heavy"].first { word.hasPrefix($0) } ?? ""
        word = word.dropFirst(strength.count)
        guard let fall = Fall.allCases.first(where: { word.hasPrefix($0.rawValue) }),
            let manner = Manner(rawValue: String(word.dropFirst(fall.rawValue.count)))
        else {
            self.init(condition: .unknown, fall: nil)
            return
        }
        self.init(condition: manner.condition(of: fall, strength: strength), fall: fall)
    }

    private init(condition: Condition, fall: Fall?) {
        self.condition = condition
        self.fall = fall
    }

    private static let skies: [String: Condition] = [
        "clearsky": .clear, "fair": .mostlyClear, "partlycloudy": .partlyCloudy, "cloudy": .overcast, "fog": .fog,
    ]

    private enum Manner: String {
        case steady = ""
        case showers
        case thunder = "andthunder"
        case thunderShowers = "showersandthunder"

        func condition(of fall: Fall, strength: String) -> Condition {
            switch (self, fall, strength) {
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

    /// The part of the water that falls as rain, 0 to 1; nil when it cannot be told.
    ///
    /// Sleet is rain and snow at once, and now and then a little falls where the word tells of the sky alone: these are
    /// divided by the temperature, all snow at 0 °C and all rain at 5 °C, since A. H. Auer, "The rain versus snow threshold
    /// temperatures", Weatherwise 27, 1974, found as much of the one as of the other at 2.5 °C.
    ///
    /// - Parameter temperature: °C.
    func rainShare(at temperature: Double?) -> Double? {
        switch fall {
        case .rain: 1
        case .snow: 0
        default: temperature.map { Swift.min(Swift.max($0 / 5, 0), 1) }
        }
    }
}
