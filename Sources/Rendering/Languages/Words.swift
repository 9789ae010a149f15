import Astronomy
import Weather

/// Everything that a language says in its own way: one type a language, so that none can lack a word. The sentences of
/// errors, which also stand in the log, are English.
protocol Words: Sendable {
    /// The language's own name, as its speakers write it.
    var name: String { get }

    // MARK: - Single words

    /// As within a sentence: English has no capital there.
    func condition(_ condition: Condition) -> String
    /// What a clear sky is called while the sun is up: `sunny`; nil where it is called the same as at night.
    func conditionByDay(_ condition: Condition) -> String?
    /// `thunderstorm possible`, `rain likely`
    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String
    func label(_ label: Label) -> String
    func heading(_ heading: Heading) -> String
    func phrase(_ phrase: Phrase) -> String
    /// In place of the sunrise, where the sun has not set since it rose on an earlier day: `none today, up since Sunday 17 May`.
    func upSince(_ day: String) -> String
    func severity(_ severity: Alert.Severity) -> String
    func airBand(_ band: AirIndex.Band) -> String
    func exposure(_ exposure: UVExposure) -> String
    func moonPhase(_ phase: MoonPhase) -> String
    func freshness(_ freshness: Freshness) -> String
    /// `rain`, `snow`, as what falls.
    func falling(isSnow: Bool) -> String

    // MARK: - Numbers and units

    /// Between whole and broken part of a number.
    var decimalSign: String { get }
    /// Between thousands.
    var groupSign: String { get }
    /// The sign of a unit as the language writes it: `km/h`, `км/ч`.
    func symbol(_ unit: UnitSymbol) -> String
    /// Between a temperature and its degree sign: `15°C`, `15 °C`.
    var degreeSpace: String { get }
    /// Between the parts of a list: `, `, `、`.
    var listSeparator: String { get }
    /// `63%`, `63 %`.
    func percent(_ number: String) -> String
    /// Sixteen points from north through east.
    var compass: [String] { get }

    // MARK: - Dates and times

    /// From Sunday.
    var weekdays: [String] { get }
    /// From Sunday, two or three letters.
    var shortWeekdays: [String] { get }
    /// From January, in the form that follows the number of a day.
    var months: [String] { get }
    /// Likewise, in the language's usual abbreviation.
    var shortMonths: [String] { get }
    /// `Saturday 21 November`, `Saturday, November 21`; with `year` behind or before it where one is given.
    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String
    /// `Sat 21 Nov`: the day of the month takes two columns.
    func shortDate(_ date: CalendarDate, _ order: DateOrder) -> String
    /// A time of the 12-hour clock: `3:42 PM`. Hours are 1 to 12, and 12 comes before 1.
    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String
    /// How this language's speakers tell the time and the date, by the region of the locale where it matters: `US`; nil when
    /// none is told.
    func clock(region: String?) -> ClockFormat
    func dateOrder(region: String?) -> DateOrder
    /// `15:42 on Friday 20 November`, behind an `at`.
    func time(_ time: String, onDate date: String) -> String
    /// `Sunday 18:00`, by itself and behind a `from` or `until`; `Sat 18:00` of a short weekday.
    func time(_ time: String, onDay day: String) -> String
    /// `under 1 min`, `3 min`, `2 h`, `5 days`.
    func age(_ age: Age.Count) -> String
    /// `14 h 19 min`; only the lesser unit where the greater is 0.
    func duration(hours: Int, minutes: Int) -> String
    func duration(minutes: Int, seconds: Int) -> String

    // MARK: - Phrases with values

    /// `rain expected in 20 min`
    func begins(isSnow: Bool, minutes: Int) -> String
    /// `dry from 16:40`
    func dry(from time: String) -> String
    /// `rain continues`
    func continues(isSnow: Bool) -> String
    /// `0.4 mm in 15 min`: what fell in a period.
    func amount(_ amount: String, in period: String) -> String
    /// `1.2 mm/h`: a rate, from the amount of an hour.
    func perHour(_ amount: String) -> String
    /// `14 km/h from SSW`; either may be nil, not both.
    func wind(speed: String?, from direction: String?) -> String
    /// `gusts 31 km/h`
    func gusts(_ speed: String) -> String
    /// `from 20:00`, `until Sunday 18:00`
    func from(_ time: String) -> String
    func until(_ time: String) -> String
    /// `from 20:00 until Sunday 18:00`, as far as it is known; nil when neither is.
    func period(from start: String?, until end: String?) -> String?
    /// `measured at 15:30 by Oslo Airport (12 km away)`; the distance is known only where the station is.
    func measured(at time: String, by station: String?, distance: String?) -> String
    /// `forecast for 17:00`
    func forecast(for time: String) -> String
    /// `for 18:00`: the hour that a computed value is of.
    func valid(at time: String) -> String
    /// `updated 3 min ago`; `isLast` when a newer one should be there: `last updated 5 h ago`.
    func updated(ago age: String, isLast: Bool) -> String
    /// `updated at 15:38`, `last updated at 15:38`
    func updated(at time: String, isLast: Bool) -> String
    /// `last updated 5 h ago, at 10:12`
    func updated(ago age: String, at time: String) -> String
    /// `updated at 15:38, before the clock was turned back`
    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String
    /// `last error: …`; the sentence itself is English.
    func lastError(_ sentence: String) -> String
    /// `Weather data by NAME`, of who asks for no sentence of its own.
    func attribution(_ data: Label, by name: String) -> String
    /// `and 3 more, see: weatherctl alerts`; the command is nil where there is nothing else to see.
    func more(_ count: Int, command: String?) -> String
    /// `high 14° / low 9°`
    func extremes(high: String, low: String) -> String
    /// `62% lit`
    func lit(_ share: String) -> String
    /// `1 min 38 s longer than yesterday`; nil for a day that is as long.
    func dayLength(_ change: String?, isLonger: Bool) -> String
    /// `Next full moon`
    func next(_ phase: MoonPhase) -> String
    /// `issued at 12:10`
    func issued(at time: String) -> String
    /// `computed for 59.9°N 10.7°E`
    func computed(for position: String) -> String
    /// `favourite 2`
    func favourite(_ position: Int) -> String
    /// `34.9°S 56.16°W`; both numbers are without a sign.
    func coordinate(latitude: String, isNorth: Bool, longitude: String, isEast: Bool) -> String
    /// `41 km SW of Funchal`
    func position(_ distance: String, _ direction: String, of place: String) -> String

    /// `frost tonight, down to -2°`
    func frostTonight(_ low: String) -> String

    // MARK: - What the day is like

    /// `3° warmer than today`, `as warm as today`; the difference is written with its unit and without a sign, nil when it is
    /// less than a degree.
    func tomorrow(_ difference: String?, isWarmer: Bool) -> String
    /// How the temperature goes in the next hours: `rising to 21°`.
    func trend(_ trend: Trend, to temperature: String) -> String
    /// `2 h 14 min of daylight left`
    func daylightLeft(_ duration: String) -> String
    /// The day in one sentence, with its capital and its period, from the parts that there are, in the order in which
    /// `Summary` has them.
    func summary(_ summary: Summary) -> String
}

/// How dates are put together.
public enum DateOrder: String, Sendable, Hashable, CaseIterable {
    case dayMonthYear = "dmy"
    case monthDayYear = "mdy"
    case yearMonthDay = "ymd"
}

/// How the time of day is told. The raw values are the words of config.toml.
public enum ClockFormat: String, Sendable, Hashable, CaseIterable {
    case hours24 = "24h"
    case hours12 = "12h"
}

/// Where the temperature goes in the coming hours.
enum Trend: Sendable, Hashable, CaseIterable {
    case rising, falling, steady
}

/// What a sentence on the day is made of; each part as the language writes it already.
struct Summary: Sendable, Hashable {
    /// Which day it is about.
    enum Subject: Sendable, Hashable, CaseIterable {
        case today, restOfToday, tonight, tomorrow
    }

    var subject: Subject
    var condition: Condition
    /// How likely the condition is; nil for one that is expected.
    var likelihood: Likelihood?
    var high: String?
    var low: String?
    /// When rain or snow falls, in hours of the day: from and until, as times; nil for a dry day.
    var fall: Fall?
    /// `windy`: nil when it is not.
    var wind: String?

    struct Fall: Sendable, Hashable {
        var isSnow: Bool
        /// Whether it is possible only, as the condition is.
        var isPossible = false
        /// nil when it falls already.
        var from: String?
        /// nil when no end is in sight on that day.
        var until: String?
    }
}
