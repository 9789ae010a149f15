import Wire

extension Template {
    /// What a placeholder stands for. The raw values are the words between the braces.
    enum Field: String, CaseIterable {
        case icon, temperature
        case feelsLike = "feels-like"
        case condition, place, region, country, high, low, wind, gusts
        case windDirection = "wind-direction"
        case windArrow = "wind-arrow"
        case humidity
        case dewPoint = "dew-point"
        case cloudCover = "cloud-cover"
        case pressure, visibility, uv, precipitation, rain, snow, probability, nowcast, alert
        case airQuality = "air-quality"
        case airQualityBand = "air-quality-band"
        case sunrise, sunset
        case daylightLeft = "daylight-left"
        case moon
        case moonPhase = "moon-phase"
        case weekday, date, time, summary, trend
        case trendArrow = "trend-arrow"
        case tomorrow
        case tomorrowIcon = "tomorrow-icon"
        case tomorrowCondition = "tomorrow-condition"
        case tomorrowHigh = "tomorrow-high"
        case tomorrowLow = "tomorrow-low"
        case tomorrowSummary = "tomorrow-summary"
        case age, updated, freshness, offline, error, provider
    }
}

// The one table of what each placeholder is and means.
extension Template.Field {
    var kind: Template.Kind { entry.kind }

    /// In one line, for people; "empty" is said of what leaves no trace when there is nothing to tell.
    var meaning: String { entry.meaning }

    private var entry: (kind: Template.Kind, meaning: String) {
        switch self {
        case .icon: (.symbol, "the weather as a picture")
        case .temperature: (.temperature, "temperature")
        case .feelsLike: (.temperature, "apparent temperature")
        case .condition: (.text, "the weather in a word or two, with its likelihood when it is not certain")
        case .place: (.text, "name of the place")
        case .region: (.text, "state or province of the place; empty when not known")
        case .country: (.text, "country of the place; empty when not known")
        case .high: (.temperature, "highest temperature of the day")
        case .low: (.temperature, "lowest temperature of the day")
        case .wind: (.wind, "mean wind")
        case .gusts: (.wind, "highest gusts")
        case .windDirection: (.text, "point of the compass that the wind comes from; empty when it is calm")
        case .windArrow: (.symbol, "arrow the way the wind blows; empty when it is calm")
        case .humidity: (.percent, "relative humidity")
        case .dewPoint: (.temperature, "dew point")
        case .cloudCover: (.percent, "share of the sky that is covered")
        case .pressure: (.pressure, "pressure at sea level")
        case .visibility: (.distance, "visibility")
        case .uv: (.index, "UV index")
        case .precipitation:
            (.precipitation, "rain and snow as water, in a quarter of an hour, an hour or more, or as a rate per hour")
        case .rain: (.precipitation, "rain")
        case .snow: (.snowDepth, "depth of fresh snow")
        case .probability:
            (.percent, "probability of rain or snow in this hour, or in the longer period that it is part of")
        case .nowcast:
            (
                .text,
                "when rain or snow begins or ends; empty while it is dry and stays so, and when too little is known"
            )
        case .alert: (.text, "the worst warning in force; empty when there is none")
        case .airQuality: (.index, "European air quality index, or the US one where only that is known")
        case .airQualityBand: (.text, "the same in a word")
        case .sunrise: (.symbol, "time of sunrise")
        case .sunset: (.symbol, "time of sunset")
        case .daylightLeft: (.text, "how much daylight is left today; empty after sunset")
        case .moon: (.symbol, "the moon as a picture")
        case .moonPhase: (.text, "phase of the moon in words")
        case .weekday: (.text, "day of the week at the place")
        case .date: (.text, "date at the place")
        case .time: (.symbol, "time of day at the place")
        case .summary: (.text, "today, or what is left of it, in one sentence; from the evening on, the night")
        case .trend: (.text, "how the temperature goes in the next 6 hours")
        case .trendArrow: (.symbol, "the same as an arrow")
        case .tomorrow: (.text, "tomorrow against today; empty on the last day of the forecast")
        case .tomorrowIcon: (.symbol, "tomorrow's weather as a picture")
        case .tomorrowCondition: (.text, "tomorrow's weather in a word or two")
        case .tomorrowHigh: (.temperature, "highest temperature of tomorrow")
        case .tomorrowLow: (.temperature, "lowest temperature of tomorrow")
        case .tomorrowSummary: (.text, "tomorrow in one sentence")
        case .age: (.text, "how long ago the weather was fetched")
        case .updated: (.symbol, "when the weather was fetched, by the clock")
        case .freshness: (.text, "a word when the weather is older than it should be; empty while it is fresh")
        case .offline: (.text, "a word when the network could not be reached; empty when it could")
        case .error: (.text, "why the last refresh failed; empty when it did not")
        case .provider: (.text, "who gave the weather")
        }
    }
}

extension Template.Field {
    /// The placeholder that someone may have meant by a name that is none: one that is written alike, or that begins with
    /// it or the other way round; nil when none comes close.
    static func nearest(to name: String) -> Template.Field? {
        let name = String(name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 })
        guard (2...40).contains(name.count) else { return nil }
        return name.nearest(of: allCases.map(\.rawValue)).flatMap(Template.Field.init)
            ?? allCases.first { $0.rawValue.starts(with: name) || name.starts(with: $0.rawValue) }
    }
}
