import Formats
import Testing

struct LineTests {
    private static let text = #"""
        # The first line.
        a = 1
        b.c = """
        x \
          y
        """
        d = [ # comment
            1, 2,

            { e = 'x', f = [
                3 ] },
        ]
        [g.h]
        i = '''

        '''
        j = 2026-11-23
        [g]
        k = 1
        [[l]]
        [[l]]
        m.n = 1
        m.o = 2
        """#

    /// `path: line` of each key and value.
    private static func lines(of value: TOMLValue, at path: String = "") -> [String] {
        switch value {
        case .table(let entries):
            entries.flatMap { entry in
                let path = path + "/" + entry.key
                return ["\(path): \(entry.line)"] + lines(of: entry.value, at: path)
            }
        case .array(let elements):
            elements.enumerated().flatMap { index, element in
                let path = path + "/\(index)"
                return ["\(path): \(element.line)"] + lines(of: element.value, at: path)
            }
        default: []
        }
    }

    @Test(arguments: ["\n", "\r\n"])
    func everyKeyAndValueHasALine(lineBreak: String) throws {
        let text = Self.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineBreak)
        let document = try TOMLDocument(parsing: Array(text.utf8))
        #expect(
            Self.lines(of: .table(document.entries)) == [
                "/a: 2", "/b: 3", "/b/c: 3", "/d: 7", "/d/0: 8", "/d/1: 8", "/d/2: 10", "/d/2/e: 10", "/d/2/f: 10",
                "/d/2/f/0: 11", "/g: 18", "/g/h: 13", "/g/h/i: 14", "/g/h/j: 17", "/g/k: 19", "/l: 20", "/l/0: 20",
                "/l/1: 21", "/l/1/m: 22", "/l/1/m/n: 22", "/l/1/m/o: 23",
            ])
    }

    @Test(arguments: [
        ("\n\na", 3), ("\r\n\r\n=", 3), ("a = '''\n\n''' x", 3), ("a = \"\"\"\\\n\n\"\"\" x", 3),
        ("# \u{2028}\u{85}\na = ", 2),
        ("a = [\n1,\n2 3]", 3), ("a = [ # x\n }", 2), ("\u{FEFF}\n[=]", 2), ("a = 1\n\0", 2), ("a = 1\n\r", 2),
        ("a = 'x", 1), ("a = 'x\n'\n", 1), ("a = [\n\n", 1), ("\na = [1,\n[2,\n\n", 3), ("\na = '''\n\n\n", 2),
        ("a = 1\n\nb = \n", 3),
        ("\na = {\n}", 2), ("a = 1\n\n# \u{1}", 3), ("a = \"\"\"\n\n\\x\"\"\"", 3), ("[a]\n[b]\n[a]\n[c]", 3),
        ("a = 1\na = [\n\n]", 2),
    ])
    func errorsHaveALine(text: String, line: Int) {
        #expect(parseError(of: text)?.line == line)
    }
}
