import Rendering
import Testing

@Suite struct TemplateErrorTests {
    @Test(arguments: [
        ("{temprature}", TemplateError.Reason.unknownPlaceholder("temprature"), 1),
        ("é {Icon}", .unknownPlaceholder("Icon"), 3), ("{}", .unknownPlaceholder(""), 1),
        ("{ icon }", .unknownPlaceholder(" icon "), 1), ("{:5}", .unknownPlaceholder(""), 1),
        ("{temp:.1f}", .unknownPlaceholder("temp"), 1), ("({icon)}", .unknownPlaceholder("icon)"), 2),
        ("ab{icon", .unclosedBrace, 3), ("{", .unclosedBrace, 1), ("{icon {temperature}", .unclosedBrace, 1),
        ("{icon:{", .unclosedBrace, 1),
        ("}", .strayBrace, 1), ("{icon} }", .strayBrace, 8), ("{({icon}})}", .strayBrace, 9),
        ("{(a", .unclosedPart, 1), ("x{(a{(b)}", .unclosedPart, 2), ("{(a)}}", .unclosedPart, 1),
        (")}", .strayEnd, 1), ("{(a)} )}", .strayEnd, 7), ("日本)}", .strayEnd, 3),
        ("a\nb", .controlCharacter, 2), ("{icon}\u{85}", .controlCharacter, 7), ("a\r\nb", .controlCharacter, 2),
        ("{icon\u{1B}}", .controlCharacter, 6), ("} \n", .controlCharacter, 3),
        ("{icon:201}", .width("201"), 7), ("{icon:<99999999999999999999}", .width("99999999999999999999"), 8),
        ("{temperature:.7}", .precision(".7", of: "temperature"), 14),
        ("{temperature:6.}", .precision(".", of: "temperature"), 15),
        ("{temperature:.f}", .precision(".", of: "temperature"), 14), ("{place:.0}", .precision(".0", of: "place"), 8),
        ("{place:.201}", .precision(".201", of: "place"), 8), ("{icon:.2}", .precision(".2", of: "icon"), 7),
        ("{sunset:.2}", .precision(".2", of: "sunset"), 9),
        ("日{temperature:4km}", .unit("km", of: "temperature"), 16), ("{wind:°C}", .unit("°C", of: "wind"), 7),
        ("{place:n}", .unit("n", of: "place"), 8), ("{icon:x}", .unit("x", of: "icon"), 7),
        ("{place:.5f}", .unit("f", of: "place"), 10), ("{temperature:x}", .unit("x", of: "temperature"), 14),
        ("{temperature: 4}", .unit(" 4", of: "temperature"), 14),
        ("{temperature:-4}", .unit("-4", of: "temperature"), 14),
        ("{temperature:٣}", .unit("٣", of: "temperature"), 14), ("{humidity:mm}", .unit("mm", of: "humidity"), 11),
        ("{temperature:°C:}", .unit("°C:", of: "temperature"), 14),
    ])
    func errors(template: String, reason: TemplateError.Reason, column: Int) {
        let error = #expect(throws: TemplateError.self) { try Template(template) }
        #expect(error?.reason == reason)
        #expect(error?.column == column)
    }

    @Test func eightNestedOptionalParts() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "{(", count: depth) + "x" + String(repeating: ")}", count: depth)
        }
        _ = try Template(nested(8))
        let error = #expect(throws: TemplateError.self) { try Template(nested(9)) }
        #expect(error?.reason == .tooDeep)
        #expect(error?.column == 17)
        // Their number is not limited if they are not nested.
        _ = try Template(String(repeating: "{(x)}", count: 100))
    }

    /// The expansion of a template is bounded, far above any practical length.
    @Test func expansionIsBounded() throws {
        _ = try Template(String(repeating: "{age}", count: 200))
        _ = try Template(String(repeating: "{age:200}", count: 10))
        _ = try Template(String(repeating: "x", count: 4096))
        let tooMuch: [(String, TemplateError.Reason)] = [
            (String(repeating: "{age}", count: 201), .tooManyPlaceholders),
            (String(repeating: "{({age})}", count: 201), .tooManyPlaceholders),
            (String(repeating: "{age:200}", count: 11), .tooWide), (String(repeating: "x", count: 4097), .tooLong),
        ]
        for (text, reason) in tooMuch {
            let error = #expect(throws: TemplateError.self) { try Template(text) }
            #expect(error?.reason == reason)
        }
    }

    @Test(arguments: [
        ("{icon", "unclosed { at column 1; write {{ for a literal brace"),
        ("}", "unmatched } at column 1; write }} for a literal brace"),
        ("{(", "unclosed {( at column 1; write {{( for literal characters"),
        (")}", "unmatched )} at column 1; write )}} for literal characters"),
        ("\t", "control character at column 1"),
        ("{icon:999}", #"invalid width "999" at column 7: must be between 0 and 200"#),
        ("{uv:.9}", #"the precision ".9" at column 5 is not accepted; {uv} takes decimals from .0 to .6"#),
        (
            "{place:.0}",
            #"the precision ".0" at column 8 is not accepted; {place} takes columns at most from .1 to .200"#
        ),
        ("{icon:.1}", #"the precision ".1" at column 7 is not accepted; {icon} takes a width alone"#),
        ("{icon:mm}", #""mm" at column 7 is not accepted; {icon} takes a width alone"#),
        ("{place:mm}", #""mm" at column 8 is not accepted; {place} takes a width and a precision alone"#),
        (
            "{wind:km}",
            #""km" at column 7 is not accepted; {wind} takes the unit m/s, km/h, mph, kn, Bft, n, where n is the number alone"#
        ),
        (
            "{temperature:x}",
            #""x" at column 14 is not accepted; {temperature} takes the unit °C, °F, K, °, n, where n is the number alone"#
        ),
    ])
    func sentences(template: String, sentence: String) {
        #expect(#expect(throws: TemplateError.self) { try Template(template) }?.sentence == sentence)
    }

    @Test func unknownPlaceholderErrorNamesTheList() {
        let error = #expect(throws: TemplateError.self) { try Template("now {nonsense}") }
        #expect(
            error?.sentence
                == "unknown placeholder \"{nonsense}\" at column 5; see weatherd.toml(5) for a list"
        )
    }

    @Test(arguments: [
        ("temprature", "temperature"), ("temp", "temperature"), ("Icon", "icon"), (" icon ", "icon"),
        ("feels_like", "feels-like"),
        ("feelslike", "feels-like"), ("dewpoint", "dew-point"), ("windspeed", "wind"), ("gust", "gusts"),
        ("tomorow", "tomorrow"),
    ])
    func didYouMean(name: String, meant: String) {
        let sentence = #expect(throws: TemplateError.self) { try Template("{\(name)}") }?.sentence
        #expect(sentence?.hasSuffix("; did you mean {\(meant)}?") == true)
    }
}
