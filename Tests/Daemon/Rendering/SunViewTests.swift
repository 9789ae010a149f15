import ClientProtocol
import Foundation
import Rendering
import Testing
import Weather

@Suite struct SunViewTests {
    private func scene(_ latitude: Double, _ longitude: Double, _ zone: String?, _ time: String) throws -> Scene {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let locality = Locality(name: "Somewhere", timeZone: zone)
        return Scene(
            place: Place(coordinate: coordinate, locality: locality), report: nil, now: try moment(time),
            staleAfter: 3600)
    }

    private func lines(_ scene: Scene, _ icons: Icons = .emoji) -> [String] {
        SunView.lines(of: scene, as: .text, in: Style(icons: icons))
    }

    private func json(_ scene: Scene) throws -> [String: Any] {
        let line = try #require(SunView.lines(of: scene, as: .json, in: Style()).first)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func value(_ label: String, _ scene: Scene) -> String? {
        lines(scene).first { $0.hasPrefix(label + "  ") }.map { String($0.dropFirst(label.count).drop { $0 == " " }) }
    }

    @Test func springDay() throws {
        let scene = try scene(52.52, 13.405, "Europe/Berlin", "2026-04-15T12:00:00+02:00")
        #expect(
            lines(scene).joined(separator: "\n") == """
                Somewhere, Wednesday 15 April 2026

                Dawn                   05:32
                Sunrise                06:08
                Solar noon             13:06
                Sunset                 20:05
                Dusk                   20:41
                Day length             13 h 56 min, 3 min 59 s longer than yesterday
                Nautical twilight      morning from 04:47, evening until 21:27
                Astronomical twilight  morning from 03:56, evening until 22:19

                Moon                   🌘 waning crescent, 6% lit
                Moonrise               05:15
                Moonset                17:42
                Next new moon          Friday 13:52
                Next full moon         Friday 1 May 19:23

                computed for 52.52°N 13.41°E
                """)
        let sun = try json(scene)
        #expect(sun["date"] as? String == "2026-04-15" && sun["daylight"] as? String == "sun")
        #expect((sun["sunrise"] as? String)?.hasPrefix("2026-04-15T06:08:") == true)
        #expect(sun["dayLengthChangeSeconds"] as? Int == 239)
        #expect((sun["civilTwilight"] as? [String: String])?["course"] == "dawn-and-dusk")
        let moon = try #require(sun["moon"] as? [String: Any])
        #expect(moon["phase"] as? String == "waning-crescent" && moon["icon"] as? String == "🌘")
        #expect(moon["nextNewMoon"] as? String == "2026-04-17T13:52:00+02:00")
    }

    @Test func polarNight() throws {
        let scene = try scene(69.65, 18.96, "Europe/Oslo", "2026-12-21T12:00:00+01:00")
        #expect(value("Sun", scene) == "does not rise today")
        #expect(value("Sunrise", scene) == nil && value("Day length", scene) == nil)
        #expect(value("Dawn", scene) == "09:31" && value("Dusk", scene) == "13:53")
        #expect(value("Moonset", scene) == "none today")
        let sun = try json(scene)
        #expect(sun["daylight"] as? String == "polar-night" && sun["sunrise"] is NSNull)
        #expect(sun["dayLengthSeconds"] as? Int == 0 && sun["dayLengthChangeSeconds"] as? Int == 0)
    }

    @Test func polarDay() throws {
        let scene = try scene(69.65, 18.96, "Europe/Oslo", "2026-06-21T12:00:00+02:00")
        #expect(value("Sun", scene) == "does not set today")
        #expect(value("Civil twilight", scene) == nil && value("Dawn", scene) == nil)
        #expect(try json(scene)["dayLengthSeconds"] as? Int == 86_400)
    }

    @Test func twilightAllNight() throws {
        let scene = try scene(59.91, 10.75, "Europe/Oslo", "2026-06-21T12:00:00+02:00")
        #expect(value("Dawn", scene) == "02:09" && value("Dusk", scene) == "Monday 00:27")
        #expect(value("Nautical twilight", scene) == "all night")
        #expect((try json(scene)["nauticalTwilight"] as? [String: Any])?["course"] as? String == "all-night")
    }

    @Test func noTwilightAtThePoleAndNoTimeZone() throws {
        let scene = try scene(-90, 0, nil, "2026-06-21T12:00:00Z")
        #expect(value("Civil twilight", scene) == "none, the sun stays too low")
        #expect(value("Moonrise", scene)?.hasSuffix(" UTC") == true)
        #expect(
            lines(scene).last
                == "the time zone of this place is not known yet, so the day and the times are those of UTC")
        #expect((try json(scene)["place"] as? [String: Any])?["timezone"] is NSNull)
    }

    @Test func firstDayOfMidnightSunHasNoComparison() throws {
        let scene = try scene(69.65, 18.96, "Europe/Oslo", "2026-05-18T12:00:00+02:00")
        #expect(value("Sunset", scene) == "none today")
        #expect(value("Day length", scene)?.contains("yesterday") == false)
        let sun = try json(scene)
        #expect(sun["dayLengthChangeSeconds"] is NSNull && sun["sunset"] is NSNull && sun["sunUpSince"] is NSNull)
        #expect((sun["sunrise"] as? String)?.hasPrefix("2026-05-18T") == true && sun["daylight"] as? String == "sun")
    }

    /// The sun that sets in July rose in May.
    @Test func lastDayOfMidnightSunHasNoSunrise() throws {
        let scene = try scene(69.65, 18.96, "Europe/Oslo", "2026-07-25T12:00:00+02:00")
        #expect(value("Sunrise", scene) == "none today, up since Monday 18 May")
        let sun = try json(scene)
        #expect(sun["sunrise"] is NSNull && sun["sunset"] is String)
        #expect((sun["sunUpSince"] as? String)?.hasPrefix("2026-05-18T") == true)
        #expect(try #require(sun["dayLengthSeconds"] as? Int) <= 86_400)
        let inBetween = try self.scene(69.65, 18.96, "Europe/Oslo", "2026-06-21T12:00:00+02:00")
        #expect(value("Sunrise", inBetween) == "none today, up since Monday 18 May")
    }

    /// A waxing moon is lit on the right in the north and on the left in the south.
    @Test(arguments: Icons.allCases)
    func moonIsMirroredInSouthernHemisphere(icons: Icons) throws {
        func moon(_ latitude: Double, _ time: String) throws -> String {
            let scene = try scene(latitude, 0, "UTC", time)
            let line = try #require(SunView.lines(of: scene, as: .json, in: Style(icons: icons)).first)
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return try #require((object?["moon"] as? [String: Any])?["icon"] as? String)
        }
        // New moons on 17 April and 16 May 2026: crescents, half moons and full moon in between.
        let mirrored = [("2026-04-20", "2026-05-13"), ("2026-04-24", "2026-05-09"), ("2026-05-01", "2026-05-01")]
        for (waxing, waning) in mirrored {
            let (waxing, waning) = (waxing + "T12:00:00Z", waning + "T22:00:00Z")
            #expect(try moon(-35, waxing) == moon(35, waning))
            #expect(try moon(35, waxing) == moon(-35, waning))
        }
        #expect(try moon(-35, "2026-04-20T12:00:00Z") != moon(35, "2026-04-20T12:00:00Z"))
    }

    @Test func estimatedPlaceIsLabelled() throws {
        var scene = try scene(52.52, 13.405, "Europe/Berlin", "2026-04-15T12:00:00+02:00")
        scene.isApproximate = true
        #expect(lines(scene).last?.hasPrefix("the place is estimated from the time zone") == true)
    }

    @Test(arguments: Icons.allCases)
    func everyPhaseHasAnIcon(icons: Icons) throws {
        var seen: [String: Set<String>] = [:]
        var scene = try scene(0, 0, "UTC", "2026-04-01T12:00:00Z")
        for _ in 0..<30 {
            let line = try #require(SunView.lines(of: scene, as: .json, in: Style(icons: icons)).first)
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let moon = try #require(object?["moon"] as? [String: Any])
            let phase = try #require(moon["phase"] as? String)
            seen[phase, default: []].insert(try #require(moon["icon"] as? String))
            scene.now = scene.now.advanced(by: 86_400)
        }
        #expect(seen.count == 8)
        #expect(Set(seen.values.joined()).count == 8)
        for icon in seen.values.joined() {
            switch icons {
            case .emoji: #expect(icon.unicodeScalars.first?.properties.isEmojiPresentation == true)
            case .nerdFont: #expect(icon.unicodeScalars.allSatisfy { (0xE38D...0xE3A8).contains($0.value) })
            case .weatherIcons: #expect(icon.unicodeScalars.allSatisfy { (0xF095...0xF0B0).contains($0.value) })
            case .ascii: #expect(icon.utf8.allSatisfy { (0x20...0x7E).contains($0) })
            }
        }
    }

    @Test(arguments: [
        "0001-01-02T00:00:00Z", "1582-10-10T00:00:00Z", "2011-12-30T12:00:00Z", "9999-12-29T00:00:00Z",
    ])
    func noMomentTraps(time: String) throws {
        for latitude in [-90.0, 66.5, 90] {
            let scene = try scene(latitude, 180, "Pacific/Apia", time)
            #expect(lines(scene).count > 10)
            _ = try json(scene)
        }
    }

    /// U.S. Naval Observatory: sunrise in Rome on 2016-12-01 at 07:18, sunset at 16:40.
    @Test func jsonTellsDayFromNight() throws {
        func isDay(_ time: String) throws -> Bool? {
            try json(try scene(41.89, 12.48, "Europe/Rome", "2016-12-01T\(time):00+01:00"))["isDay"] as? Bool
        }
        #expect(try isDay("07:16") == false && isDay("07:20") == true)
        #expect(try isDay("16:38") == true && isDay("16:42") == false)
        let night = try scene(41.89, 12.48, "Europe/Rome", "2016-12-01T07:16:00+01:00")
        let change = try #require(night.nextChange(of: .sun, as: .json, in: Style()))
        #expect(abs(change.seconds(since: try moment("2016-12-01T07:18:00+01:00"))) <= 60)
        var day = night
        day.now = change
        #expect(try json(day)["isDay"] as? Bool == true)
    }
}
