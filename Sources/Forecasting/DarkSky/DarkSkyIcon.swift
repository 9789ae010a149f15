import HTTP
import Weather

/// What a word of `icon` tells of the weather: those of Dark Sky and the many more of Pirate Weather
/// (<https://pirateweather.net/en/latest/API/#icon>).
enum DarkSkyIcon: Hashable {
    case weather(Condition)
    /// Rain; how strong, a plain `rain` of Dark Sky's words does not say.
    case rain
    /// Something falls; what, `precipType` says.
    case precipitation
    /// Wind, whatever the sky.
    case wind
    /// Nothing: `none`.
    case nothing

    /// nil when nobody knows the word.
    init?(_ word: String) {
        var word = word[...]
        for suffix in ["-day", "-night"] where word.hasSuffix(suffix) { word.removeLast(suffix.count) }
        guard let icon = Self.words[String(word)] else { return nil }
        self = icon
    }

    /// `possible-rain` is of any strength (calculate_precip_text in Pirate Weather's API/PirateTextHelper.py).
    private static let words: [String: DarkSkyIcon] = [
        "clear": .weather(.clear), "mostly-clear": .weather(.mostlyClear), "partly-cloudy": .weather(.partlyCloudy),
        // Up to seven eighths: the sky is not covered.
        "mostly-cloudy": .weather(.partlyCloudy), "cloudy": .weather(.overcast),
        "fog": .weather(.fog), "mist": .weather(.fog), "haze": .weather(.haze), "smoke": .weather(.smoke),
        "rain": .rain, "drizzle": .weather(.drizzle), "light-rain": .weather(.rainLight),
        "heavy-rain": .weather(.rainHeavy), "possible-rain": .weather(.rain),
        "snow": .weather(.snow), "flurries": .weather(.snowLight), "light-snow": .weather(.snowLight),
        "heavy-snow": .weather(.snowHeavy), "possible-snow": .weather(.snow),
        "sleet": .weather(.sleet), "very-light-sleet": .weather(.sleet), "light-sleet": .weather(.sleet),
        "heavy-sleet": .weather(.sleet), "possible-sleet": .weather(.sleet), "mixed": .weather(.sleet),
        "freezing-drizzle": .weather(.freezingDrizzle), "freezing-rain": .weather(.freezingRain),
        "light-freezing-rain": .weather(.freezingRain), "heavy-freezing-rain": .weather(.freezingRain),
        "possible-freezing-rain": .weather(.freezingRain),
        "thunderstorm": .weather(.thunderstorm), "possible-thunderstorm": .weather(.thunderstorm),
        "hail": .weather(.thunderstormHail), "tornado": .weather(.tornado),
        "precipitation": .precipitation, "possible-precipitation": .precipitation,
        "wind": .wind, "breezy": .wind, "dangerous-wind": .wind, "none": .nothing,
    ]
}

extension DarkSkyPoint {
    /// The word for the weather; nil when it is not given.
    private var word: String? { json["icon"].text }

    /// The word, when nobody knows it.
    var unknownWord: String? {
        word.flatMap { DarkSkyIcon($0) == nil ? $0.asReason : nil }
    }

    /// `possible` for the words that begin so: the service uses them for a chance below a quarter, or hardly any rain.
    var likelihood: Likelihood? {
        guard let word, word.hasPrefix("possible-"), DarkSkyIcon(word) != nil else { return nil }
        return .possible
    }

    var condition: Condition {
        guard let icon = word.map({ DarkSkyIcon($0) }) ?? .nothing else { return .unknown }
        return switch icon {
        // Dark Sky's words have none for freezing rain.
        case .weather(.sleet) where precipitationType == "ice": .freezingRain
        case .weather(let condition): condition
        case .rain: flags.tellsStrength ? .rain : rain
        case .precipitation: falling ?? rain
        case .wind: sky
        case .nothing: falling ?? sky
        }
    }

    /// What falls; nil when it is dry.
    private var falling: Condition? {
        guard let highestRate, highestRate > 0 else { return nil }
        return switch precipitationType {
        case "rain": rain
        case "snow": .snow
        case "sleet", "mixed": .sleet
        case "ice": .freezingRain
        case "hail": .thunderstormHail
        default: nil
        }
    }

    /// Light up to 2.5 mm/h, heavy above 7.6 mm/h (American Meteorological Society, Glossary of Meteorology, "rain").
    private var rain: Condition {
        guard let highestRate else { return .rain }
        return highestRate <= 2.5 ? .rainLight : highestRate <= 7.6 ? .rain : .rainHeavy
    }

    /// In eighths as the service has it: more than seven are overcast, up to one is clear.
    private var sky: Condition {
        guard let cover = value("cloudCover", .share) else { return .unknown }
        return cover > 87.5 ? .overcast : cover > 37.5 ? .partlyCloudy : cover > 12.5 ? .mostlyClear : .clear
    }
}
