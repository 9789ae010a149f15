import Rendering
import Testing
import Weather

@Suite struct TemplateFieldTests {
    /// With a value for every placeholder.
    private func full() throws -> Scene {
        var scene = try Montevideo.airScene()
        let flood = Alert(
            id: "2", event: "Flood Watch", severity: .moderate, kind: .flood,
            onset: try moment("2026-11-22T14:00:00-03:00"))
        scene.alerts = try Montevideo.scene(warning: [Montevideo.storm(), flood]).alerts
        scene.report?.precipitation = try Montevideo.shower()
        scene.place.locality = Locality(name: "Montevideo", region: "Montevideo Department", country: "Uruguay")
        scene.lastFailure = .hostNotFound(host: "api.open-meteo.com")
        scene.staleAfter = 200
        scene.past = PastTemperatures([.init(time: UnixTime(scene.now.seconds - 86_400 - 720), temperature: 13.6)])
        scene.normals = NormalsReport(
            coordinate: scene.place.coordinate, provider: openMeteo, fetchedAt: scene.now,
            normals: try #require(
                Normals(
                    highs: Array(repeating: 19, count: Normals.dates), lows: Array(repeating: 11, count: Normals.dates))
            ))
        scene.ensemble = EnsembleReport(
            coordinate: scene.place.coordinate, provider: openMeteo, fetchedAt: scene.now,
            days: [
                EnsembleDay(
                    date: CalendarDate(year: 2026, month: 11, day: 21), members: 51, high: Spread(from: 19, to: 23))
            ])
        scene.marine = MarineReport(
            coordinate: scene.place.coordinate, provider: openMeteo, fetchedAt: scene.now,
            hours: [0, 0.5, 1, 0.5, 0].enumerated().map { index, level in
                var hour = MarineHour(time: UnixTime(scene.now.seconds - scene.now.seconds % 3600 + index * 3600))
                (hour.waveHeight, hour.waterTemperature, hour.seaLevel) = (1.44, 8.4, level)
                return hour
            })
        return scene
    }

    /// With only the values that are always present.
    private func empty() throws -> Scene {
        var scene = try Montevideo.scene()
        scene.report?.current = Conditions()
        scene.report?.days = []
        scene.report?.hours = []
        return scene
    }

    static let texts: [(name: String, full: String, empty: String)] = [
        ("temperature", "18°C", "–"),
        ("feels-like", "17°C", "–"),
        ("dew-point", "11°C", "–"),
        ("humidity", "63%", "–"),
        ("cloud-cover", "40%", "–"),
        ("pressure", "1015 hPa", "–"),
        ("wind", "14 km/h", "–"),
        ("gusts", "31 km/h", "–"),
        ("precipitation", "0.0 mm", "–"),
        ("rain", "0.0 mm", "–"),
        ("snow", "0.0 cm", "–"),
        ("visibility", "24 km", "–"),
        ("uv", "6", "–"),
        ("heat-index", "–", "–"),
        ("humidex", "–", "–"),
        ("wind-chill", "–", "–"),
        ("wet-bulb", "13°C", "–"),
        ("wbgt", "19°C", "–"),
        ("icon", "⛅", "❔"),
        ("condition", "partly cloudy", "unknown"),
        ("place", "Montevideo", "Montevideo"),
        ("region", "Montevideo Department", ""),
        ("country", "Uruguay", ""),
        ("high", "21°C", "–"),
        ("low", "12°C", "–"),
        ("wind-direction", "SSW", "–"),
        ("wind-arrow", "↗", "–"),
        ("probability", "5%", "–"),
        ("nowcast", "rain expected in 18 min", ""),
        ("alert", "Storm Warning", ""),
        ("alert-severity", "severe", ""),
        ("alert-kind", "wind", ""),
        ("announced", "Flood Watch", ""),
        ("announced-from", "from Sunday", ""),
        ("announced-severity", "moderate", ""),
        ("announced-kind", "flood", ""),
        ("air-quality", "34", "–"),
        ("air-quality-band", "fair", "–"),
        ("wave-height", "1.4 m", ""),
        ("water-temperature", "8°C", "–"),
        ("tide", "High tide 17:00", ""),
        ("sunrise", "05:21", "–"),
        ("sunset", "19:40", "–"),
        ("daylight-left", "3 h 58 min of daylight left", ""),
        ("moon", "🌖", "🌖"),
        ("moon-phase", "waxing gibbous", "waxing gibbous"),
        ("weekday", "Saturday", "Saturday"),
        ("date", "Sat 21 Nov", "Sat 21 Nov"),
        ("time", "15:42", "15:42"),
        ("summary", "Rest of today: light rain from 20:00, 16°C to 21°C.", ""),
        ("trend", "rising to 20°C", ""),
        ("trend-arrow", "↗", ""),
        ("tomorrow", "same temperature as today", ""),
        ("tomorrow-icon", "🌧️", "–"),
        ("tomorrow-condition", "light rain", "–"),
        ("tomorrow-high", "22°C", "–"),
        ("tomorrow-low", "12°C", "–"),
        ("tomorrow-summary", "Tomorrow: light rain until 06:00, 12°C to 21°C.", ""),
        ("yesterday-difference", "4° warmer than yesterday", ""),
        ("normal-high", "19°C", "–"),
        ("normal-low", "11°C", "–"),
        ("high-range", "19°C – 23°C", ""),
        ("age", "4 min", "4 min"),
        ("updated", "15:38", "15:38"),
        ("freshness", "stale", ""),
        ("offline", "offline", ""),
        ("error", "cannot resolve api.open-meteo.com; this machine may be offline", ""),
        ("provider", "Open-Meteo", "Open-Meteo"),
    ]

    @Test func everyFieldHasAOneLineDescription() {
        let names = Self.texts.map(\.name)
        let listed = Template.placeholders.map(\.name).filter { names.contains($0) }
        #expect(listed == names)
        let quantities = Conditions.quantities.compactMap(\.placeholder?.name)
        #expect(Set(Template.placeholders.map(\.name)) == Set(names + quantities))
        for (name, meaning) in Template.placeholders {
            #expect(!meaning.isEmpty && !meaning.contains("\n") && meaning.last != ".", "\(name)")
        }
    }

    @Test func everyQuantityIsShown() throws {
        for quantity in Conditions.quantities {
            guard let placeholder = quantity.placeholder else { continue }
            var scene = try Montevideo.scene()
            var current = Conditions()
            #expect(try line("{\(placeholder.name)}", of: self.empty()) == "–")
            quantity.set(&current, (quantity.range.lowerBound + quantity.range.upperBound) / 2)
            scene.report?.current = current
            let text = try line("{\(placeholder.name)}", of: scene)
            #expect(text.contains { $0.isNumber }, "\(placeholder.name): \(text)")
        }
    }

    @Test(arguments: texts)
    func fieldWithAndWithoutValue(name: String, full: String, empty: String) throws {
        var scene = try self.full()
        // A stale report has no nowcast, and shows the forecast.
        if name != "freshness" { scene.staleAfter = 3600 }
        let announced = ["announced", "announced-from"].contains(name) ? "" : " ⚠️  from Sunday"
        let remark = (name == "alert" ? "" : " ⚠️") + announced + (name == "freshness" ? " (forecast)" : "")
        #expect(try line("{\(name)}", of: scene) == full + remark)
        #expect(try line("{\(name)}", of: self.empty()) == empty)
        #expect(try line("x{({\(name)})}x", of: self.empty()) == (["", "–"].contains(empty) ? "xx" : "x\(empty)x"))
    }

    @Test(arguments: [
        (0.0, "↓"), (45, "↙"), (90, "←"), (180, "↑"), (225, "↗"), (270, "→"), (337, "↘"), (338, "↓"), (360, "↓"),
    ])
    func arrowPointsDownwind(degrees: Double, arrow: String) throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.windDirection = degrees
        #expect(try line("{wind-arrow}", of: scene) == arrow)
    }

    @Test func airQualityUsesAvailableIndex() throws {
        var scene = try Montevideo.airScene()
        scene.air?.hours[0].europeanIndex = nil
        #expect(try line("{air-quality} {air-quality-band}", of: scene) == "52 moderate")
        scene.air?.hours[0].usIndex = nil
        scene.air?.hours[0].openWeatherIndex = 4
        #expect(try line("{air-quality} {air-quality-band}", of: scene) == "4 poor")
        scene.now = scene.now.advanced(by: 86_400)
        #expect(try line("{air-quality} {air-quality-band}", of: scene) == "– – (forecast)")
    }

    @Test func dateHasNoPadding() throws {
        var scene = try Montevideo.scene()
        scene.staleAfter = 100 * 86_400
        scene.now = try moment("2026-12-05T10:00:00-03:00")
        scene.report?.observedAt = scene.now
        #expect(
            try line("{weekday}, {date} {updated}", of: scene) == "Saturday, Sat 5 Dec 15:38 on Saturday 21 November")
    }

    @Test func polarNight() throws {
        #expect(try line("{sunrise} {sunset} {daylight-left}{( {moon})}", of: Tromsø.scene()) == "– – 🌔")
    }
}
