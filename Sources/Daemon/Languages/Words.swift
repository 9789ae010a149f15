package import Almanac
package import Weather

/// The texts of a language: one type per language, so that the compiler finds missing texts. Error messages, which are also
/// logged, are in English.
package protocol Words: Sendable {
    /// The language's own name.
    var name: String { get }

    // MARK: - Single words

    /// As within a sentence, in lower case in English.
    func condition(_ condition: Condition) -> String
    /// The name of a clear sky by day: `sunny`; nil if it is the same as at night.
    func conditionByDay(_ condition: Condition) -> String?
    /// `thunderstorm possible`, `rain likely`
    func condition(_ condition: Condition, _ likelihood: Likelihood) -> String
    func label(_ label: Label) -> String
    func heading(_ heading: Heading) -> String
    func phrase(_ phrase: Phrase) -> String
    /// Replaces the sunrise if it was on an earlier day: `none today, up since Sunday 17 May`.
    func upSince(_ day: String) -> String
    func severity(_ severity: Alert.Severity) -> String
    func certainty(_ certainty: Alert.Certainty) -> String
    func kind(_ kind: Alert.Kind) -> String
    func airBand(_ band: AirIndex.Band) -> String
    func exposure(_ exposure: UVExposure) -> String
    func moonPhase(_ phase: MoonPhase) -> String
    func freshness(_ freshness: Freshness) -> String
    /// `rain`, `snow` as precipitation.
    func falling(isSnow: Bool) -> String

    // MARK: - Numbers and units

    /// The decimal separator.
    var decimalSign: String { get }
    /// The thousands separator.
    var groupSign: String { get }
    /// The symbol of a unit: `km/h`, `км/ч`.
    func symbol(_ unit: UnitSymbol) -> String
    /// The unit symbol, inflected for the preceding number as written: `1 nodo`, `3,2 мили`.
    func symbol(_ unit: UnitSymbol, after number: String) -> String
    /// Particles below 2.5 µm: `PM2.5`, `PM2,5`.
    var fineParticles: String { get }
    /// Appended to a text: ` (strong)`, `（強い）`.
    func parenthesized(_ text: String) -> String
    /// Before the degree sign: `15°C`, `15 °C`.
    var degreeSpace: String { get }
    /// Between the items of a list: `, `, `、`.
    var listSeparator: String { get }
    /// Between statements of different sources: `; `, `、`.
    var clauseSeparator: String { get }
    /// `63%`, `63 %`.
    func percent(_ number: String) -> String
    /// The sixteen compass points, clockwise from north.
    var compass: [String] { get }

    // MARK: - Dates and times

    /// From Sunday.
    var weekdays: [String] { get }
    /// From Sunday, two or three letters.
    var shortWeekdays: [String] { get }
    /// From January, in the form after a day's number.
    var months: [String] { get }
    /// From January, abbreviated.
    var shortMonths: [String] { get }
    /// `Saturday 21 November`, `Saturday, November 21`; with the year if given.
    func longDate(_ date: CalendarDate, year: Int?, _ order: DateOrder) -> String
    /// `Sat 21 Nov`: the day takes two columns.
    func shortDate(_ date: CalendarDate, _ order: DateOrder) -> String
    /// A time on the 12-hour clock: `3:42 PM`. Hours are 1 to 12, and 12 comes before 1.
    func time(hour12: Int, minute: String, isAfternoon: Bool) -> String
    /// A tzdata time zone abbreviation, `CEST`, as written in the language: `MESZ`.
    func zone(_ abbreviation: String) -> String
    /// The formats of times and dates in a region such as `US`; nil for no region.
    func clock(region: String?) -> ClockFormat
    func dateOrder(region: String?) -> DateOrder
    /// `15:42 on Friday 20 November`, after "at".
    func time(_ time: String, onDate date: String) -> String
    /// `Sunday 18:00`, alone and after "from" or "until"; `Sat 18:00` with a short weekday.
    func time(_ time: String, onDay day: String) -> String
    /// `under 1 min`, `3 min`, `2 h`, `5 days`.
    func age(_ age: Age.Count) -> String
    /// `14 h 19 min`; without the larger unit if it is 0.
    func duration(hours: Int, minutes: Int) -> String
    func duration(minutes: Int, seconds: Int) -> String

    // MARK: - Phrases with values

    /// `rain expected in 20 min`
    func begins(isSnow: Bool, minutes: Int) -> String
    /// `rain expected around 15:00`: from an hourly forecast, in which the minutes are unknown.
    func begins(isSnow: Bool, around time: String) -> String
    /// `dry from 16:40`
    func dry(from time: String) -> String
    /// `rain continues`
    func continues(isSnow: Bool) -> String
    /// `0.4 mm in 15 min`: an amount in a period.
    func amount(_ amount: String, in period: String) -> String
    /// `10 km or more`
    func orMore(_ amount: String) -> String
    /// `1.2 mm/h`: a rate, from the hourly amount.
    func perHour(_ amount: String) -> String
    /// `14 km/h from SSW`; either may be nil, not both.
    func wind(speed: String?, from direction: String?) -> String
    /// `from SSW`, of waves; `towards NE`, of a current.
    func coming(from direction: String) -> String
    func going(towards direction: String) -> String
    /// `gusts 31 km/h`
    func gusts(_ speed: String) -> String
    /// `from 20:00`, `until Sunday 18:00`
    func from(_ time: String) -> String
    func until(_ time: String) -> String
    /// `from 20:00 until Sunday 18:00`, without unknown times; nil when both are unknown.
    func period(from start: String?, until end: String?) -> String?
    /// `measured at 15:30 by Oslo Airport (12 km away)`; a distance requires a station.
    func measured(at time: String, by station: String?, distance: String?) -> String
    /// `station 189 m higher`
    func stationHeight(_ height: String, isHigher: Bool) -> String
    /// `temperature corrected by +1.2°`
    func temperatureCorrected(by difference: String) -> String
    /// `measured 25 min ago`
    func measured(ago age: String) -> String
    /// `model: partly cloudy`
    func stated(_ text: String, by source: Phrase) -> String
    /// `forecast for 17:00`
    func forecast(for time: String) -> String
    /// `values of 18:00`: the hour of computed values.
    func valid(at time: String) -> String
    /// `updated 3 min ago`; with `isLast`, when newer data was expected: `last updated 5 h ago`.
    func updated(ago age: String, isLast: Bool) -> String
    /// `updated at 15:38`, `last updated at 15:38`
    func updated(at time: String, isLast: Bool) -> String
    /// `last updated 5 h ago, at 10:12`
    func updated(ago age: String, at time: String) -> String
    /// `updated at 15:38, before the clock was turned back`
    func updatedBeforeClockChange(at time: String, isLast: Bool) -> String
    /// `Weather data by NAME`.
    func attribution(_ data: Label, by name: String) -> String
    /// `and 3 more, see: weatherctl alerts`; the command is nil when there is no such view.
    func more(_ count: Int, command: String?) -> String
    /// `2 warnings could not be read, and may be in force`: a sentence without a period.
    func unreadableWarnings(_ count: Int) -> String
    /// `2 warnings of regions that cannot be located, the severest extreme`: a sentence without a period.
    ///
    /// - Parameter severity: the worst severity in words; nil when unknown.
    func unplacedWarnings(_ count: Int, severest severity: String?) -> String
    /// `warnings for PL could not be fetched`: a sentence without a period.
    ///
    /// - Parameter country: ISO 3166-1 alpha-2.
    func unknownWarnings(of country: String) -> String
    /// `high 14° / low 9°`
    func extremes(high: String, low: String) -> String
    /// `morning from 04:52, evening until 20:10`: the two times of a twilight, which do not form a span.
    func twilight(from dawn: String, until dusk: String) -> String
    /// `62% lit`
    func lit(_ share: String) -> String
    /// `1 min 38 s longer than yesterday`; nil for a day of equal length.
    func dayLength(_ change: String?, isLonger: Bool) -> String
    /// `Next full moon`
    func next(_ phase: MoonPhase) -> String
    /// `issued at 12:10`
    func issued(at time: String) -> String
    /// `computed for 59.9°N 10.7°E`
    func computed(for position: String) -> String
    /// `favourite 2`
    func favourite(_ position: Int) -> String
    /// `34.9°S 56.16°W`; both numbers are unsigned.
    func coordinate(latitude: String, isNorth: Bool, longitude: String, isEast: Bool) -> String
    /// `41 km SW of Funchal`
    func position(_ distance: String, _ direction: String, of place: String) -> String

    /// `frost tonight, down to -2°`
    func frostTonight(_ low: String) -> String

    // MARK: - What the day is like

    /// `3° warmer than today`, `as warm as today`; the difference has a unit and no sign; nil below one degree.
    func tomorrow(_ difference: String?, isWarmer: Bool) -> String
    /// `3° warmer than yesterday`, at the same time of day. The difference is nil below one degree.
    func yesterday(_ difference: String?, isWarmer: Bool) -> String
    /// `7° above normal for the date`
    func normal(_ difference: String, isAbove: Bool) -> String
    /// The trend of the next hours: `rising to 21°`.
    func trend(_ trend: Trend, to temperature: String) -> String
    /// `Forecasts for Oslo, compared with measurements from 2026-11-21 to 2027-01-02`
    func accuracy(of place: String, from start: String, until end: String) -> String
    /// Explains the columns of the accuracy table, with the words of their headings.
    var accuracyLegend: String { get }
    /// Why there is no accuracy table yet, and what to do.
    func noAccuracy(of place: String, _ reason: MissingPairs) -> String
    /// `Provider order: nws, open-meteo (measured)`, or `(default)`.
    func providerOrder(_ names: String, isMeasured: Bool) -> String
    /// `nws has 12 of the required 30 days of pairs`
    func daysOfPairs(of provider: String, _ days: Int, needed: Int) -> String
    /// `the error of nws is 15% larger`, `15% smaller`; with nil, `the same`.
    func error(of provider: String, _ difference: String?, isLarger: Bool) -> String
    /// `2 h 14 min of daylight left`
    func daylightLeft(_ duration: String) -> String
    /// `rising`: the trend when the temperature that it reaches is unknown.
    func trend(_ trend: Trend) -> String
    /// A sentence about the day, capitalized and with a period, from the parts of `Summary` in order.
    func summary(_ summary: Summary) -> String
    /// `light rain all day`
    func allDay(_ weather: String) -> String
    /// `then snow until 17:00`: weather that follows at once.
    func then(_ weather: String, until time: String?) -> String
    /// `from 11:00 until 12:00 and from 18:00 until 19:00`
    func both(_ period: String, _ other: String) -> String
    /// `more at other times`, `more possible at other times`: precipitation that the sentence omits.
    func more(_ omission: Summary.Omission) -> String
}

/// Why no forecast can be compared with a measurement yet.
package enum MissingPairs: Sendable, Hashable {
    /// Nothing is kept, since no station is configured.
    case stations
    /// Nothing is kept, since no station provider covers the place.
    case coverage
    /// Nothing is kept, since the weather is sample data.
    case sample
    /// No forecast has been kept yet.
    case forecasts
    /// There are no measurements.
    case measurements
    /// The first forecast is for a later hour: its date and time.
    case time(String)
}

/// The order of dates.
public enum DateOrder: String, Sendable, Hashable, CaseIterable {
    case dayMonthYear = "dmy"
    case monthDayYear = "mdy"
    case yearMonthDay = "ymd"
}

/// The clock format. The raw values are the words in config.toml.
public enum ClockFormat: String, Sendable, Hashable, CaseIterable {
    case hours24 = "24h"
    case hours12 = "12h"
}

/// The temperature trend of the coming hours.
package enum Trend: Sendable, Hashable, CaseIterable {
    case rising, falling, steady
}

// Defaults for dates.
extension Words {
    package func weekday(_ date: CalendarDate) -> String { weekdays[date.weekday] }
    package func shortWeekday(_ date: CalendarDate) -> String { shortWeekdays[date.weekday] }
    package func month(_ date: CalendarDate) -> String { Self.month(date, among: months) }
    package func shortMonth(_ date: CalendarDate) -> String { Self.month(date, among: shortMonths) }

    private static func month(_ date: CalendarDate, among months: [String]) -> String {
        months.indices.contains(date.month - 1) ? months[date.month - 1] : String(date.month)
    }
}

extension CalendarDate {
    /// 0 for Sunday to 6 for Saturday.
    package var weekday: Int { CivilTime(year: year, month: month, day: day).weekday ?? 0 }

    /// The day of the month, two columns wide.
    package var paddedDay: String { day < 10 ? " \(day)" : String(day) }
}

extension String {
    /// Capitalized, in scripts with capitals.
    package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The age of a report.
package struct Age {
    /// The age as displayed.
    package enum Count: Sendable, Hashable {
        case underOneMinute
        case minutes(Int)
        case hours(Int)
        /// Two or more.
        case days(Int)
    }

    /// 0 or more.
    private let seconds: Int

    /// Up to this age, the text is in minutes, s.
    private let longestInMinutes: Int

    package init(seconds: Int) {
        self.seconds = max(0, seconds)
        longestInMinutes = 3600
    }

    /// The age of a measurement, which expires after an hour and a half: `85 min`.
    package init(ofMeasurement seconds: Int) {
        self.seconds = max(0, seconds)
        longestInMinutes = 7200
    }

    package var count: Count {
        switch seconds {
        case ..<60: .underOneMinute
        case ..<longestInMinutes: .minutes(seconds / 60)
        case ..<172_800: .hours(seconds / 3600)
        default: .days(seconds / 86_400)
        }
    }

    /// `under 1 min`, `3 min`, `2 h`, `5 days`.
    package func text(in words: any Words) -> String { words.age(count) }

    /// Seconds until the text changes.
    package var untilNextText: Int {
        let step = seconds < longestInMinutes ? 60 : seconds < 172_800 ? 3600 : 86_400
        return step - seconds % step
    }
}

extension ProviderReport {
    /// When the text of the age next changes.
    package func nextAge(after now: UnixTime) -> UnixTime {
        max(now, fetchedAt).advanced(by: Age(seconds: age(at: now)).untilNextText)
    }
}

/// The plural form of a noun after a number in Slavic languages (CLDR, Language Plural Rules).
enum PluralForm {
    /// 1 день, 21 день.
    case one
    /// 2 дня, 22 дня.
    case few
    /// 5 дней, 11 дней.
    case many

    /// The form in Russian and Ukrainian.
    init(eastSlavic number: Int) {
        switch (number % 10, number % 100) {
        case (1, let rest) where rest != 11: self = .one
        case (2...4, let rest) where !(12...14).contains(rest): self = .few
        default: self = .many
        }
    }

    /// The form in Polish, in which 21 does not take the form of 1.
    init(polish number: Int) {
        switch (number % 10, number % 100) {
        case (1, _) where number == 1: self = .one
        case (2...4, let rest) where !(12...14).contains(rest): self = .few
        default: self = .many
        }
    }
}

extension Words {
    /// `14 km/h`, with the unit in the form after the number.
    package func quantity(_ number: String, _ unit: UnitSymbol) -> String { "\(number) \(symbol(unit, after: number))" }

    /// The nearest of sixteen compass points to a direction in degrees clockwise from north.
    package func compassPoint(_ degrees: Double) -> String {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let sector = Int(((turn.isFinite ? turn : 0) / 22.5).rounded())
        return compass[(sector + 16) % 16]
    }
}
