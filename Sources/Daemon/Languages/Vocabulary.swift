public import Weather

/// Labels before values, capitalized as at the start of a line.
package enum Label: Sendable, Hashable, CaseIterable {
    case condition, nowcast, temperature, feelsLike, highAndLow, humidity, dewPoint, cloudCover, wind, pressure
    case precipitation, rain, snowfall, visibility, uvIndex
    case sunrise, sunset, sun, solarNoon, dayLength, dawn, dusk, civilTwilight, nauticalTwilight, astronomicalTwilight
    case moon, moonrise, moonset
    case europeanIndex, usIndex, openWeatherIndex, canadianIndex, indianIndex, britishIndex
    case ozone, nitrogenDioxide, sulphurDioxide, carbonMonoxide, ammonia, dust
    case alderPollen, birchPollen, grassPollen, mugwortPollen, olivePollen, ragweedPollen
    case weatherData, warnings, airQuality, observations, normals, ensemble, marine
    /// The sea: waves of the local wind, waves from far away, the temperature of the water, the current, high and low tide.
    case waves, windWaves, swell, waterTemperature, current, seaLevel, highTide, lowTide
    /// Headings of the hourly and daily forecast.
    case nextHours, nextDays
    case tomorrow
}

/// Column headings; short, since a column is at least as wide as its heading.
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
    /// How to select the units of the user's region: Fahrenheit and miles; m/s and mmHg.
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
    /// A warning without a name.
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
    /// No precipitation; none expected, but not ruled out.
    case dry, probablyDry
    case hot, cold, wet, windy
    case offline, noWeather
    /// Notifications that the weather is unavailable, and available again.
    case weatherLost, weatherBack
    /// Tides are computed from a model.
    case notForNavigation
    /// How to choose a place on the map: arrow keys, + and -, Enter, q.
    case mapKeys
    /// Entries of a menu, capitalized: fetch the weather again; the places to choose from; the units to choose from.
    case refresh, places, units
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
    case seconds
}

extension UnitSymbol {
    /// The symbols of the International System of Units in Latin letters.
    package var international: String {
        switch self {
        case .celsius: "°C"
        case .fahrenheit: "°F"
        case .kelvin: "K"
        case .metersPerSecond: "m/s"
        case .kilometersPerHour: "km/h"
        case .milesPerHour: "mph"
        case .knots: "kn"
        case .beaufort: "Bft"
        case .hectopascals: "hPa"
        case .millimetersOfMercury: "mmHg"
        case .inchesOfMercury: "inHg"
        case .millimeters: "mm"
        case .centimeters: "cm"
        case .inches: "in"
        case .meters: "m"
        case .feet: "ft"
        case .kilometers: "km"
        case .miles: "mi"
        case .microgramsPerCubicMeter: "µg/m³"
        case .grainsPerCubicMeter: "grains/m³"
        case .seconds: "s"
        }
    }
}

extension Units.Temperature {
    package var symbol: UnitSymbol {
        switch self {
        case .celsius: .celsius
        case .fahrenheit: .fahrenheit
        case .kelvin: .kelvin
        }
    }
}

extension Units.Wind {
    package var symbol: UnitSymbol {
        switch self {
        case .metersPerSecond: .metersPerSecond
        case .kilometersPerHour: .kilometersPerHour
        case .milesPerHour: .milesPerHour
        case .knots: .knots
        case .beaufort: .beaufort
        }
    }
}

extension Units.Pressure {
    package var symbol: UnitSymbol {
        switch self {
        case .hectopascals: .hectopascals
        case .millimetersOfMercury: .millimetersOfMercury
        case .inchesOfMercury: .inchesOfMercury
        }
    }
}

extension Units.Precipitation {
    package var symbol: UnitSymbol {
        switch self {
        case .millimeters: .millimeters
        case .inches: .inches
        }
    }
}

extension Units.SnowDepth {
    package var symbol: UnitSymbol {
        switch self {
        case .centimeters: .centimeters
        case .millimeters: .millimeters
        case .inches: .inches
        }
    }
}

extension Units.Distance {
    package var symbol: UnitSymbol {
        switch self {
        case .kilometers: .kilometers
        case .miles: .miles
        }
    }
}

/// An air quality index and its bands, whose limits are integers.
package enum AirIndex {
    /// The European Environment Agency's European Air Quality Index, on Open-Meteo's scale: <https://open-meteo.com/en/docs/air-quality-api>.
    case european
    /// The Air Quality Index of the United States Environmental Protection Agency, 40 CFR 58, appendix G, table 2.
    case us
    /// <https://openweathermap.org/api/air-pollution>
    case openWeather
    /// Canada's Air Quality Health Index.
    case canadian
    /// India's National Air Quality Index.
    case indian
    /// The United Kingdom's Daily Air Quality Index.
    case british

    /// The raw values are used in JSON; views show them without hyphens.
    package enum Band: String, CaseIterable {
        case good, fair, moderate, poor
        case veryPoor = "very-poor"
        case extremelyPoor = "extremely-poor"
        case unhealthyForSensitiveGroups = "unhealthy-for-sensitive-groups"
        case unhealthy
        case veryUnhealthy = "very-unhealthy"
        case hazardous
        case low, high
        case veryHigh = "very-high"
        case satisfactory, severe
    }

    /// The band of a value; nil for an invalid value.
    package func band(_ value: Double) -> Band? {
        let value = value.rounded(.toNearestOrAwayFromZero)
        guard value >= 0 else { return nil }
        return switch self {
        case .european:
            switch value {
            case ...20: .good
            case ...40: .fair
            case ...60: .moderate
            case ...80: .poor
            case ...100: .veryPoor
            default: .extremelyPoor
            }
        case .us:
            switch value {
            case ...50: .good
            case ...100: .moderate
            case ...150: .unhealthyForSensitiveGroups
            case ...200: .unhealthy
            case ...300: .veryUnhealthy
            default: .hazardous
            }
        case .openWeather:
            switch value {
            case 1: .good
            case 2: .fair
            case 3: .moderate
            case 4: .poor
            case 5: .veryPoor
            default: nil
            }
        case .canadian: risk(value, high: 7...10)
        case .indian:
            switch value {
            case ...50: .good
            case ...100: .satisfactory
            case ...200: .moderate
            case ...300: .poor
            case ...400: .veryPoor
            default: .severe
            }
        case .british: risk(value, high: 7...9)
        }
    }

    /// The bands of scales that start at 1.
    private func risk(_ value: Double, high: ClosedRange<Double>) -> Band {
        value < 4 ? .low : value < high.lowerBound ? .moderate : high.contains(value) ? .high : .veryHigh
    }
}

/// The confirmation of `set-units`.
public enum UnitsSentence {
    /// `temperature in °C, wind in kn, …`
    public static func text(_ units: Units) -> String {
        // "in" would read as a preposition.
        let precipitation = units.precipitation == .inches ? "inches" : units.precipitation.symbol.international
        return """
            temperature in \(units.temperature.symbol.international), wind in \(units.wind.symbol.international), pressure in \(units.pressure.symbol.international), \
            precipitation in \(precipitation), distance in \(units.distance.symbol.international)
            """
    }
}
