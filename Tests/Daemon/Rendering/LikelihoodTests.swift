import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Uncertain weather is not shown as certain: in words, icons, sentences, and JSON.
@Suite struct LikelihoodTests {
    /// Ten degrees and cloudy, with a thunderstorm in some hours of each afternoon.
    private func scene(_ likelihood: Likelihood?, change: (inout Report) -> Void = { _ in }) throws -> Scene {
        var scene = try Montevideo.scene()
        var report = try #require(scene.report)
        for index in report.hours.indices {
            let isStormy = (17...19).contains(index % 24)
            var conditions = Conditions(condition: isStormy ? .thunderstorm : .overcast)
            conditions.likelihood = isStormy ? likelihood : nil
            conditions.temperature = 10
            report.hours[index].conditions = conditions
            report.hours[index].precipitationProbability = nil
        }
        report.current?.condition = .thunderstorm
        report.current?.likelihood = likelihood
        report.days[1].condition = .thunderstorm
        report.days[1].likelihood = likelihood
        change(&report)
        scene.report = report
        return scene
    }

    @Test(
        arguments: [
            (nil, "⛈️ thunderstorm"), (.likely, "⛈️ thunderstorm likely"), (.possible, "☁️ thunderstorm possible"),
        ] as [(Likelihood?, String)])
    func wordsAndPicture(likelihood: Likelihood?, text: String) throws {
        let scene = try scene(likelihood)
        #expect(try line("{icon} {condition}", of: scene) == text)
        #expect(try line("{tomorrow-icon} {tomorrow-condition}", of: scene) == text)
        let padded = text.replacing(" thunder", with: "  thunder")
        let current = try CurrentView.lines(of: scene, as: .text, in: Style())
        #expect(current.contains("Condition         \(padded)"))
        #expect(current.contains { $0.hasPrefix("17:00") && $0.hasSuffix(padded) })
        #expect(current.contains { $0.hasPrefix("Sun ") && $0.hasSuffix(padded) })
        let hourly = try HourlyView.lines(of: scene, hours: 6, as: .text, in: Style())
        #expect(hourly.contains { $0.hasPrefix("18:00") && $0.hasSuffix(padded) })
        let daily = try DailyView.lines(of: scene, days: 2, as: .text, in: Style())
        #expect(daily.contains { $0.hasPrefix("Sun ") && $0.hasSuffix(padded) })
    }

    @Test(arguments: [nil, .likely, .possible] as [Likelihood?])
    func json(likelihood: Likelihood?) throws {
        let scene = try scene(likelihood)
        func condition(_ value: Any?) throws -> [String: Any] {
            try #require((value as? [String: Any])?["condition"] as? [String: Any])
        }
        let current = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        let days = try object(DailyView.lines(of: scene, days: 2, as: .json, in: Style()))["days"] as? [Any]
        let hours = try object(HourlyView.lines(of: scene, hours: 3, as: .json, in: Style()))["hours"] as? [Any]
        for condition in [try condition(current), try condition(days?.last), try condition(hours?.last)] {
            #expect(condition["code"] as? String == "thunderstorm")
            #expect(condition["likelihood"] as? String == likelihood?.rawValue)
            #expect(condition.keys.contains("likelihood"))
        }
        let classes = try #require(current["class"] as? [String])
        #expect(classes.prefix(2) == (likelihood.map { ["thunderstorm", $0.rawValue] } ?? ["thunderstorm", "day"]))
    }

    @Test(
        arguments: [
            (nil, "thunderstorm from 17:00 until 20:00"), (.likely, "thunderstorm likely from 17:00 until 20:00"),
            (.possible, "thunderstorm possible from 17:00 until 20:00"),
        ] as [(Likelihood?, String)])
    func daySummaryStatesLikelihood(likelihood: Likelihood?, text: String) throws {
        #expect(try line("{summary}", of: scene(likelihood)) == "Rest of today: \(text), 10°C.")
    }

    @Test func certainRainIsNotAChance() throws {
        let scene = try scene(.possible) { $0.hours[21].conditions.precipitation = 1 }
        #expect(
            try line("{summary}", of: scene)
                == "Rest of today: thunderstorm possible from 17:00 until 20:00, light rain from 21:00 until 22:00, 10°C."
        )
    }

    /// The same storm, certain at one hour and possible at two, is likely.
    @Test func oneCertainHourMakesASpellLikely() throws {
        let scene = try scene(.possible) { $0.hours[18].conditions.likelihood = nil }
        #expect(
            try line("{summary}", of: scene) == "Rest of today: thunderstorm likely from 17:00 until 20:00, 10°C.")
    }

    @Test(arguments: Language.allCases)
    func everyLanguageHasWordsForLikelihood(language: Language) {
        let words = language.words
        for condition in Condition.allCases {
            let texts = [nil, .likely, .possible].map { words.condition(condition, likelihood: $0) }
            #expect(Set(texts).count == 3, "\(texts)")
            // In Polish a clear sky is an adverb, which takes no adjective.
            let isAdverb = language == .polish && condition == .clear
            #expect(isAdverb || texts.allSatisfy { $0.contains(words.condition(condition)) })
        }
    }
}
