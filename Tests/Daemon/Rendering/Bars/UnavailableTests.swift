import BarReaders
import ClientProtocol
import Foundation
import Rendering
import Testing
import Weather

@Suite("Bar output without weather")
struct UnavailableTests {
    private static let message = #"no daemon & <no> "socket" | at /run\x: start %{F-} weatherd :100:"#

    @Test(
        "The output is valid and contains the placeholder", arguments: ViewRequest.Output.allCases.filter(\.isBar),
        Unavailable.allCases)
    func isValid(output: ViewRequest.Output, state: Unavailable) throws {
        for (isWatched, text) in [(false, "–"), (true, "–"), (false, "no weather; ⏳ (yet)"), (true, "")] {
            let placeholder = try #require(Placeholder(text))
            let lines = output.unavailable(
                state, message: Self.message, placeholder: placeholder, isWatched: isWatched)
            let reading = try BarReading.all([(output, lines)], isWatched: isWatched)[0]
            // Polybar can show the user's error nowhere else.
            let hasReason = output == .polybar && state == .error && !text.isEmpty
            #expect(reading.text == (hasReason ? "\(text) \(Self.message)" : text))
            if output.hasDetails { #expect(reading.details == Self.message) }
            if !reading.classes.isEmpty { #expect(reading.classes == ["unavailable", state.rawValue]) }
        }
    }

    /// The switch to the place must be visible, whatever the place's name.
    @Test(
        "A place whose weather is loading is named", arguments: ViewRequest.Output.allCases.filter(\.isBar),
        [false, true])
    func loading(output: ViewRequest.Output, isWatched: Bool) throws {
        var scene = try Montevideo.scene()
        scene.report = nil
        scene.place.name = PlaceNames.hostile
        let lines = try #require(ShortView.loading(scene, as: output, isWatched: isWatched, in: Style()))
        let reading = try BarReading.all([(output, lines)], isWatched: isWatched)[0]
        #expect(reading.text == "\(PlaceNames.hostile): loading the weather")
        if output.hasDetails { #expect(reading.details == "no weather has been fetched yet; fetching it now") }
        if !reading.classes.isEmpty { #expect(reading.classes == ["unavailable", "no-weather"]) }
        #expect(ShortView.loading(scene, as: .json, in: Style()) == nil)
    }

    @Test("Outputs that are not for bars have no placeholder", arguments: [ViewRequest.Output.text, .json])
    func noBar(output: ViewRequest.Output) {
        #expect(output.unavailable(.error, message: "why") == [])
    }

    @Test("Waybar's alt and class are the state")
    func waybar() {
        #expect(
            ViewRequest.Output.waybar.unavailable(.noDaemon, message: "a \"b\"\n\u{1B}") == [
                #"{"text":"<span fgalpha='60%'>–</span>","alt":"no-daemon","tooltip":"a \"b\"","class":["unavailable","no-daemon"]}"#
            ])
    }

    @Test(
        "A placeholder has no markup characters and is short",
        arguments: ["a\nb", "%{F-}", "#[x]", "a|b", "<b>", "\\", "\u{1B}"])
    func badPlaceholder(text: String) {
        #expect(Placeholder(text) == nil)
        #expect(Placeholder(String(repeating: "–", count: 20)) != nil)
        #expect(Placeholder(String(repeating: "–", count: 21)) == nil)
    }

    /// A missing name would be shown literally, or reported as an error.
    @Test("The names used in expressions exist with and without weather")
    func sameNames() throws {
        func keys(_ lines: [String]) throws -> Set<String> {
            let object = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
            return try Set(#require(object).keys)
        }
        func tags(_ lines: [String]) -> Set<Substring> {
            Set(lines.dropLast().map { line in line.prefix { $0 != "|" } })
        }
        let scene = try Montevideo.scene()
        let eww = try ShortView.lines(of: scene, as: .eww, in: Style())
        #expect(try keys(ViewRequest.Output.eww.unavailable(.error, message: "")) == keys(eww))
        let yambar = try ShortView.lines(of: scene, as: .yambar, in: Style())
        #expect(tags(ViewRequest.Output.yambar.unavailable(.error, message: "")) == tags(yambar))
    }
}
