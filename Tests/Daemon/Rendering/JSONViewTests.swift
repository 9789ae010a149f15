import ClientProtocol
import Foundation
import Rendering
import Testing
import Weather

/// The single JSON object that a view printed.
func object(_ lines: [String]) throws -> [String: Any] {
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(!line.contains("\n"))
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}

@Suite struct JSONViewTests {
    /// JSON may be viewed in a terminal, which would interpret control characters in a name, or reverse the line.
    @Test func controlCharactersOfNamesAreRemoved() throws {
        let name = "\u{9B}31m\u{7F}\u{202E}\u{2028}\u{61C}é東☁️"
        let city = City(
            coordinate: try #require(Coordinate(latitude: 1, longitude: 2)), locality: Locality(name: name))
        let lines = SearchView.lines(of: [city], as: .json)
        #expect(lines.first?.contains(#""\u009b31m\u007f\u202e\u2028\u061cé東☁️""#) == true)
        let cities = try #require(try object(lines)["cities"] as? [[String: Any]])
        #expect(cities.first?["name"] as? String == name)
    }

    /// The keys of the outermost object, in order.
    private func keys(_ line: String) -> [String] {
        var keys: [String] = []
        var depth = 0
        var string = ""
        var isString = false
        for character in line {
            if character == "\"" {
                isString.toggle()
                if isString { string = "" }
            } else if isString {
                string.append(character)
            } else if "{[".contains(character) {
                depth += 1
            } else if "}]".contains(character) {
                depth -= 1
            } else if character == ":", depth == 1 {
                keys.append(string)
            }
        }
        return keys
    }

    @Test func currentHasDocumentedKeysInOrder() throws {
        let line = try #require(CurrentView.lines(of: Montevideo.scene(), as: .json, in: Style()).first)
        let known = [
            "schema", "place", "provider", "observedAt", "fetchedAt", "freshness", "condition", "isDay",
            "temperatureC", "feelsLikeC", "dewPointC", "humidityPercent", "cloudCoverPercent", "pressureHPa",
            "windSpeedMS", "windDirectionDeg", "windGustMS", "precipitationMM", "precipitationPeriodSeconds",
            "rainMM", "snowfallMM", "visibilityM", "visibilityAtLeast", "uvIndex", "sunrise", "sunset", "daylight",
            "origin",
            "conditionOrigin", "precipitationOrigin", "station",
            "stationAgeSeconds", "furtherSources",
            "forecastFor", "sample", "uvIndexIsClearSky", "attribution", "ageSeconds", "issuedAt", "nowcast",
            "alert", "alertsKnown", "announced", "alertsUnreadable", "alertsUnplaced", "class", "trend",
            "tomorrow", "summary", "yesterdayTemperatureC", "normalHighC", "normalLowC", "normalsAttribution",
        ]
        // Quantities that were added later are between them.
        let listed = keys(line).filter { known.contains($0) }
        #expect(listed == known)
        #expect(Set(keys(line)) == Set(known + (Conditions.quantities + Conditions.comfort).map(\.key)))
    }

    @Test func currentIsInSIUnits() throws {
        let style = Style(units: .imperial, icons: .ascii)
        let current = try object(CurrentView.lines(of: Montevideo.scene(), as: .json, in: style))
        #expect(current["schema"] as? Int == 1)
        #expect(current["temperatureC"] as? Double == 17.64)
        #expect(current["windSpeedMS"] as? Double == 3.9)
        #expect(current["visibilityM"] as? Double == 24_140)
        #expect(current["precipitationMM"] as? Double == 0)
        #expect(current["isDay"] as? Bool == true)
        #expect(current["observedAt"] as? String == "2026-11-21T15:30:00-03:00")
        #expect(current["sunset"] as? String == "2026-11-21T19:40:00-03:00")
        #expect(current["origin"] as? String == "analysis")
        #expect(current["forecastFor"] is NSNull)
        #expect(current["sample"] as? Bool == false)
        #expect(current["ageSeconds"] as? Int == 240)
        let condition = try #require(current["condition"] as? [String: Any])
        #expect(condition["code"] as? String == "partly-cloudy")
        #expect(condition["text"] as? String == "partly cloudy")
        #expect(condition["icon"] as? String == "m")
        #expect(condition["likelihood"] is NSNull)
        let place = try #require(current["place"] as? [String: Any])
        #expect(place["name"] as? String == "Montevideo")
        #expect(place["latitude"] as? Double == -34.9)
        #expect(place["timezone"] as? String == "America/Montevideo")
    }

    @Test func currentContainsOutlook() throws {
        var style = Style()
        style.units.temperature = .fahrenheit
        let current = try object(CurrentView.lines(of: Montevideo.scene(), as: .json, in: style))
        let trend = try #require(current["trend"] as? [String: Any])
        #expect(trend["change"] as? String == "rising")
        #expect(trend["temperatureC"] as? Double == 20.4)
        #expect(trend["text"] as? String == "rising to 69°F")
        let tomorrow = try #require(current["tomorrow"] as? [String: Any])
        #expect(tomorrow["differenceC"] as? Double == 0.5)
        #expect(tomorrow["text"] as? String == "same temperature as today")
        #expect(current["summary"] as? String == "Rest of today: light rain from 20:00, 61°F to 70°F.")
    }

    @Test func missingValuesAreNull() throws {
        var scene = try Montevideo.scene(provider: sampleProvider)
        scene.place.name = nil
        scene.report?.current = Conditions()
        scene.report?.days = []
        scene.report?.timeZone = "nowhere"
        let current = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        let nulls = Set(current.filter { $0.value is NSNull }.keys)
        #expect(
            nulls
                == Set((Conditions.quantities + Conditions.comfort).map(\.key)).union([
                    "alert", "announced", "alertsUnreadable", "alertsUnplaced", "attribution", "daylight",
                    "forecastFor", "isDay", "issuedAt", "nowcast",
                    "precipitationPeriodSeconds", "station", "stationAgeSeconds", "sunrise", "sunset",
                    "tomorrow", "trend", "yesterdayTemperatureC", "normalHighC", "normalLowC", "normalsAttribution",
                ]))
        #expect(current["provider"] as? String == "sample")
        #expect(current["sample"] as? Bool == true)
        #expect(current["fetchedAt"] as? String == "2026-11-21T18:38:00+00:00")
        let place = try #require(current["place"] as? [String: Any])
        #expect(place["name"] is NSNull)
        #expect(place["timezone"] as? String == "UTC")
    }

    @Test func staleCurrentIsAForecast() throws {
        let current = try object(
            CurrentView.lines(of: Montevideo.scene(at: "2026-11-21T19:45:00-03:00"), as: .json, in: Style()))
        #expect(current["freshness"] as? String == "stale")
        #expect(current["origin"] as? String == "forecast")
        #expect(current["forecastFor"] as? String == "2026-11-21T19:00:00-03:00")
        #expect(current["observedAt"] is NSNull)
        #expect(current["isDay"] as? Bool == false)
    }

    @Test func hours() throws {
        let scene = try hourly(in: "Europe/Berlin", from: "2026-10-24T23:00:00+02:00", hours: 6)
        let hourly = try object(HourlyView.lines(of: scene, hours: 5, as: .json, in: Style()))
        let hours = try #require(hourly["hours"] as? [[String: Any]])
        #expect(
            hours.map { $0["time"] as? String } == [
                "2026-10-24T23:00:00+02:00", "2026-10-25T00:00:00+02:00", "2026-10-25T01:00:00+02:00",
                "2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00",
            ])
        #expect(hours.map { $0["temperatureC"] as? Double } == [0, 1, 2, 3, 4])
        #expect(hours[0]["precipitationProbabilityPercent"] is NSNull)
        #expect(hours[0].count == Conditions.quantities.count + Conditions.comfort.count + 7)
        let line = try #require(HourlyView.lines(of: scene, hours: 1, as: .json, in: Style()).first)
        #expect(
            keys(line) == [
                "schema", "place", "provider", "fetchedAt", "freshness", "sample", "uvIndexIsClearSky", "attribution",
                "ageSeconds",
                "issuedAt", "hours",
            ])
    }

    @Test func days() throws {
        let daily = try object(DailyView.lines(of: Montevideo.scene(), days: nil, as: .json, in: Style()))
        let days = try #require(daily["days"] as? [[String: Any]])
        #expect(days.count == 7)
        let day = try #require(days.dropFirst().first)
        #expect(day["date"] as? String == "2026-11-22")
        #expect(day["weekday"] as? String == "Sunday")
        #expect((day["condition"] as? [String: Any])?["code"] as? String == "rain-light")
        #expect(day["temperatureMaxC"] as? Double == 21.5)
        #expect(day["temperatureMinC"] as? Double == 11.7)
        #expect(day["precipitationMM"] as? Double == 1.7)
        #expect(day["sunrise"] as? String == "2026-11-22T05:21:00-03:00")
        #expect(day["cloudCoverPercent"] as? Double == 40)
        #expect(day["uvIndexMax"] is NSNull)
        let night = try object(DailyView.lines(of: Tromsø.scene(), days: 1, as: .json, in: Style()))
        let polar = try #require((night["days"] as? [[String: Any]])?.first)
        #expect(polar["sunrise"] is NSNull)
        #expect(polar["daylight"] as? String == "polar-night")
    }

    @Test func short() throws {
        let short = try object(ShortView.lines(of: Montevideo.scene(provider: sampleProvider), as: .json, in: Style()))
        #expect(short["text"] as? String == "⛅ 18°C (sample data)")
        #expect(short["sample"] as? Bool == true)
        #expect(short["origin"] as? String == "sample")
        #expect(short["temperatureC"] as? Double == 17.64)
        #expect(short["alert"] is NSNull && short["attribution"] is NSNull)
        #expect(short["class"] as? [String] == ["partly-cloudy", "day", "fresh", "sample"])
    }

    @Test func worstWarningAndStyleClassesAreListed() throws {
        let scene = try Montevideo.scene(
            warning: [Alert(id: "2", event: "Frost", severity: .minor), Montevideo.storm()],
            at: "2026-11-21T22:00:00-03:00")
        for lines in [
            try ShortView.lines(of: scene, as: .json, in: Style()),
            try CurrentView.lines(of: scene, as: .json, in: Style()),
        ] {
            let view = try object(lines)
            let alert = try #require(view["alert"] as? [String: String])
            #expect(
                alert == [
                    "event": "Storm Warning", "severity": "severe", "ends": "2026-11-22T18:00:00-03:00",
                    "provider": "met-norway", "attribution": "Warnings by MET Norway (CC BY 4.0)",
                ])
            #expect(
                view["class"] as? [String] == [
                    "rain-light", "night", "stale", "forecast", "alert", "alert-severe", "wet",
                ])
            #expect(view["attribution"] as? String == openMeteo.attribution)
        }
    }

    @Test func nowcast() throws {
        var scene = try Montevideo.scene()
        scene.report?.precipitation = try Montevideo.shower()
        let current = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        let nowcast = try #require(current["nowcast"] as? [String: Any])
        #expect(nowcast["change"] as? String == "begins" && nowcast["kind"] as? String == "rain")
        #expect(nowcast["time"] as? String == "2026-11-21T16:00:00-03:00" && nowcast["minutes"] as? Int == 18)
        #expect(nowcast["text"] as? String == "rain expected in 18 min")
        #expect(nowcast["origin"] as? String == "forecast")
        func origin(reach: String) throws -> String? {
            scene.report?.radarReach = try moment(reach)
            let current = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
            return (current["nowcast"] as? [String: Any])?["origin"] as? String
        }
        #expect(try origin(reach: "2026-11-21T16:00:00-03:00") == "forecast")
        #expect(try origin(reach: "2026-11-21T16:05:00-03:00") == "radar")
    }

    @Test func noFloatingNoise() throws {
        var scene = try Montevideo.scene()
        scene.report?.current?.temperature = 0.1 + 0.2
        scene.report?.current?.windSpeed = 10 / 3.6
        scene.report?.current?.dewPoint = -0.0001
        scene.report?.current?.pressure = .infinity
        let line = try #require(CurrentView.lines(of: scene, as: .json, in: Style()).first)
        #expect(line.contains(#""temperatureC":0.3,"#))
        #expect(line.contains(#""windSpeedMS":2.778,"#))
        #expect(line.contains(#""dewPointC":0,"#))
        #expect(line.contains(#""pressureHPa":null,"#))
    }

    @Test func anyNameRoundTrips() throws {
        var scene = try Montevideo.scene()
        let name = "a\"b\\c\n\t\r\u{0}\u{1B}\u{1F}\u{7F}\u{2028}é🌤️/&<>"
        scene.place.name = name
        let current = try object(CurrentView.lines(of: scene, as: .json, in: Style()))
        #expect((current["place"] as? [String: Any])?["name"] as? String == name)
    }
}
