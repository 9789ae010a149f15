/// Labels before values, capitalized as at the start of a line.
package enum Label: Sendable, Hashable, CaseIterable {
    case condition, nowcast, temperature, feelsLike, highAndLow, humidity, dewPoint, cloudCover, wind, pressure
    case precipitation, rain, snowfall, visibility, uvIndex
    case sunrise, sunset, sun, solarNoon, dayLength, dawn, dusk, civilTwilight, nauticalTwilight, astronomicalTwilight
    case moon, moonrise, moonset
    case europeanIndex, usIndex, openWeatherIndex, canadianIndex, indianIndex, britishIndex
    case ozone, nitrogenDioxide, sulphurDioxide, carbonMonoxide, ammonia, dust
    case alderPollen, birchPollen, grassPollen, mugwortPollen, olivePollen, ragweedPollen
    case weatherData, warnings, airQuality, observations, normals, ensemble
    /// Headings of the hourly and daily forecast.
    case nextHours, nextDays
    case tomorrow
}

/// Column headings: short, since columns are at least as wide.
package enum Heading: Sendable, Hashable, CaseIterable {
    case time, temperature, feelsLike, precipitation, probability, wind, gusts, from, humidity, cloud, pressure,
        condition
    case day, low, high, snow, snowDepth, freezingLevel, maxWind, sun
    /// Columns of the accuracy table: the provider; the lead time; forecast minus measurement; hours of rain or snow
    /// that was forecast and fell, fell without a forecast, or was forecast but did not fall; compared hours.
    case provider, ahead, bias, hits, misses, falseAlarms, pairs
}

/// Phrases without values.
package enum Phrase: Sendable, Hashable, CaseIterable {
    case withClearSky, calm
    /// How to get the units of the reader's region: Fahrenheit and miles; m/s and mmHg.
    case unitsHint, metersPerSecondHint
    case forecast
    /// The source of the current weather: a model's estimate, a radar.
    case model, radar
    /// The heading of the ranges that contain 80% of an ensemble's members. The range is not a probability.
    case ensembleSpread
    /// Replaces an age of less than a minute.
    case updatedJustNow
    /// A place's first weather is being fetched.
    case loading
    /// The weather is sample data.
    case sampleData
    /// A sentence: sample data, not the weather of this place.
    case sampleExplained
    /// A warning that has no name.
    case warning
    case noEnd, noWarnings, noWarningsThen
    /// A warning's urgency is immediate.
    case actNow
    /// For a place derived from the time zone: a word or two, and a sentence that explains how to set it.
    case approximate, approximatePlace
    case sunDoesNotSet, sunDoesNotRise, noneToday, allNight, noTwilight, noTimeZone
    /// In a column: midnight sun, polar night.
    case polarDay, polarNight
    case currentPlace, shownInBar, noFavourites
    case now, today, restOfToday, tonight, tomorrow
    /// No precipitation falls; none is expected, but it is not quite ruled out.
    case dry, probablyDry
    case hot, cold, wet, windy
    case offline, noWeather
    /// Notifications that the weather is unavailable, and available again.
    case weatherLost, weatherBack
    /// How to choose a place on the map: arrow keys, + and -, Enter, q.
    case mapKeys
}

/// UV exposure categories.
package enum UVExposure: Sendable, Hashable, CaseIterable {
    case low, moderate, high, veryHigh, extreme

    /// The exposure category of a UV index, rounded (World Health Organization, Global Solar UV Index: A Practical
    /// Guide, 2002, table 2).
    package init(index: Double) {
        switch index.rounded() {
        case ..<3: self = .low
        case ..<6: self = .moderate
        case ..<8: self = .high
        case ..<11: self = .veryHigh
        default: self = .extreme
        }
    }
}

/// A unit symbol after a number.
package enum UnitSymbol: Sendable, Hashable, CaseIterable {
    case celsius, fahrenheit, kelvin
    case metersPerSecond, kilometersPerHour, milesPerHour, knots, beaufort
    case hectopascals, millimetersOfMercury, inchesOfMercury
    case millimeters, centimeters, inches
    case meters, feet
    case kilometers, miles
    case microgramsPerCubicMeter, grainsPerCubicMeter
}
