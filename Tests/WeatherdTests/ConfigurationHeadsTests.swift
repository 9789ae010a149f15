import Testing

@testable import weatherd

/// The parser would end the program at a head without a name.
struct ConfigurationHeadsTests {
    @Test(arguments: [
        "[=]", "[[=]]", "[#]", "[,]", "[{", "[.short]", "[[[short]]]", "[\nshort]", "[ü]", "[[ \u{17}x]", "\u{FEFF}[=]",
        "  [=]", "\t[ =]",
    ])
    func aHeadWithoutANameIsAnError(text: String) throws {
        #expect(ConfigurationHeads(text).nameless == 1)
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationFile(path: "config.toml", text: text) }
        #expect(error?.description == "config.toml:1: not TOML: a table has a name, such as [short]")
    }

    @Test func theLineIsThatOfTheHead() {
        let text = #"""
            a = [ # [=]
            [=], "]", ']', "\"]",
            ]
            b = '''
            [=]'' [
            [=]'''''
            c = "[" # [
            [d] # "
            [=]
            """#
        #expect(ConfigurationHeads(text).nameless == 9)
    }

    @Test(arguments: [
        "", "[short]", "[ short ]", "[[short]]", "[[ short ]]", "[\"=\"]", "['=']", "[-_]", "[1]",
        "a = [[1], [\n[=", "a = \"\"\"\n[=]\"\"\"", "a = '[='\n[b]", "# [=]\n[b]", "[a]\n[b.c]\n\n", "a = {b = [",
    ])
    func whatElseIsWrongTheParserTells(text: String) {
        #expect(ConfigurationHeads(text).nameless == nil)
    }

    @Test func valuesThatLookLikeHeadsAreRead() throws {
        let text = "[short]\nformat = \"\"\"\n[{icon}]\"\"\"\n[location]\nsources = [\n'[=', # [=]\n\"ip\"]\n[on]\n"
        #expect(try ConfigurationFile(path: "config.toml", text: text).values.count == 2)
    }
}
