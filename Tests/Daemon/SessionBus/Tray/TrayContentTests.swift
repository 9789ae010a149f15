import ClientProtocol
import Languages
import Rendering
import Testing
import Weather

@testable import SessionBus
@testable import SystemBus

/// What the tray item shows, from replies of the line protocol.
struct TrayContentTests {
    /// The replies, with parts that a test may change.
    struct Fixture {
        var name = "Lisbon"
        var freshness = "fresh"
        var isOffline = false
        var isSample = false
        var hasWeather = true
        var alerts = ""
        var places = 1
        var isAlternate = false
        var tooltip = "Lisbon, Saturday 21 November\\n\\nFeels like    20.1°C\\nToday 9°C  ▄▄▄▄  19°C"
        var language = Language.english

        private var quotedName: String { name.replacing("\"", with: "\\\"") }

        var properties: PropertyValues.Replies {
            PropertyValues.Replies(
                current: hasWeather
                    ? .ok([
                        #"{"place":{"name":"\#(quotedName)"},"temperatureC":21.2,"condition":{"code":"partly-cloudy","#
                            + #""text":"partly cloudy"},"isDay":true,"texts":{"temperature":"21°"}}"#
                    ]) : .error(.noData, "the forecast ended on Friday at 12:00"),
                short: .ok(["21°C"]),
                status: .ok([
                    #"{"place":{"name":"\#(quotedName)"},"freshness":"\#(freshness)","offline":\#(isOffline),"#
                        + #""sample":\#(isSample)}"#
                ]),
                alerts: .ok([#"{"alerts":[\#(alerts)]}"#]),
                places: .ok([
                    #"{"places":["#
                        + (0..<places).map {
                            #"{"place":{"name":"\#($0 == 0 ? quotedName : "Place \($0)")"},"shown":\#($0 == 0),"#
                                + #""texts":{"temperature":"\#($0)°","line":"x"}}"#
                        }.joined(separator: ",") + "]}"
                ]), temperature: hasWeather ? "21°C" : nil, units: "", next: UnixTime(200))
        }

        var content: TrayContent {
            let properties = properties
            return TrayContent(
                properties, PropertyValues.Trees(properties),
                TrayContent.Replies(
                    bar: hasWeather ? .ok([#"{"tooltip":"\#(tooltip)"}"#]) : .error(.noData, "the forecast ended"),
                    hourly: .ok([
                        #"{"hours":[{"condition":{"text":"rain"},"texts":{"time":"Now","temperature":"21°"}},"#
                            + #"{"condition":{"text":"dry_"},"texts":{"time":"13:00","temperature":"22°","#
                            + #""probability":"60%"}}]}"#
                    ]), next: UnixTime(100), isAlternate: isAlternate, words: language.words))
        }
    }

    static let alert =
        #"{"event":"Storm <b>","inForce":true,"severity":"severe","headline":"Stay inside","area":"Coast","#
        + #""sender":"IPMA","texts":{"when":"until Sunday 18:00","severity":"severe"}}"#

    @Test func freshWeather() {
        let content = Fixture().content
        #expect(content.title == "Lisbon: 21°C, partly cloudy")
        #expect(content.temperature == "21°" && content.iconName == "weather-few-clouds")
        #expect(!content.isDoubtful && content.severity == nil)
        #expect(content.details == ["Feels like\u{2003}20.1°C", "Today 9°C\u{2003}19°C"])
        #expect(content.next == UnixTime(100))
    }

    @Test func doubtsAreNamed() {
        #expect(Fixture(freshness: "stale").content.title == "Lisbon: 21°C, partly cloudy (stale)")
        #expect(
            Fixture(freshness: "stale", isOffline: true).content.title
                == "Lisbon: 21°C, partly cloudy (offline, stale)")
        #expect(Fixture(isSample: true).content.title.hasSuffix("(sample data)"))
        for fixture in [Fixture(freshness: "stale"), Fixture(isOffline: true), Fixture(isSample: true)] {
            #expect(fixture.content.isDoubtful)
        }
    }

    /// Old weather is never shown as present.
    @Test func expiredWeatherIsNotShown() {
        for fixture in [Fixture(freshness: "expired"), Fixture(freshness: "none", hasWeather: false)] {
            let content = fixture.content
            #expect(content.temperature == nil && content.iconName == nil)
            #expect(!content.title.contains("21") && content.isDoubtful, "\(content.title)")
            #expect(!content.menu.contains { $0.label == "Next hours" })
        }
        let none = Fixture(freshness: "none", hasWeather: false).content
        #expect(none.title == "Lisbon: no weather yet" && none.details == ["the forecast ended"])
    }

    @Test func warningsComeFirst() throws {
        let content = Fixture(alerts: Self.alert).content
        #expect(content.severity == .severe)
        let first = try #require(content.menu.first)
        #expect(first.label == "Storm <b>, until Sunday 18:00" && first.kind == .submenu)
        #expect(first.children.map(\.label) == ["Stay inside", "Severe", "Coast", "IPMA"])
        let announced = Self.alert.replacing("\"inForce\":true", with: "\"inForce\":false")
        #expect(Fixture(alerts: announced).content.severity == nil)
        let many = Fixture(alerts: Array(repeating: Self.alert, count: 9).joined(separator: ",")).content
        #expect(many.menu.filter { $0.icon == "dialog-warning" }.count == 5)
        #expect(many.menu.contains { $0.label.contains("4") && $0.label.contains("weatherctl alerts") })
    }

    /// Hosts read titles and details as markup, as text, or guess.
    @Test func namesCannotBecomeMarkup() {
        let content = Fixture(name: #"<b>A & B</b>"#, tooltip: #"<b>A & B</b>"#).content
        #expect(content.title.hasPrefix("‹b›A + B‹/b›: "))
        for text in [content.title] + content.details { #expect(!text.contains { "<>&".contains($0) }) }
        // Menus are plain text.
        #expect(content.menu.contains { $0.label.hasPrefix("<b>A & B</b>: ") })
    }

    @Test func longAndRightToLeftNames() {
        let long = Fixture(name: String(repeating: "a", count: 100)).content
        #expect(long.title.hasPrefix(String(repeating: "a", count: 39) + "…: "))
        #expect(Fixture(name: "ירושלים").content.title.hasPrefix("\u{2068}ירושלים\u{2069}: "))
    }

    @Test func wordsAreThoseOfTheLanguage() {
        let content = Fixture(freshness: "stale", places: 2, language: .german).content
        let labels = content.menu.map(\.label)
        for label in ["Nächste Stunden", "Orte", "Einheiten", "Aktualisieren"] { #expect(labels.contains(label)) }
        for language in Language.allCases {
            let labels = Fixture(places: 2, language: language).content.menu.filter { $0.kind != .separator }.map(
                \.label)
            #expect(Set(labels).count == labels.count && labels.allSatisfy { !$0.isEmpty }, "\(language)")
        }
    }

    // MARK: - Properties

    private func properties(_ fixture: Fixture, _ icon: TraySettings.Icon = .temperature) -> TrayProperties {
        var settings = TraySettings()
        settings.icon = icon
        return TrayProperties(fixture.content, settings)
    }

    @Test func everyPropertyHasItsType() {
        for fixture in [Fixture(), Fixture(alerts: Self.alert), Fixture(freshness: "none", hasWeather: false)] {
            let all = properties(fixture).all
            for (name, type) in TrayInterface.item.properties { #expect(all[name]?.signature == type, "\(name)") }
        }
    }

    @Test func iconIsTheTemperatureOrTheWeather() {
        #expect(properties(Fixture()).value(of: "IconName") == .string(""))
        #expect(properties(Fixture(), .weather).value(of: "IconName") == .string("weather-few-clouds"))
        #expect(properties(Fixture(isAlternate: true)).value(of: "IconName") == .string("weather-few-clouds"))
        // A themed icon could not be dimmed.
        let stale = properties(Fixture(freshness: "stale"), .weather)
        #expect(stale.value(of: "IconName") == .string("") && stale.icon.isDimmed)
    }

    @Test func warningNeedsAttention() {
        let warned = properties(Fixture(alerts: Self.alert))
        #expect(warned.status == "NeedsAttention" && warned.icon.line != nil)
        #expect(warned.value(of: "AttentionIconPixmap") == warned.value(of: "IconPixmap"))
        let calm = properties(Fixture())
        #expect(calm.status == "Active" && calm.icon.line == nil)
        #expect(calm.value(of: "AttentionIconPixmap") == .list(of: "(iiay)", []))
        #expect(warned.signals(since: calm).map(\.name).contains("NewStatus"))
    }

    @Test func signalsAreOnlyForChanges() {
        #expect(properties(Fixture()).signals(since: properties(Fixture())).isEmpty)
        #expect(properties(Fixture(tooltip: "new")).signals(since: properties(Fixture())).map(\.name) == ["NewToolTip"])
        #expect(
            properties(Fixture(name: "Oslo")).signals(since: properties(Fixture())).map(\.name)
                == ["NewTitle", "NewToolTip"])
    }
}
