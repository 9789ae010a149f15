import Almanac
import Weather

@testable import Languages
@testable import Rendering

extension Words {
    /// All texts without values, in groups, each with a name that is the same in every language.
    var vocabulary: [(group: String, texts: [(key: String, text: String)])] {
        func group<Case>(_ name: String, _ cases: [Case], _ text: (Case) -> String) -> (String, [(String, String)]) {
            (name, cases.map { ("\(name) \($0)", text($0)) })
        }
        return [
            group("condition", Condition.allCases) { condition($0) }, group("label", Label.allCases, label),
            group("heading", Heading.allCases, heading), group("phrase", Phrase.allCases, phrase),
            group("severity", Alert.Severity.allCases, severity),
            group("certainty", Alert.Certainty.allCases, certainty), group("kind", Alert.Kind.allCases, kind),
            group("air", AirIndex.Band.allCases, airBand),
            group("exposure", UVExposure.allCases, exposure), group("moon", MoonPhase.allCases, moonPhase),
            group("next", [MoonPhase.newMoon, .fullMoon], next), group("freshness", Freshness.allCases, freshness),
            group("falling", [false, true], falling), group("unit", UnitSymbol.allCases, symbol),
            group("trend", Trend.allCases) { trend($0, to: "21°") },
            group("direction", Trend.allCases) { trend($0) }, group("omission", Summary.Omission.allCases) { more($0) },
        ]
    }

    /// All texts, and the calendar.
    var allText: String {
        let texts: [String] = (vocabulary.flatMap(\.texts) + sentences).map(\.text)
        let calendar: [String] = weekdays + shortWeekdays + months + shortMonths
        return (texts + calendar).joined(separator: " ")
    }

    /// An example of each sentence that takes values.
    var sentences: [(key: String, text: String)] {
        let (time, date, day, age) = ("15:42", longDate(friday, year: nil, .dayMonthYear), weekdays[0], age(.days(5)))
        return [
            ("longDate", longDate(friday, year: 2026, dateOrder(region: nil))),
            ("time onDate", self.time(time, onDate: date)), ("time onDay", self.time(time, onDay: day)),
            ("age under", self.age(.underOneMinute)), ("age days", age), ("begins", begins(isSnow: true, minutes: 20)),
            ("dry", dry(from: time)),
            ("continues", continues(isSnow: false)), ("gusts", gusts("31 km/h")),
            ("wind", wind(speed: "14", from: "N")), ("wind from", wind(speed: nil, from: "N")),
            ("from", from(time)), ("until", until(time)),
            ("measured", measured(at: time, by: "Gardermoen", distance: "9 km")),
            ("measured alone", measured(at: time, by: nil, distance: nil)),

            ("forecast", forecast(for: time)), ("valid", valid(at: time)),
            ("updated ago", updated(ago: age, isLast: false)),
            ("last updated ago", updated(ago: age, isLast: true)), ("updated at", updated(at: time, isLast: false)),
            ("last updated at", updated(at: time, isLast: true)), ("updated ago at", updated(ago: age, at: time)),
            ("updated before", updatedBeforeClockChange(at: time, isLast: false)),
            ("last updated before", updatedBeforeClockChange(at: time, isLast: true)),
            ("attribution", attribution(.weatherData, by: "…")), ("more", more(3, command: nil)),
            ("twilight", twilight(from: time, until: time)), ("more, see", more(3, command: "…")),
            ("extremes", extremes(high: "14°", low: "9°")), ("lit", lit("62")),
            ("possible", condition(.thunderstorm, .possible)), ("likely", condition(.rainShowers, .likely)),
            ("longer", dayLength("1", isLonger: true)), ("shorter", dayLength("1", isLonger: false)),
            ("as long", dayLength(nil, isLonger: true)), ("issued", issued(at: time)), ("computed", computed(for: "…")),
            ("favourite", favourite(2)), ("position", position("41", "SW", of: "Funchal")),
            ("frost", frostTonight("-2°")), ("warmer", tomorrow("3°", isWarmer: true)),
            ("colder", tomorrow("3°", isWarmer: false)), ("as warm", tomorrow(nil, isWarmer: true)),
            ("daylightLeft", daylightLeft("2 h")), ("summary", summary(rainyTomorrow)),
            ("allDay", allDay("…")), ("then", then("…", until: time)), ("both", both("…", "…")),
        ]
    }
}

let friday = CalendarDate(year: 2026, month: 11, day: 20)
let tuesday = CalendarDate(year: 2026, month: 5, day: 5)
let rainyTomorrow = Summary(
    subject: .tomorrow, spells: [Summary.Spell(condition: .rainLight, from: "14:00", until: "17:00")], high: "18°",
    low: "12°")

let translations = Language.allCases.filter { $0 != .english }
