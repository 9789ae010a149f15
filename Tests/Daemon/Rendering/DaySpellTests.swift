import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// A row of days.tsv: a day by hour, its spells, and the sentence.
struct TableDay: CustomTestStringConvertible {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "days.tsv")

    let id: String
    let report: Report
    let now: UnixTime
    /// `light-rain|11:00|12:00|certain`
    let spells: [String]
    let sentence: String
    let otherHours: Condition?
    let testDescription: String

    static func all() throws -> [TableDay] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { try TableDay(row: $0) }
    }

    private init(row: Substring) throws {
        let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        try #require(columns.count == 7)
        (id, testDescription, sentence) = (columns[0], "\(columns[0]): \(columns[1])", columns[6])
        otherHours = Condition(rawValue: columns[3])
        spells = columns[5] == "-" ? [] : columns[5].split(separator: ";").map(String.init)
        now = try moment("2026-11-21T\(columns[4]):00-03:00")
        var report = try Montevideo.report()
        report.days = []
        report.hours = try (0..<24).compactMap { number in
            let named = columns[2].split(separator: " ").map { $0.split(separator: ":") }
                .first { Int($0[0]) == number }
            if named?[1] == "missing" { return nil }
            var conditions = Conditions(
                condition: try #require(Condition(rawValue: named.map { String($0[1]) } ?? columns[3])))
            conditions.precipitation = named.map { Double($0[2]) } ?? 0
            let start = try moment("2026-11-21T00:00:00-03:00").advanced(by: number * 3600)
            return Hour(
                time: start, conditions: conditions, precipitationProbability: named.map { Double($0[3]) } ?? 0)
        }
        self.report = report
    }
}

/// What falls on a day agrees with its hours.
@Suite struct DaySpellTests {
    private let clock = PlaceClock(zoneName: "America/Montevideo")

    private func summary(_ report: Report, at now: UnixTime, _ language: Language = .english) -> String? {
        var style = Style()
        style.speak(language, locale: language.rawValue)
        return Outlook(report: report, present: nil, now: now).summaryText(clock, style)
    }

    @Test func theTableIsWhole() throws {
        let days = try TableDay.all()
        #expect(days.count >= 66 && Set(days.map(\.id)).count == days.count)
    }

    @Test(arguments: try TableDay.all())
    func spells(_ day: TableDay) throws {
        let spells = DaySpells(of: day.report.spellHours(in: day.now..<clock.midnight(after: day.now)))
        let rows = spells.reported.map { spell in
            let certainty = ["possible", "likely", "certain"][spell.certainty.rawValue]
            let start = spells.start(of: spell).map(clock.time) ?? "now"
            let end = spells.end(of: spell).map(clock.time) ?? "open"
            return "\(spell.condition.rawValue)|\(start)|\(end)|\(certainty)"
        }
        #expect(rows == day.spells)
    }

    /// The sentence begins with its subject, and a dry day has its sky.
    @Test(arguments: try TableDay.all())
    func sentence(_ day: TableDay) throws {
        let sentence = try #require((summary(day.report, at: day.now) ?? "").split(separator: ": ", maxSplits: 1).last)
        let sky = day.otherHours.map { Language.english.words.condition($0, isDay: true) } ?? ""
        let expected =
            switch day.sentence {
            case "dry": sky
            case "probably dry": "\(sky), probably dry"
            default: day.sentence
            }
        #expect(sentence == "\(expected).")
    }

    /// The same spells in every language, and in the brief.
    @Test(arguments: Language.allCases)
    func everyLanguage(_ language: Language) throws {
        let words = language.words
        for day in try TableDay.all() {
            let sentence = summary(day.report, at: day.now, language) ?? ""
            for spell in day.spells {
                let parts = spell.split(separator: "|").map(String.init)
                let condition = try #require(Condition(rawValue: parts[0]))
                let likelihood = Likelihood(rawValue: parts[3])
                #expect(sentence.contains(words.condition(condition, likelihood: likelihood)), "\(day.id): \(sentence)")
                for time in parts[1...2] where time.contains(":") {
                    #expect(sentence.contains(time), "\(day.id): \(sentence)")
                }
            }
        }
    }

    /// In the evening it is about tomorrow.
    @Test(
        arguments: try TableDay.all().filter { day in
            PlaceClock(zoneName: "America/Montevideo").midnight(after: day.now).seconds(since: day.now) > 6 * 3600
        })
    func briefHasTheSameSpells(_ day: TableDay) throws {
        let scene = Scene(
            place: try Montevideo.scene().place, report: day.report, now: day.now, staleAfter: 86_400)
        let brief = Rendering.Notification(.brief, of: scene, in: Style()).text
        let sentence = try #require((summary(day.report, at: day.now) ?? "").split(separator: ": ", maxSplits: 1).last)
        #expect(brief.hasSuffix("Today: \(sentence)"))
    }

    // MARK: - Longer periods

    /// An hour per value: condition, amount and its hours, probability.
    private func hours(
        _ values: [(condition: Condition, amount: Double?, hours: Int, probability: Double?)],
        _ change: (inout Conditions) -> Void = { _ in }
    ) throws -> Report {
        var report = try Montevideo.report()
        let start = try moment("2026-11-21T08:00:00-03:00")
        report.hours = values.enumerated().map { index, value in
            var conditions = Conditions(condition: value.condition)
            conditions.precipitation = value.amount
            if value.hours > 1 { conditions.precipitationPeriod = value.hours * 3600 }
            change(&conditions)
            return Hour(
                time: start.advanced(by: index * 3600), conditions: conditions,
                precipitationProbability: value.probability)
        }
        return report
    }

    private func text(_ report: Report) throws -> String? {
        summary(report, at: try moment("2026-11-21T08:10:00-03:00"))
    }

    /// Six hours share one amount and one probability.
    @Test func periodOfSixHoursIsOneSpell() throws {
        let later = Array(repeating: (Condition.rainLight, Double?.none, 1, Double?.none), count: 5)
        let dry = [(Condition.overcast, Double?.some(0), 1, Double?.some(0))]
        let report = try hours(dry + [(.rainLight, 0.6, 6, 60)] + later + dry)
        #expect(try text(report) == "Rest of today: light rain likely from 09:00 until 15:00.")
        // 0.2 mm in six hours at 10 % is not certain rain.
        let little = try hours(dry + [(.rainLight, 0.2, 6, 10)] + later + dry)
        #expect(try text(little) == "Rest of today: overcast, probably dry.")
    }

    /// The amount of six hours falls in those with rain, not in the overcast ones.
    @Test func amountBelongsToWetHours() throws {
        let dry = (Condition.overcast, Double?.none, 1, Double?.none)
        let wet = (Condition.rainLight, Double?.none, 1, Double?.none)
        let report = try hours([(.overcast, 3, 6, 90), dry, wet, wet, dry, dry, (.overcast, 0, 1, 0)])
        #expect(try text(report) == "Rest of today: light rain from 10:00 until 12:00.")
        // Without any, it may fall in each.
        let overcast = try hours([(.overcast, 3, 6, 90), dry, dry, dry, dry, dry, (.overcast, 0, 1, 0)])
        #expect(try text(overcast) == "Rest of today: light rain until 14:00.")
    }

    /// Overcast hours before and after, without an amount, are no certain rain, whatever their probability.
    @Test func probableHoursDoNotExtendASpell() throws {
        let probable = (Condition.overcast, Double?.some(0), 1, Double?.some(60))
        let wet = (Condition.rainLight, Double?.some(0.5), 1, Double?.some(90))
        let dry = (Condition.overcast, Double?.some(0), 1, Double?.some(0))
        #expect(
            try text(hours([dry, probable, probable, wet, wet, wet, wet, probable, dry]))
                == "Rest of today: light rain from 11:00 until 15:00.")
        // Between wet hours they are part of it.
        #expect(
            try text(hours([dry, wet, probable, probable, wet, dry]))
                == "Rest of today: light rain from 09:00 until 13:00.")
        #expect(
            try text(hours([dry, probable, probable, dry]))
                == "Rest of today: light rain possible from 09:00 until 11:00.")
    }

    /// Heavy rain with a lighter hour in between is heavy rain, and stays one spell around a thunderstorm.
    @Test func heavyRainIsNotSplit() throws {
        func rain(_ condition: Condition) -> (Condition, Double?, Int, Double?) { (condition, 5, 1, 90) }
        let dry = (Condition.overcast, Double?.some(0), 1, Double?.some(0))
        #expect(
            try text(hours([rain(.rainHeavy), rain(.rain), rain(.rainHeavy), dry]))
                == "Rest of today: heavy rain until 11:00.")
        #expect(
            try text(hours([rain(.rainHeavy), rain(.thunderstorm), rain(.thunderstorm), rain(.rainHeavy), dry]))
                == "Rest of today: heavy rain until 12:00, thunderstorm from 09:00 until 11:00.")
    }

    /// An amount without a condition is snow when most of it is, or when it is cold.
    @Test(
        arguments: [
            (nil, nil, 0.5, "light snow"), (nil, nil, 1.5, "light rain"), (0.6, 0.0, -3.0, "light rain"),
            (0.0, 6.0, 4.0, "light snow"),
        ] as [(Double?, Double?, Double, String)])
    func amountAsRainOrSnow(rain: Double?, snowfall: Double?, temperature: Double, text: String) throws {
        let report = try hours([(.overcast, 0, 1, nil), (.overcast, 0.6, 1, nil), (.overcast, 0, 1, nil)]) {
            $0.temperature = temperature
            if $0.precipitation != 0 { ($0.rain, $0.snowfall) = (rain, snowfall) }
        }
        #expect(try self.text(report)?.hasPrefix("Rest of today: \(text) from 09:00 until 10:00, ") == true)
    }

    // MARK: - Likelihood of the service

    /// What the service calls possible is no more than that, whatever the probability.
    @Test(
        arguments: [
            (Likelihood.possible, 90.0, "thunderstorm possible"), (.likely, 90, "thunderstorm likely"),
            (nil, 90, "thunderstorm"), (.likely, 30, "thunderstorm possible"), (nil, nil, "thunderstorm"),
            (.possible, nil, "thunderstorm possible"),
        ] as [(Likelihood?, Double?, String)])
    func lessCertainOfTwo(likelihood: Likelihood?, probability: Double?, text: String) throws {
        let report = try hours([(.overcast, 0, 1, nil), (.thunderstorm, 2, 1, probability), (.overcast, 0, 1, nil)]) {
            if $0.condition == .thunderstorm { $0.likelihood = likelihood }
        }
        #expect(try self.text(report) == "Rest of today: \(text) from 09:00 until 10:00.")
    }

    /// A tornado is not precipitation, whose probability does not count.
    @Test func tornadoIsReportedBesideAThunderstorm() throws {
        let report = try hours([
            (.rain, 3, 1, 90), (.overcast, 0, 1, 0), (.overcast, 0, 1, 0), (.thunderstorm, 3, 1, 90),
            (.overcast, 0, 1, 0), (.overcast, 0, 1, 0), (.overcast, 0, 1, 0), (.tornado, nil, 1, 10),
            (.overcast, 0, 1, 0),
        ])
        #expect(
            try text(report)
                == "Rest of today: thunderstorm from 11:00 until 12:00, tornado from 15:00 until 16:00, more at other times."
        )
    }
}
