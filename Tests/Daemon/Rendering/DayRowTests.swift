import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Rendering

/// The row of a day agrees with its sentence, in tables, templates and JSON.
@Suite struct DayRowTests {
    private typealias Fall = (condition: Condition, amount: Double, probability: Double)

    /// The falls by hour, of the day at this offset; other hours are dry and partly cloudy.
    private func scene(_ falls: [Int: Fall], day: Int, at time: String = "06:10", sky: Condition = .partlyCloudy) throws
        -> Scene
    {
        var scene = try Montevideo.scene(at: "2026-11-21T\(time):00-03:00")
        scene.report?.fetchedAt = scene.now
        scene.report?.observedAt = scene.now
        for index in 0..<72 {
            let fall = index / 24 == day ? falls[index % 24] : nil
            var conditions = Conditions(condition: fall?.condition ?? sky)
            (conditions.temperature, conditions.precipitation) = (10, fall?.amount ?? 0)
            conditions.isDay = (6..<20).contains(index % 24)
            scene.report?.hours[index].conditions = conditions
            scene.report?.hours[index].precipitationProbability = fall?.probability ?? 0
        }
        // As the worker has it: the worst of the hours.
        scene.report?.days[day].condition = falls.values.map(\.condition).max { $0.severity < $1.severity } ?? sky
        return scene
    }

    /// The row's text everywhere, and the likelihood of JSON.
    private func expect(
        _ row: String, likelihood: Likelihood? = nil, of scene: Scene, day: Int, at location: SourceLocation
    ) throws {
        let name = day == 0 ? "Today " : "Sun "
        let style = Style(icons: .ascii)
        let tables = [
            try CurrentView.lines(of: scene, as: .text, in: style),
            try DailyView.lines(of: scene, days: nil, as: .text, in: style),
        ]
        for lines in tables {
            // The last cell is an icon and the words.
            let cell = lines.first { $0.hasPrefix(name) }?.components(separatedBy: "  ").last ?? ""
            #expect(cell.split(separator: " ", maxSplits: 1).last.map(String.init) == row, sourceLocation: location)
        }
        if day == 1 { #expect(try line("{tomorrow-condition}", of: scene) == row, sourceLocation: location) }
        let json = try object(DailyView.lines(of: scene, days: 2, as: .json, in: style))
        let days = try #require(json["days"] as? [[String: Any]])
        let condition = try #require(days[day]["expected"] as? [String: Any])
        #expect(condition["text"] as? String == row, sourceLocation: location)
        #expect(condition["likelihood"] as? String == likelihood?.rawValue, sourceLocation: location)
    }

    private func sentence(_ scene: Scene, day: Int) throws -> String {
        try line(day == 0 ? "{summary}" : "{tomorrow-summary}", of: scene)
    }

    /// What the sentence calls probably dry is not rain in the row, and what it calls possible is not certain.
    @Test(arguments: [0, 1]) func improbableRainIsNotInTheRow(day: Int) throws {
        let drizzle = try scene([15: (.drizzle, 0.2, 10)], day: day)
        #expect(try sentence(drizzle, day: day).contains("partly cloudy, probably dry"))
        try expect("partly cloudy", of: drizzle, day: day, at: #_sourceLocation)
        let light = Dictionary(uniqueKeysWithValues: (8..<20).map { ($0, (Condition.rainLight, 0.3, 15.0)) })
        try expect("overcast", of: scene(light, day: day), day: day, at: #_sourceLocation)
        let showers = try scene([15: (.rainShowers, 2.5, 35)], day: day)
        #expect(try sentence(showers, day: day).contains("rain showers possible from 15:00"))
        try expect("rain showers possible", likelihood: .possible, of: showers, day: day, at: #_sourceLocation)
        let thunder = try scene([15: (.thunderstorm, 2.5, 25)], day: day)
        try expect("thunderstorm possible", likelihood: .possible, of: thunder, day: day, at: #_sourceLocation)
        let likely = try scene([15: (.thunderstorm, 2.5, 60)], day: day)
        try expect("thunderstorm likely", likelihood: .likely, of: likely, day: day, at: #_sourceLocation)
    }

    private func rain(_ hours: Range<Int>) -> [Int: Fall] {
        Dictionary(uniqueKeysWithValues: hours.map { ($0, (Condition.rain, 3.0, 95.0)) })
    }

    /// The sentence names both.
    @Test(arguments: [0, 1]) func possibleDangerDoesNotHideCertainRain(day: Int) throws {
        for (condition, hour) in [(Condition.thunderstorm, 22), (.snow, 22), (.freezingRain, 7)] {
            let scene = try scene(
                rain(10..<20).merging([hour: (condition, 1, 25)]) { first, _ in first }, day: day)
            let text = try sentence(scene, day: day)
            #expect(text.contains("rain from 10:00 until 20:00") && text.contains(" possible "), "\(text)")
            try expect("rain", of: scene, day: day, at: #_sourceLocation)
            let style = Style(icons: .emoji)
            let row = try DailyView.lines(of: scene, days: 2, as: .text, in: style)[3 + day]
            #expect(row.contains("🌧️"), "\(row)")
        }
    }

    /// Freezing rain in a day of snow, and heavy snow before light showers.
    @Test(arguments: [0, 1]) func worstIsTheMostDangerous(day: Int) throws {
        func hours(_ condition: Condition, _ range: Range<Int>) -> [Int: Fall] {
            Dictionary(uniqueKeysWithValues: range.map { ($0, (condition, 1.0, 90.0)) })
        }
        let ice = hours(.snow, 10..<12).merging(hours(.freezingRain, 12..<14)) { $1 }
            .merging(hours(.rain, 14..<18)) { $1 }
        try expect("freezing rain", of: scene(ice, day: day), day: day, at: #_sourceLocation)
        let heavy = hours(.snowHeavy, 9..<12).merging(hours(.rainShowers, 16..<18)) { $1 }
        try expect("heavy snow", of: scene(heavy, day: day), day: day, at: #_sourceLocation)
    }

    /// The sky is that of most of the day, as in the sentence.
    @Test(arguments: [0, 1]) func dryDayHasTheSentencesSky(day: Int) throws {
        let scene = try scene([7: (.overcast, 0, 0)], day: day, sky: .clear)
        #expect(try sentence(scene, day: day).contains("sunny"))
        try expect("sunny", of: scene, day: day, at: #_sourceLocation)
    }

    /// Fog until late in the morning leaves the sky of the rest.
    @Test(arguments: [0, 1]) func fogAndTheRest(day: Int) throws {
        let fog = Dictionary(uniqueKeysWithValues: (day == 0 ? 6..<11 : 0..<11).map { ($0, (Condition.fog, 0.0, 0.0)) })
        let scene = try scene(fog, day: day, sky: .mostlyClear)
        #expect(try sentence(scene, day: day).contains("fog until 11:00, then mostly sunny, "))
        try expect("fog", of: scene, day: day, at: #_sourceLocation)
    }

    /// Beyond the hours, the provider's.
    @Test func dayWithoutHoursIsTheProviders() throws {
        var scene = try scene([:], day: 1)
        scene.report?.days[1].condition = .thunderstorm
        scene.report?.days[1].likelihood = .possible
        scene.report?.hours.removeLast(25)
        try expect("thunderstorm possible", likelihood: .possible, of: scene, day: 1, at: #_sourceLocation)
    }

    /// The probability stands beside an hour's words.
    @Test func hoursKeepTheirWords() throws {
        let scene = try scene([8: (.drizzle, 0.2, 10)], day: 0)
        let hours = try HourlyView.lines(of: scene, hours: 6, as: .text, in: Style(icons: .ascii))
        #expect(hours.contains { $0.hasPrefix("08:00") && $0.contains("10%") && $0.hasSuffix("drizzle") }, "\(hours)")
    }
}
