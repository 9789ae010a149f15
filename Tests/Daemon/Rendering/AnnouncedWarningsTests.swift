import ClientProtocol
import Foundation
import Testing
import Weather

@testable import Languages
@testable import Rendering

/// Warnings in force are shown apart from announced ones.
struct AnnouncedWarningsTests {
    /// 15:42 on a Saturday.
    private static let now = UnixTime(1_795_286_520)

    private func warning(_ event: String, from onset: Int, _ severity: Alert.Severity = .severe) -> Alert {
        Alert(
            id: event, event: event, severity: severity, kind: .wind, onset: Self.now.advanced(by: onset),
            ends: Self.now.advanced(by: onset + 86_400))
    }

    private func json(_ lines: [String]) throws -> [String: Any] {
        let line = try #require(lines.first)
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    private func scene(_ alerts: [Alert]) throws -> Scene { try Montevideo.scene(warning: alerts, by: nws) }

    @Test func announcedWarningIsNotTheAlert() throws {
        let scene = try scene([warning("Gale", from: 2 * 86_400)])
        for lines in [
            try ShortView.lines(of: scene, as: .json, in: Style()),
            try CurrentView.lines(of: scene, as: .json, in: Style()),
        ] {
            let view = try json(lines)
            #expect(view["alert"] is NSNull)
            let announced = try #require(view["announced"] as? [String: Any])
            #expect(announced["event"] as? String == "Gale" && announced["severity"] as? String == "severe")
            #expect((announced["onset"] as? String)?.hasPrefix("2026-11-23T") == true && announced["ends"] is String)
            #expect(announced["provider"] as? String == "nws")
            let classes = view["class"] as? [String] ?? []
            #expect(!classes.contains("alert") && classes.contains("announced") && classes.contains("announced-severe"))
            #expect(view["alertsUnplaced"] as? Int == 0 && view["alertsUnreadable"] as? Int == 0)
        }
        let alerts = try json(AlertsView.lines(of: scene, as: .json, in: Style()))["alerts"] as? [[String: Any]]
        #expect(alerts?.map { $0["inForce"] as? Bool } == [false])
    }

    @Test func bothAreTold() throws {
        let scene = try scene([warning("Storm", from: 2 * 86_400, .extreme), warning("Gale", from: -60, .moderate)])
        let view = try json(ShortView.lines(of: scene, as: .json, in: Style()))
        #expect((view["alert"] as? [String: Any])?["event"] as? String == "Gale")
        #expect((view["alert"] as? [String: Any])?["onset"] == nil)
        #expect((view["announced"] as? [String: Any])?["event"] as? String == "Storm")
        #expect(
            (view["class"] as? [String])?.suffix(4) == ["alert", "alert-moderate", "announced", "announced-extreme"])
        let text = try AlertsView.lines(of: scene, as: .text, in: Style()).joined(separator: "\n")
        let gale = try #require(text.range(of: "Gale (moderate)"))
        let storm = try #require(text.range(of: "Storm (extreme), from Monday"))
        #expect(gale.lowerBound < storm.lowerBound)
        let current = try CurrentView.lines(of: scene, as: .text, in: Style()).joined(separator: "\n")
        #expect(current.contains("Gale (moderate), until") && current.contains("Storm (extreme), from Monday"))
    }

    /// In a bar: a mark, and from when.
    @Test(arguments: [
        ([-60], "⚠️"), ([2 * 86_400], "⚠️  from Monday"), ([-60, 2 * 86_400], "⚠️ ⚠️  from Monday"),
        ([3600], "⚠️  from 16:42"), ([8 * 86_400], "⚠️  from Sunday 29 November"),
    ])
    func barShowsBothApart(onsets: [Int], mark: String) throws {
        let scene = try scene(onsets.enumerated().map { warning("Gale \($0)", from: $1) })
        var style = Style()
        style.shortTemplate = try Template("{temperature}")
        let line = try #require(ShortView.lines(of: scene, as: .text, in: style).first)
        let temperature = try #require(line.split(separator: " ").first)
        #expect(line.dropFirst(temperature.count + 1) == mark)
    }

    /// The worst begins on Monday, and a lesser one before: no time says that nothing comes before it.
    @Test func barShowsWhenTheFirstBegins() throws {
        let scene = try scene([warning("Storm", from: 2 * 86_400, .extreme), warning("Gale", from: 86_400, .moderate)])
        var style = Style()
        style.shortTemplate = try Template("{temperature}")
        #expect(try #require(ShortView.lines(of: scene, as: .text, in: style).first).hasSuffix("⚠️  from Sunday"))
        // The placeholders are of one warning, the worst.
        style.shortTemplate = try Template("{announced} {announced-from}")
        #expect(try ShortView.lines(of: scene, as: .text, in: style) == ["Storm from Monday"])
    }

    @Test func placeholdersTellBothApart() throws {
        let scene = try scene([warning("Gale", from: -60, .moderate), warning("Storm", from: 2 * 86_400, .extreme)])
        func line(_ template: String) throws -> String {
            var style = Style()
            style.shortTemplate = try Template(template)
            return try #require(ShortView.lines(of: scene, as: .text, in: style).first)
        }
        #expect(
            try line("{alert} {alert-severity}{( · {announced} {announced-from})}")
                == "Gale moderate · Storm from Monday")
        #expect(try line("{announced-severity} {announced-kind} {announced-from}") == "extreme wind from Monday ⚠️")
        #expect(try line("{alert}") == "Gale ⚠️  from Monday")
    }

    /// Every language has a way to say from when.
    @Test func beginningIsSaidInEveryLanguage() throws {
        let saturday = warning("Gale", from: 2 * 86_400)
        let expected = [
            "from Monday", "ab Montag", "à partir de lundi", "desde el lunes", "da lunedì", "a partir de segunda-feira",
            "od poniedziałku", "с понедельника", "з понеділка", "月曜日から", "星期一起",
        ]
        let texts = Language.allCases.compactMap { language in
            var style = Style()
            style.language = language
            return saturday.beginning(
                at: Self.now, PlaceClock(zoneName: "America/Montevideo", in: style), language.words)
        }
        #expect(Set(expected).isSubset(of: texts), "\(texts)")
    }

    @Test func viewChangesAtTheOnsetAndAtMidnight() throws {
        let scene = try scene([warning("Gale", from: 2 * 86_400)])
        let change = try #require(scene.nextChange(of: .alerts, as: .text, in: Style()))
        #expect(change <= scene.midnight)
    }

    // MARK: - Regions that cannot be located

    @Test func unplacedWarningsAreNotNoWarnings() throws {
        var scene = try scene([])
        scene.alerts?.omitted = OmittedAlerts(unlocated: 2, unlocatedSeverity: .extreme)
        let text = try AlertsView.lines(of: scene, as: .text, in: Style()).joined(separator: "\n")
        #expect(text.contains("\n\n2 warnings of regions that cannot be located, the severest extreme\n\n"))
        #expect(!text.contains("no warnings"))
        let view = try json(AlertsView.lines(of: scene, as: .json, in: Style()))
        #expect(view["alertsUnplaced"] as? Int == 2 && view["alertsUnplacedSeverity"] as? String == "extreme")
        let short = try json(ShortView.lines(of: scene, as: .json, in: Style()))
        #expect(short["alertsUnplaced"] as? Int == 2 && short["alert"] is NSNull)
        for language in Language.allCases {
            for count in [1, 2, 5, 21] {
                let sentence = language.words.unplacedWarnings(count, severest: language.words.severity(.extreme))
                #expect(sentence.contains("\(count)") && sentence.contains(language.words.severity(.extreme)))
                #expect(!language.words.unplacedWarnings(count, severest: nil).contains("("))
            }
        }
    }

    /// A red warning that cannot be placed or read: not in the bar's text, since it may be hundreds of kilometres away.
    @Test func barsTellOfWhatIsLeft() throws {
        var scene = try scene([])
        scene.alerts?.omitted = OmittedAlerts(unlocated: 1, unreadable: 2, unlocatedSeverity: .extreme)
        for templates in [nil, [try Template("{place}")]] {
            var style = Style()
            style.tooltipTemplates = templates
            let waybar = try json(ShortView.lines(of: scene, as: .waybar, in: style))
            let tooltip = try #require(waybar["tooltip"] as? String)
            #expect(tooltip.contains("1 warning of a region that cannot be located, extreme"))
            #expect(tooltip.contains("2 warnings could not be read and may be in force"))
            if templates == nil { #expect(tooltip.contains("Warnings by NWS")) }
            let classes = waybar["class"] as? [String] ?? []
            #expect(classes.contains("alert-unlocated") && classes.contains("alert-unreadable"))
            #expect(!classes.contains("alert") && (waybar["text"] as? String)?.contains("⚠") == false)
        }
        let eww = try json(ShortView.lines(of: scene, as: .eww, in: Style()))
        #expect((eww["tooltip"] as? String)?.contains("cannot be located") == true)
        scene.alerts?.omitted = OmittedAlerts()
        let none = try json(ShortView.lines(of: scene, as: .waybar, in: Style()))
        #expect((none["tooltip"] as? String)?.contains("Warnings by NWS") == false)
        #expect((none["class"] as? [String])?.contains { $0.hasPrefix("alert") } == false)
    }

    @Test func unknownWarningsAreNull() throws {
        let view = try json(ShortView.lines(of: Montevideo.scene(), as: .json, in: Style()))
        #expect(view["alert"] is NSNull && view["announced"] is NSNull)
        #expect(view["alertsUnreadable"] is NSNull && view["alertsUnplaced"] is NSNull)
    }
}
