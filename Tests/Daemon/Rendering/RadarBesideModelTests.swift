import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Sources that differ name themselves: radar and model, station and model.
@Suite struct RadarBesideModelTests {
    /// - Parameters:
    ///   - rate: of the radar until 16:30, mm/h.
    ///   - station: its weather; nil without a station.
    private func scene(_ model: Condition, rate: Double?, amount: Double = 0, station: Condition? = nil) throws -> Scene
    {
        var scene = try Montevideo.scene()
        scene.report?.currentOrigin = .analysis
        scene.report?.current?.condition = model
        scene.report?.current?.precipitation = amount
        let start = try moment("2026-11-21T15:40:00-03:00")
        let place = try #require(Montevideo.coordinate)
        var measurements = Measurements(source: .both)
        if let rate {
            var radar = RadarReport(coordinate: place, provider: Provider(id: "r", name: "R"), fetchedAt: start)
            radar.precipitation = PrecipitationSeries(
                (1...24).map {
                    PrecipitationStep(
                        end: start.advanced(by: $0 * 300), duration: 300, amount: $0 <= 10 ? rate / 12 : 0)
                })
            measurements.radar = radar
        }
        if let station {
            var airport = Observation(station: Station(id: "SUMU", distance: 9000), time: start.advanced(by: -600))
            airport.take(16, as: .temperature)
            airport.conditions.condition = station
            measurements.stations = ObservationReport(
                choosing: [airport], for: place, from: Provider(id: "s", name: "S"), at: start)
        }
        let now = scene.now
        scene.report = scene.report?.measured(by: measurements, at: now)
        return scene
    }

    private func rows(_ scene: Scene, _ language: Language) throws -> [String] {
        var style = Style(icons: .ascii)
        style.speak(language, locale: language.rawValue)
        return try CurrentView.lines(of: scene, as: .text, in: style)
            .map { $0.split(separator: " ").joined(separator: " ") }
    }

    @Test(arguments: [
        (
            Language.english, "radar: rain; model: partly cloudy", "Nowcast radar: dry from 16:30",
            "Precipitation 2.0 mm/h, radar"
        ),
        (
            .german, "Radar: Regen; Modell: wolkig", "Radar: trocken ab 16:30 Uhr",
            "Niederschlag 2,0 mm/h, Radar"
        ),
    ])
    func rainOfTheRadarBesideADryModel(language: Language, condition: String, nowcast: String, amount: String) throws {
        let rows = try rows(scene(.partlyCloudy, rate: 2), language)
        #expect(rows.contains { $0.hasSuffix(condition) }, "\(rows)")
        #expect(rows.contains { $0.hasSuffix(nowcast) }, "\(rows)")
        #expect(rows.contains(amount), "\(rows)")
    }

    @Test(arguments: [
        (Language.english, "radar: dry; model: light rain", "Precipitation 0.0 mm/h, radar"),
        (.german, "Radar: trocken; Modell: leichter Regen", "Niederschlag 0,0 mm/h, Radar"),
    ])
    func dryRadarBesideARainyModel(language: Language, condition: String, amount: String) throws {
        let rows = try rows(scene(.rainLight, rate: 0, amount: 0.4), language)
        #expect(rows.contains { $0.hasSuffix(condition) }, "\(rows)")
        #expect(rows.contains(amount), "\(rows)")
    }

    /// Both rain: the kind and the amount are the model's.
    @Test(arguments: [
        (Language.english, "model: light rain", "Precipitation 0.4 mm in 1 h, model"),
        (.german, "Modell: leichter Regen", "Niederschlag 0,4 mm in 1 h, Modell"),
    ])
    func modelBesideARadarThatAgrees(language: Language, condition: String, amount: String) throws {
        let rows = try rows(scene(.rainLight, rate: 2, amount: 0.4), language)
        #expect(rows.contains { $0.contains(condition.prefix { $0 != ":" } + ": ") && !$0.contains("adar") }, "\(rows)")
        #expect(rows.contains { $0.hasSuffix(String(condition.drop { $0 != " " })) }, "\(rows)")
        #expect(rows.contains(amount), "\(rows)")
    }

    /// The station has no gauge, and the model rains.
    @Test(arguments: [
        (Language.english, "partly cloudy", "Precipitation 0.4 mm in 1 h, model"),
        (.spanish, "intervalos nubosos", "Precipitación 0,4 mm en 1 h, modelo"),
    ])
    func measuredPresentBesideModelledRain(language: Language, condition: String, amount: String) throws {
        let rows = try rows(scene(.rainLight, rate: nil, amount: 0.4, station: .partlyCloudy), language)
        #expect(rows.contains { $0.hasSuffix(" \(condition)") && !$0.contains(":") }, "\(rows)")
        #expect(rows.contains(amount), "\(rows)")
    }

    @Test func bothAreNamedInEveryLanguage() throws {
        for language in Language.allCases {
            let words = language.words
            let text = try rows(scene(.partlyCloudy, rate: 2), language).joined(separator: "\n")
            let sources = [words.phrase(.radar), words.phrase(.model), words.falling(isSnow: false)]
            #expect(sources.allSatisfy(text.contains) && text.contains(words.condition(.partlyCloudy)), "\(text)")
            let dry = try rows(scene(.rainLight, rate: 0), language).joined(separator: "\n")
            #expect(dry.contains(words.stated(words.phrase(.dry), by: .radar)), "\(dry)")
        }
    }

    @Test func barsShowTheRadarsRain() throws {
        let wet = try scene(.partlyCloudy, rate: 2)
        #expect(try line("{icon} {condition}", of: wet) == "🌧️ light rain")
        let json = try object(CurrentView.lines(of: wet, as: .json, in: Style()))
        #expect((json["condition"] as? [String: Any])?["code"] as? String == "rain-light")
        #expect(json["conditionOrigin"] as? String == "radar" && json["precipitationOrigin"] as? String == "radar")
        #expect(json["precipitationMM"] as? Double == 2 && json["origin"] as? String == "analysis")
        let dry = try scene(.rainLight, rate: 0, amount: 0.4)
        #expect(try line("{condition}", of: dry) == "mostly sunny")
    }

    // MARK: - The day's sentence beside a measured present

    @Test(
        arguments: [
            (.thunderstorm, "Rest of today (model): light rain from 20:00, 16°C to 21°C."),
            (.fog, "Rest of today (model): light rain from 20:00, 16°C to 21°C."),
            (.partlyCloudy, "Rest of today: light rain from 20:00, 16°C to 21°C."),
            (.unknown, "Rest of today: light rain from 20:00, 16°C to 21°C."),
        ] as [(Condition, String)])
    func sentenceThatContradictsAStationIsTheModels(measured: Condition, text: String) throws {
        #expect(try line("{summary}", of: scene(.partlyCloudy, rate: nil, station: measured)) == text)
    }

    @Test func sentenceOfRainThatTheStationLacksIsTheModels() throws {
        var scene = try scene(.rainLight, rate: nil, station: .partlyCloudy)
        scene.report?.hours[15].conditions.condition = .rainLight
        scene.report?.hours[15].conditions.precipitation = 1
        scene.report?.hours[15].precipitationProbability = 90
        let text = try line("{summary}", of: scene)
        #expect(text.hasPrefix("Rest of today (model): light rain until 16:00"))
        scene.report?.current?.condition = .rainHeavy
        #expect(try line("{summary}", of: scene).hasPrefix("Rest of today: light rain until 16:00"))
    }

    @Test func sentenceThatContradictsTheRadarIsTheModels() throws {
        #expect(
            try line("{summary}", of: scene(.partlyCloudy, rate: 2)).hasPrefix("Rest of today (model): light rain from")
        )
        #expect(try line("{summary}", of: scene(.partlyCloudy, rate: 0)).hasPrefix("Rest of today: light rain from"))
        // The present's model and the radar agree, and the hours do not.
        #expect(
            try line("{summary}", of: scene(.rainLight, rate: 2)).hasPrefix("Rest of today (model): light rain from"))
        for language in Language.allCases {
            var style = Style()
            style.speak(language, locale: language.rawValue)
            let text = try line("{summary}", of: scene(.partlyCloudy, rate: 2), in: style)
            #expect(text.contains(style.words.phrase(.model)), "\(text)")
        }
    }
}
