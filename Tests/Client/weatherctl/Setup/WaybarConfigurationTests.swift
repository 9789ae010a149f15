import Pages
import Testing

@testable import weatherctl_tools

/// The text of Waybar's configuration with the weather.
@Suite("Waybar's configuration")
struct WaybarConfigurationTests {
    /// The definition as it is inserted at the beginning of a line.
    private static let definition =
        WaybarConfiguration.snippet.dropLast().joined(separator: "\n") + "\n},\n"

    private func plan(_ text: String) throws -> BarPlan { try WaybarConfiguration.plan(Array(text.utf8)) }

    private func edited(_ text: String, bars: [Int] = [0]) throws -> String {
        let edit = try plan(text).edit(of: bars)
        return String(decoding: edit.applied(to: Array(text.utf8)), as: UTF8.self)
    }

    private func problem(_ text: String) -> EditProblem? {
        do throws(EditProblem) {
            guard case .problem(let problem)? = try WaybarConfiguration.plan(Array(text.utf8)).bars.first?.state else {
                return nil
            }
            return problem
        } catch {
            return error
        }
    }

    @Test("The definition is the first one of docs/bars/waybar.md")
    func snippet() throws {
        let block = try #require(Page("docs/bars/waybar.md").blocks(in: "json").first)
        #expect(block.text == WaybarConfiguration.snippet.joined(separator: "\n") + "\n")
    }

    @Test("The definition is a member like its neighbours, and the name is first in the right list")
    func usual() throws {
        let text = """
            // my bar
            {
                "height": 30, // pixels
                "modules-left": ["sway/workspaces"],
                /* right */
                "modules-right": ["cpu", "clock",],
                "clock": { "format": "{:%H}" },
            }

            """
        #expect(
            try edited(text) == """
                // my bar
                {
                    "height": 30, // pixels
                    "modules-left": ["sway/workspaces"],
                    /* right */
                    "custom/weather": {
                        "exec": "weatherctl watch short --output waybar",
                        "return-type": "json",
                        "on-click": "weatherctl toggle",
                        "on-click-right": "weatherctl refresh",
                        "on-scroll-up": "weatherctl previous",
                        "on-scroll-down": "weatherctl next"
                    },
                    "modules-right": ["custom/weather", "cpu", "clock",],
                    "clock": { "format": "{:%H}" },
                }

                """)
        #expect(try plan(edited(text)).bars == [ConfiguredBar(name: nil, state: .shown)])
    }

    @Test("A list with one name a line stays so, with tabs and CRLF")
    func lines() throws {
        let text = "{\r\n\t\"modules-right\": [\r\n\t\t\"cpu\"\r\n\t]\r\n}\r\n"
        let result = try edited(text)
        #expect(result.hasPrefix("{\r\n\t\"custom/weather\": {\r\n\t\t\"exec\": \"weatherctl watch"), "\(result)")
        #expect(
            result.hasSuffix(
                "\t},\r\n\t\"modules-right\": [\r\n\t\t\"custom/weather\",\r\n\t\t\"cpu\"\r\n\t]\r\n}\r\n"))
        #expect(!result.replacing("\r\n", with: "").contains { $0 == "\n" || $0 == "\r" })
    }

    @Test(
        "Any valid text can be edited",
        arguments: [
            ("{\"modules-right\": []}", "{\(definition)\"modules-right\": [\"custom/weather\"]}"),
            (
                "{\"modules-center\":[ \"a\"],\"modules-left\":[]}",
                "{\(definition)\"modules-center\":[ \"custom/weather\", \"a\"],\"modules-left\":[]}"
            ),
            ("{\"a\":1}", "{\(definition)\"modules-right\": [\"custom/weather\"],\n\"a\":1}"),
        ])
    func compact(text: String, result: String) throws {
        #expect(try edited(text) == result)
    }

    @Test("An empty bar gets a list")
    func empty() throws {
        for text in ["{}", "{ // nothing\n}", "[{\n}]", "\u{FEFF}{}"] {
            let result = try edited(text)
            let root = try JSONC.parse(Array(result.utf8))
            let bar = root.elements?.first ?? root
            #expect(bar["modules-right"]?.elements?.first?.string == "custom/weather", "\(result)")
            #expect(bar["custom/weather"]?["exec"]?.string == "weatherctl watch short --output waybar")
        }
    }

    @Test("Each of several bars is edited alone")
    func severalBars() throws {
        let text = """
            [
              {"name": "top", "modules-right": ["cpu"]},
              {"output": "DP-1", "modules-right": ["custom/w"], "custom/w": {"exec": "weatherctl short"}},
              {"modules-right": "cpu"},
              {"modules-left": ["clock"]}
            ]
            """
        let bars = try plan(text).bars
        #expect(bars.map(\.name) == ["top", "DP-1", "3", "4"])
        #expect(bars[1].state == .shown)
        #expect(bars[2].state == .problem(EditProblem(line: 4, reason: "\"modules-right\" is not a list")))
        let root = try JSONC.parse(Array(edited(text, bars: [3]).utf8))
        #expect(root.elements?[0]["custom/weather"] == nil)
        #expect(root.elements?[3]["modules-left"]?.elements?.map(\.string) == ["custom/weather", "clock"])
        let all = try JSONC.parse(Array(edited(text, bars: [0, 3]).utf8))
        #expect(all.elements?[0]["modules-right"]?.elements?.map(\.string) == ["custom/weather", "cpu"])
    }

    @Test(
        "What cannot be edited is reported with its line",
        arguments: [
            ("{\n\"a\": 1\n\"b\": 2\n}", 2, "expected \",\" or \"}\" after a value"),
            ("{\n\"a\": [1\n", 2, "\"[\" is not closed"),
            ("{\n\"a\": \"x\n", 2, "unterminated string"),
            ("{\n/* \n", 2, "unterminated comment"),
            ("{\n\"a\": yes}", 2, "invalid value"),
            ("{\"a\": \"\\q\"}", 1, "invalid escape in a string"),
            ("{a: 1}", 1, "expected a key in quotes"),
            ("{}\n}", 2, "unexpected text after the end"),
            ("", 1, "unexpected end of the file"),
            (
                "{\"modules-right\": [],\n\"custom/weather\": {\"exec\": \"wttrbar\"}}", 2,
                "another \"custom/weather\" is defined here: use these lines instead"
            ),
            (
                "{\"modules-right\": [\"cpu\"],\n\"custom/w\": {\"exec\": \"weatherctl short\"}}", 2,
                "\"custom/w\" is in no module list"
            ),
            ("{\"modules-right\": [],\n\"modules-right\": []}", 2, "\"modules-right\" is defined twice"),
            ("{\"modules-left\": [\n\"custom/weather\"]}", 2, "\"custom/weather\" is already in a list"),
            ("{\n\"include\": [\"~/modules.json\"]}", 2, "its module lists are in an included file"),
            ("[]", 1, "no bar is defined here"),
            ("7", 1, "no bar is defined here"),
        ])
    func problems(text: String, line: Int, reason: String) {
        #expect(problem(text) == EditProblem(line: line, reason: reason))
    }

    @Test("Nesting is limited")
    func depth() {
        #expect(problem(String(repeating: "[", count: 100_000))?.reason == "too deeply nested")
    }

    @Test("With an include, a list of this file can still be edited")
    func include() throws {
        #expect(try edited("{\"include\": \"x\", \"modules-right\": [\"a\"]}").contains("[\"custom/weather\", \"a\"]"))
    }

    @Test("Strings are decoded")
    func strings() throws {
        let node = try JSONC.parse(
            Array(#"{"a\u00e9\ud83d\ude00": "\"\\\/\n\t\r\b\f", "b": [true, null, -1.5e3]}"#.utf8))
        #expect(node.members.map(\.key) == ["aé😀", "b"])
        #expect(node["aé😀"]?.string == "\"\\/\n\t\r\u{8}\u{C}")
        #expect(node["b"]?.elements?.map(\.literal) == ["true", "null", "-1.5e3"])
    }
}
