import Rendering
import Testing
import Wire

@Suite struct TemplateTests {
    private func line(_ template: String) throws -> String {
        try #require(
            ShortView.lines(
                of: Montevideo.scene(), as: .text, in: Style(shortTemplate: Template(template))
            ).first)
    }

    @Test(arguments: [
        ("", ""), ("plain", "plain"), ("{temperature}", "18°C"), ("{{}}", "{}"), ("{{temperature}}", "{temperature}"),
        ("{{{temperature}}}", "{18°C}"), ("é{icon}é", "é⛅é"), ("{icon}{icon}", "⛅⛅"), ("%{{F#f00}}", "%{F#f00}"),
    ])
    func texts(template: String, expected: String) throws {
        #expect(try line(template) == expected)
    }

    @Test func theStandardIsWhatItSays() throws {
        #expect(try Template("{icon} {temperature}") == .standard)
    }

    @Test(arguments: [
        ("{temprature}", TemplateError.Reason.unknownPlaceholder("temprature"), 1),
        ("é {Icon}", .unknownPlaceholder("Icon"), 3), ("{}", .unknownPlaceholder(""), 1),
        ("{ icon }", .unknownPlaceholder(" icon "), 1), ("ab{icon", .unclosedBrace, 3), ("{", .unclosedBrace, 1),
        ("}", .strayBrace, 1), ("{icon} }", .strayBrace, 8), ("a\nb", .controlCharacter, 2),
        ("{icon}\u{85}", .controlCharacter, 7), ("a\r\nb", .controlCharacter, 2),
    ])
    func errors(template: String, reason: TemplateError.Reason, column: Int) {
        let error = #expect(throws: TemplateError.self) { try Template(template) }
        #expect(error?.reason == reason)
        #expect(error?.column == column)
    }

    @Test func sentences() {
        let error = #expect(throws: TemplateError.self) { try Template("now {temp}") }
        #expect(
            error?.sentence
                == "unknown placeholder \"{temp}\" at column 5; accepted: {icon}, {temperature}, {feels-like}, "
                + "{condition}, {place}, {high}, {low}, {wind}, {humidity}, {precipitation}, {pressure}, {age}, "
                + "{nowcast}, {alert}, {provider}"
        )
    }
}
