import HTTP
import Weather

/// The words of `icon`: Dark Sky's and the many more of Pirate Weather
/// (<https://pirateweather.net/en/latest/API/#icon>).
enum DarkSkyIcon: Hashable {
    case weather(Condition)
    /// Rain; Dark Sky's plain `rain` has no intensity.
    case rain
    /// Precipitation of the type in `precipType`.
    case precipitation
    /// Wind, under any sky.
    case wind
    /// `none`.
    case nothing

    /// nil for an unknown word.
    init?(_ word: String) {
        var word = word[...]
        for suffix in ["-day", "-night"] where word.hasSuffix(suffix) { word.removeLast(suffix.count) }
        guard let icon = Self.words[String(word)] else { return nil }
        self = icon
    }

    /// `possible-rain` has any intensity (calculate_precip_text in Pirate Weather's API/PirateTextHelper.py).
    private static let words: [String: DarkSkyIcon] = [
        "clear": .weather(.clear), "mostly-clear": .weather(.mostlyClear), "partly-cloudy": .weather(.partlyCloudy),
        // Up to seven eighths, so the sky is not overcast.
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
    /// nil when not given.
    private var word: String? { json["icon"].text }

    /// The word, if it is unknown.
    var unknownWord: String? {
        word.flatMap { DarkSkyIcon($0) == nil ? $0.asReason : nil }
    }

    /// `possible` for words with that prefix: the service uses it for a probability below 25 % or a minimal amount.
    var likelihood: Likelihood? {
        guard let word, word.hasPrefix("possible-"), DarkSkyIcon(word) != nil else { return nil }
        return .possible
    }

    var condition: Condition {
        guard let icon = word.map({ DarkSkyIcon($0) }) ?? .nothing else { return .unknown }
        return switch icon {
        // Dark Sky has no word for freezing rain.
        case .weather(.sleet) where precipitationType == "ice": .freezingRain
        case .weather(let condition): condition
        case .rain: flags.distinguishesIntensity ? .rain : rain
        case .precipitation: precipitationCondition ?? rain
        case .wind: sky
        case .nothing: precipitationCondition ?? sky
        }
    }

    /// The precipitation; nil when it is dry.
    private var precipitationCondition: Condition? {
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

    /// In eighths, as the service counts: more than seven are overcast, up to one is clear.
    private var sky: Condition {
        guard let cover = value("cloudCover", .percent) else { return .unknown }
        return cover > 87.5 ? .overcast : cover > 37.5 ? .partlyCloudy : cover > 12.5 ? .mostlyClear : .clear
    }
}
