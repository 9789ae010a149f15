import ClientProtocol
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Every view in every language, without English words.
@Suite struct TranslatedViewTests {
    @Test(arguments: translations)
    func noEnglishIsLeft(_ language: Language) throws {
        let own = Self.letters(of: language.words.allText)
        let english = Self.letters(of: Language.english.words.allText).subtracting(own).subtracting(Self.typed)
        for (view, lines) in try views(in: language) {
            for line in lines {
                let left = Self.letters(of: line).intersection(english)
                #expect(left.isEmpty, "\(view): \(line)")
            }
        }
    }

    /// Every view with text in English differs, so none of them has untranslated text only.
    @Test(arguments: translations)
    func everyViewDiffers(_ language: Language) throws {
        for (own, english) in zip(try views(in: language), try views(in: .english)) {
            #expect(own.lines != english.lines, "\(own.view)")
        }
    }

    /// `Dim.` is below `Aujourd’hui`.
    @Test func daysAtLineStartAreCapitalized() throws {
        let style = Style(language: .french)
        let scene = try Montevideo.scene()
        let daily = try DailyView.lines(of: scene, days: nil, as: .text, in: style)
        let current = try CurrentView.lines(of: scene, as: .text, in: style)
        let hourly = try HourlyView.lines(of: scene, hours: nil, as: .text, in: style)
        #expect(daily.contains { $0.hasPrefix("Dim. 22 nov. ") })
        #expect(current.contains { $0.hasPrefix("Dim. ") })
        #expect(hourly.contains("Dimanche 22 novembre"))
    }

    @Test(arguments: [(Language.japanese, "、"), (.chinese, "，")])
    func listsUseSeparatorOfLanguage(_ language: Language, separator: String) throws {
        let style = Style(language: language)
        let scene = try scene()
        let current = try CurrentView.lines(of: scene, as: .text, in: style)
        #expect(current.first?.hasPrefix("Montevideo\(separator)2026年11月21日") == true)
        let card = PlaceCard(scene: scene, position: 1, isCurrent: true, isShown: true)
        let places = PlacesView.lines(of: [card], noLocation: nil, as: .text, in: style)
        for line in current + places { #expect(!line.contains(", "), "\(line)") }
    }

    /// The words of a text, in lower case.
    private static func letters(of text: String) -> Set<String> {
        Set(text.lowercased().split(whereSeparator: { !$0.isLetter }).map(String.init).filter { $0.count > 2 })
    }

    /// Commands and codes are the same in every language.
    private static let typed: Set = ["weatherctl", "set", "location", "places", "add", "funchal", "openweather", "utc"]

    private func views(in language: Language) throws -> [(view: String, lines: [String])] {
        var style = Style(language: language)
        style.shortTemplate = try Template(
            "{icon} {temperature} {feels-like} {condition} {place} {high} {low} {wind} {humidity} {precipitation} "
                + "{pressure} {age} {nowcast}")
        let montevideo = try scene()
        let stale = try scene(at: "2026-11-21T20:42:00-03:00")
        let ahead = try scene(at: "2026-11-21T14:10:00-03:00")
        var tromso = try Tromsø.scene()
        tromso.report?.provider = Self.provider
        var warned = montevideo
        warned.alerts = try Montevideo.scene(warning: [alert()], by: Self.provider).alerts
        var unwarned = stale
        unwarned.alerts = AlertReport(
            coordinate: montevideo.place.coordinate, provider: Self.provider, fetchedAt: montevideo.now)
        var air = montevideo
        air.air = try Montevideo.airScene().air
        air.air?.provider = Self.provider
        var sample = montevideo
        sample.report?.provider = sampleProvider
        sample.isApproximate = true
        var nowhere = montevideo
        nowhere.report = nil
        nowhere.place.name = nil
        nowhere.place.locality = Locality(name: "X", offset: Locality.Offset(distance: 41_000, bearing: 225))
        var views: [(view: String, lines: [String])] = []
        for scene in [montevideo, stale, ahead, tromso, warned, sample] {
            views.append(("short", try ShortView.lines(of: scene, as: .text, in: style)))
            views.append(("current", try CurrentView.lines(of: scene, as: .text, in: style)))
            views.append(("hourly", try HourlyView.lines(of: scene, hours: nil, as: .text, in: style)))
            views.append(("daily", try DailyView.lines(of: scene, days: nil, as: .text, in: style)))
            views.append(("sun", SunView.lines(of: scene, as: .text, in: style)))
        }
        views.append(("alerts", try AlertsView.lines(of: warned, as: .text, in: style)))
        views.append(("no alerts", try AlertsView.lines(of: unwarned, as: .text, in: style)))
        views.append(("air", try AirView.lines(of: air, as: .text, in: style)))
        views.append(("sun nowhere", SunView.lines(of: nowhere, as: .text, in: style)))
        let cards = [
            PlaceCard(scene: sample, position: nil, isCurrent: true, isShown: false),
            PlaceCard(scene: stale, position: 1, isCurrent: false, isShown: true),
        ]
        views.append(("places", PlacesView.lines(of: cards, noLocation: nil, as: .text, in: style)))
        views.append(("no places", PlacesView.lines(of: [], noLocation: nil, as: .text, in: style)))
        return views
    }

    /// A template without an error message, which would be English.
    private static let provider = Provider(id: "x", name: "X")

    private func scene(at time: String = "2026-11-21T15:42:00-03:00") throws -> Scene {
        var scene = try Montevideo.scene(at: time, provider: Self.provider)
        scene.report?.precipitation = try Montevideo.shower()
        return scene
    }

    /// Without the authority's own texts.
    private func alert() throws -> Alert {
        var alert = Alert(id: "1", event: "X", severity: .severe)
        alert.issuedAt = try moment("2026-11-21T14:10:00-03:00")
        alert.onset = try moment("2026-11-21T20:00:00-03:00")
        alert.ends = try moment("2026-11-22T18:00:00-03:00")
        return alert
    }
}
