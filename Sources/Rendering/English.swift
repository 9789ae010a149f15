import Weather

/// The words of the views in English, in one place so that other languages can stand beside them. The sentences of the
/// errors are with the errors.
enum English {
    static let calm = "calm"
    static let from = "from"
    static let gusts = "gusts"
    static let sampleData = "sample data"
    static let forecast = "forecast"
    static let approximate = "approximate, by the time zone"
    static let approximatePlace =
        "the place is a guess by the time zone; set yours with: weatherctl set-location CITY"
    static let sunDoesNotSet = "the sun does not set today"
    static let sunDoesNotRise = "the sun does not rise today"
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
