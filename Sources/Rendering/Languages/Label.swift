/// What stands before a value, capitalized as the language does at the start of a line.
enum Label: Sendable, Hashable, CaseIterable {
    case condition, nowcast, temperature, feelsLike, highAndLow, humidity, dewPoint, cloudCover, wind, pressure
    case precipitation, rain, snowfall, visibility, uvIndex
    case sunrise, sunset, sun, solarNoon, dayLength, dawn, dusk, civilTwilight, nauticalTwilight, astronomicalTwilight
    case moon, moonrise, moonset
    case europeanIndex, usIndex, openWeatherIndex
    case ozone, nitrogenDioxide, sulphurDioxide, carbonMonoxide, ammonia, dust
    case alderPollen, birchPollen, grassPollen, mugwortPollen, olivePollen, ragweedPollen
    case weatherData, warnings, airQuality
    /// Above the hours and the days that are to come.
    case nextHours, nextDays
    case daylightLeft, tomorrow, trend
}

/// What stands above a column: short, since the column is as wide at least.
enum Heading: Sendable, Hashable, CaseIterable {
    case time, temperature, feelsLike, precipitation, probability, wind, gusts, from, humidity, cloud, pressure,
        condition
    case day, low, high, snow, maxWind, sun
}

/// What is said as it is, without values.
enum Phrase: Sendable, Hashable, CaseIterable {
    case withClearSky, unitsHint, calm
    case forecast
    /// Where the weather of now comes from: a model's estimate, a radar.
    case model, radar
    /// Instead of an age of less than a minute.
    case updatedJustNow
    /// The first weather of a place is being fetched.
    case loading
    /// The weather is made up.
    case sampleData
    /// A sentence on it: made up, and not the weather of this place.
    case sampleExplained
    /// A warning that has no name.
    case warning
    case noEnd, noWarnings, noWarningsThen
    /// Of a place that is known by the time zone alone, in a word or two, and as a sentence that tells how to set it.
    case approximate, approximatePlace
    case sunDoesNotSet, sunDoesNotRise, noneToday, allNight, noTwilight, noTimeZone
    /// In a column: the sun stays up, the sun stays down.
    case polarDay, polarNight
    case currentPlace, shownInBar, noFavourites
    case now, today, restOfToday, tonight, tomorrow
    case hot, cold, wet, windy
    case offline, noWeather
    /// What a notification says when there is no weather any more, and when there is again.
    case weatherLost, weatherBack
    /// How a place is chosen on the map: arrow keys, + and -, Enter, q.
    case mapKeys
}

/// How harmful the sun is.
enum UVExposure: Sendable, Hashable, CaseIterable {
    case low, moderate, high, veryHigh, extreme

    /// The exposure category of a UV index (World Health Organization, Global Solar UV Index: A Practical Guide, 2002,
    /// table 2), which goes by the index as a whole number.
    init(index: Double) {
        switch index.rounded() {
        case ..<3: self = .low
        case ..<6: self = .moderate
        case ..<8: self = .high
        case ..<11: self = .veryHigh
        default: self = .extreme
        }
    }
}

/// A unit that is written behind a number.
enum UnitSymbol: Sendable, Hashable, CaseIterable {
    case celsius, fahrenheit, kelvin
    case metersPerSecond, kilometersPerHour, milesPerHour, knots, beaufort
    case hectopascals, millimetersOfMercury, inchesOfMercury
    case millimeters, centimeters, inches
    case kilometers, miles
    case microgramsPerCubicMeter, grainsPerCubicMeter
}
