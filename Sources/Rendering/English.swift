import Astronomy
import Weather

/// The words of the views in English, in one place so that other languages can stand beside them. The sentences of the
/// errors are with the errors.
enum English {
    static let calm = "calm"
    static let from = "from"
    static let gusts = "gusts"
    static let sampleData = "sample data"
    static let weatherData = "Weather data"
    static let warnings = "Warnings"
    static let airQuality = "Air quality"
    static let warning = "warning"
    static let noEnd = "no end given"
    static let noWarnings = "no warnings in force"
    static let noWarningsThen = "no warnings were in force when they were last fetched"
    static let forecast = "forecast"
    static let approximate = "approximate, by the time zone"
    static let approximatePlace =
        "the place is a guess by the time zone; set yours with: weatherctl set-location CITY"
    static let sunDoesNotSet = "does not set today"
    static let sunDoesNotRise = "does not rise today"
    static let noneToday = "none today"
    static let upSinceYesterday = "none today, it is up since yesterday"
    static let allNight = "all night"
    static let noTwilight = "none, the sun stays too low"
    static let noTimeZone = "the time zone of this place is not known yet, so the day and the times are those of UTC"
    static let polarDay = "sun all day"
    static let polarNight = "no sunrise"
    static let compass = [
        "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
    ]
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    static func condition(_ condition: Condition) -> String {
        switch condition {
        case .clear: "clear"
        case .mostlyClear: "mostly clear"
        case .partlyCloudy: "partly cloudy"
        case .overcast: "overcast"
        case .fog: "fog"
        case .drizzle: "drizzle"
        case .freezingDrizzle: "freezing drizzle"
        case .rainLight: "light rain"
        case .rain: "rain"
        case .rainHeavy: "heavy rain"
        case .freezingRain: "freezing rain"
        case .sleet: "sleet"
        case .snowLight: "light snow"
        case .snow: "snow"
        case .snowHeavy: "heavy snow"
        case .rainShowers: "rain showers"
        case .snowShowers: "snow showers"
        case .thunderstorm: "thunderstorm"
        case .thunderstormHail: "thunderstorm with hail"
        case .haze: "haze"
        case .smoke: "smoke"
        case .dust: "dust"
        case .squall: "squall"
        case .tornado: "tornado"
        case .unknown: "unknown"
        }
    }

    static func severity(_ severity: Alert.Severity) -> String {
        switch severity {
        case .unknown: "severity unknown"
        case .minor: "minor"
        case .moderate: "moderate"
        case .severe: "severe"
        case .extreme: "extreme"
        }
    }

    static func falling(isSnow: Bool) -> String {
        isSnow ? "snow" : "rain"
    }

    static func twilight(_ twilight: Twilight) -> String {
        switch twilight {
        case .civil: "Civil twilight"
        case .nautical: "Nautical twilight"
        case .astronomical: "Astronomical twilight"
        }
    }

    static func moonPhase(_ phase: MoonPhase) -> String {
        switch phase {
        case .newMoon: "new moon"
        case .waxingCrescent: "waxing crescent"
        case .firstQuarter: "first quarter"
        case .waxingGibbous: "waxing gibbous"
        case .fullMoon: "full moon"
        case .waningGibbous: "waning gibbous"
        case .lastQuarter: "last quarter"
        case .waningCrescent: "waning crescent"
        }
    }

    static func airBand(_ band: AirIndex.Band) -> String {
        switch band {
        case .good: "good"
        case .fair: "fair"
        case .moderate: "moderate"
        case .poor: "poor"
        case .veryPoor: "very poor"
        case .extremelyPoor: "extremely poor"
        case .unhealthyForSensitiveGroups: "unhealthy for sensitive groups"
        case .unhealthy: "unhealthy"
        case .veryUnhealthy: "very unhealthy"
        case .hazardous: "hazardous"
        }
    }

    /// The exposure category of a UV index (World Health Organization, Global Solar UV Index: A Practical Guide, 2002,
    /// table 2), which goes by the index as a whole number.
    static func uvCategory(_ index: Double) -> String {
        switch index.rounded() {
        case ..<3: "low"
        case ..<6: "moderate"
        case ..<8: "high"
        case ..<11: "very high"
        default: "extreme"
        }
    }

    /// `Saturday 21 November`.
    static func longDate(_ date: CalendarDate) -> String {
        "\(weekday(date)) \(date.day) \(month(date))"
    }

    /// `Sat 21 Nov`, the day of the month two columns wide.
    static func shortDate(_ date: CalendarDate) -> String {
        "\(weekday(date).prefix(3)) \(date.day < 10 ? " " : "")\(date.day) \(month(date).prefix(3))"
    }

    static func weekday(_ date: CalendarDate) -> String {
        weekdays[date.weekday]
    }

    private static func month(_ date: CalendarDate) -> String {
        months.indices.contains(date.month - 1) ? months[date.month - 1] : String(date.month)
    }
}
