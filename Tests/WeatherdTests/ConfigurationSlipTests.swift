import Testing

@testable import weatherd

/// The parser would end the program at each of the mistakes.
struct ConfigurationSlipTests {
    private static let nameless = [
        "[=]", "[[=]]", "[#]", "[,]", "[{", "[.short]", "[[[short]]]", "[\nshort]", "[ü]", "[[ \u{17}x]", "\u{FEFF}[=]",
        "  [=]", "\t[ =]",
    ]
    private static let curly = ["a = [}", "a = [[1],}", "a = [ # x\n }", "a = {b = [ }", "4=[}", "a = {4=[}"]
    private static let dates = [
        "a = 2026-11-21 1", "a = [2026-11-21 1]", "a = 2026-11-2_1 1,", "a = 2026-11-21T:", "a = [1, 10:30:x]",
        "a = 80\"=-0=-x0 1", "a = 80'=-0=-x0 9]",
    ]

    @Test(
        arguments: nameless.map { ($0, ConfigurationSlip.Kind.namelessTable) } + curly.map { ($0, .curlyEnd) }
            + dates.map { ($0, .date) })
    func aSlipIsAnError(text: String, kind: ConfigurationSlip.Kind) throws {
        let line = text.contains("# x\n") ? 2 : 1
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: "config.toml", text: text) }
        #expect(error?.description == "config.toml:\(line): not TOML: \(kind.rawValue)")
    }

    @Test func theLineIsThatOfTheSlip() {
        let text = #"""
            a = [ # [=]
            {b = "}"}, "]", ']', "\"]}",
            ]
            b = '''
            [=]'' [
            [=]'''''
            c = "[" # [
            [d] # "
            e = { f = [ ] }
            [=]
            """#
        #expect(ConfigurationSlip(in: text)?.line == 10)
        #expect(ConfigurationSlip(in: text)?.kind == .namelessTable)
    }

    @Test(arguments: [
        "", "[short]", "[ short ]", "[[short]]", "[[ short ]]", "[ [short] ]", "[\"=\"]", "['=']", "[-_]", "[1]",
        "a = [[1], [\n[=", "a = \"\"\"\n[=]\"\"\"", "a = '[='\n[b]", "# [=]\n[b]", "[a]\n[b.c]\n\n", "a = {b = [",
        "a = {}}", "a = \"[}\"", "a = [\"1 1\"]", "a = 1", "a = [1, -2]", "a = '1979-05-27 1' # 1-1",
        "a = 1e-5", "a = -1_0.5E-1", "a-1-2 = 0x1p-3", "1-2 = 3", "a = {1-2 = 3, 4-5 = 6}",
    ])
    func whatElseIsWrongTheParserTells(text: String) {
        #expect(ConfigurationSlip(in: text) == nil)
        _ = try? ConfigurationFile(path: "config.toml", text: text)
    }

    @Test func valuesThatLookLikeSlipsAreRead() throws {
        let text =
            "[short]\nformat = \"\"\"\n[{icon}] 1 1 [}\"\"\"\n[location]\nsources = [\n'[=', # [=]\n\"ip\"]\n[on]\n"
        #expect(try ConfigurationFile(path: "config.toml", text: text).values.count == 2)
    }
}
