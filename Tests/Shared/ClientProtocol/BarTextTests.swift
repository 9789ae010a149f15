import ClientProtocol
import Testing

/// The text of a bar without weather.
struct BarTextTests {
    @Test(arguments: ["a b", "–", "\u{A0}", "\u{20}", "~", "\u{2027}", "\u{202A}"])
    func placeholderIsAnyShortText(text: String) {
        #expect(Placeholder(text)?.text == text)
    }

    @Test(arguments: [
        "\u{1F}", "\u{0}", "\u{7F}", "\u{9F}", "\u{2028}", "\u{2029}", "\"", "'", "\\", "#", "%", "{", "}", "|", "<",
        ">", "&", ":",
    ])
    func placeholderHasNoMarkupAndNoControlCharacters(text: String) {
        #expect(Placeholder("a\(text)") == nil)
    }

    @Test func placeholderHasAtMostTwentyScalars() {
        #expect(Placeholder(String(repeating: "x", count: 20)) != nil)
        #expect(Placeholder(String(repeating: "x", count: 21)) == nil)
    }

    @Test func textJSONAndNamesAreNotForBars() {
        let others = ViewRequest.Output.allCases.filter { !$0.isBar }
        #expect(others == [.text, .json, .names])
        for output in others { #expect(output.unavailable(.noWeather, message: "x") == []) }
    }

    @Test func polybarShowsOnlyTheErrorMessage() {
        let output = ViewRequest.Output.polybar
        #expect(output.unavailable(.error, message: "a%{b") == ["%{F#808080}– a%%{O0}{b%{F-}"])
        #expect(output.unavailable(.noWeather, message: "a") == ["%{F#808080}–%{F-}"])
    }

    @Test func emptyPlaceholderShowsNothing() throws {
        let empty = try #require(Placeholder(""))
        func lines(_ output: ViewRequest.Output, isWatched: Bool = false) -> [String] {
            output.unavailable(.error, message: "why", placeholder: empty, isWatched: isWatched)
        }
        #expect(lines(.polybar) == [""])
        #expect(lines(.tmux) == [""])
        #expect(lines(.i3blocks) == [""])
        #expect(lines(.i3blocks, isWatched: true) == [#"{"full_text":""}"#])
        #expect(lines(.argos) == ["---", "why"])
        #expect(lines(.yambar).contains("color|string|"))
        #expect(lines(.yambar).contains("text|string|"))
        #expect(lines(.eww).first?.contains(#""text":"","#) == true)
        #expect(lines(.eww).first?.contains(#""color":"","#) == true)
    }

    @Test func placeholderIsDim() {
        func lines(_ output: ViewRequest.Output, isWatched: Bool = false) -> [String] {
            output.unavailable(.error, message: "why", isWatched: isWatched)
        }
        let block = ##""full_text":"–","short_text":"–","color":"#808080""##
        #expect(lines(.tmux) == ["#[fg=#808080]–#[default]"])
        #expect(lines(.i3blocks) == ["–", "–", "#808080"])
        #expect(lines(.i3blocks, isWatched: true) == ["{\(block)}"])
        #expect(lines(.i3bar) == ["[{\"name\":\"weather\",\(block)}],"])
        #expect(lines(.argos) == ["<span fgalpha='60%'>–</span>", "---", "why"])
        #expect(lines(.yambar).contains("color|string|#808080"))
        #expect(lines(.eww).first?.contains(##""color":"#808080","##) == true)
    }

    @Test func otherTextIsEscapedForEachBar() {
        func line(_ output: ViewRequest.Output) -> String? {
            output.unavailable(.noWeather, message: "m", showing: #"a&<|:\"#).first
        }
        #expect(line(.argos) == "<span fgalpha='60%'>a&amp;&lt;&#124;&#58;&#92;</span>")
        #expect(line(.i3bar)?.contains(#""full_text":"a&<|:\\","#) == true)
        #expect(line(.eww)?.contains(#""text":"a&<|:\\\\","#) == true)
        #expect(line(.waybar)?.contains(#"a&amp;&lt;|:\\"#) == true)
        #expect(line(.polybar) == nil && line(.tmux) == nil)
    }
}
