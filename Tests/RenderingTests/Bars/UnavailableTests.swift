import Foundation
import Rendering
import Testing
import Wire

@Suite("What a bar is sent when there is no weather")
struct UnavailableTests {
    private static let message = #"no daemon & <no> "socket" | at /run\x: start weatherd :100:"#

    @Test("Valid, and empty to look at", arguments: Reading.Output.allCases.filter(\.isBar), Unavailable.allCases)
    func isValid(output: Reading.Output, state: Unavailable) throws {
        for isWatched in [false, true] {
            let lines = output.unavailable(state, message: Self.message, isWatched: isWatched)
            let reading = try BarReading.all([(output, lines)], isWatched: isWatched)[0]
            #expect(reading.text == "")
            if output.hasDetails { #expect(reading.details == Self.message) }
            if !reading.classes.isEmpty { #expect(reading.classes == ["unavailable", state.rawValue]) }
        }
    }

    @Test("Nothing for what no bar reads", arguments: [Reading.Output.text, .json])
    func noBar(output: Reading.Output) {
        #expect(output.unavailable(.error, message: "why") == [])
    }

    @Test("Waybar's alt and class are the state")
    func waybar() {
        #expect(
            Reading.Output.waybar.unavailable(.noDaemon, message: "a \"b\"\n\u{1B}") == [
                #"{"text":"","alt":"no-daemon","tooltip":"a \"b\"","class":["unavailable","no-daemon"]}"#
            ])
    }

    /// A name that is missing would be shown as it stands, or complained of.
    @Test("What expressions name is there with and without weather")
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
        #expect(try keys(Reading.Output.eww.unavailable(.error, message: "")) == keys(eww))
        let yambar = try ShortView.lines(of: scene, as: .yambar, in: Style())
        #expect(tags(Reading.Output.yambar.unavailable(.error, message: "")) == tags(yambar))
    }
}
