import Testing
import Wire

@Suite("What doctor found")
struct FindingTests {
    private static let findings = [
        Finding(.ok, "socket", "it is yours"),
        Finding(.wrong, "time zone", #"tzdata knows no "\""#, advice: "say: set it"),
        Finding(.skipped, "weather", ""),
    ]

    @Test("A line says the same again", arguments: findings)
    func lines(finding: Finding) {
        #expect(Finding(line: finding.line) == finding)
    }

    @Test("What is no finding is none", arguments: ["", "ok", "ok socket", "fine socket here", "ok socket \"here"])
    func noFinding(line: String) {
        #expect(Finding(line: line) == nil)
    }

    @Test("A later version may add words")
    func moreWords() {
        #expect(Finding(line: "note a b c d e") == Finding(.note, "a", "b", advice: "c"))
    }

    @Test("JSON is one object")
    func json() {
        #expect(
            Finding.json(Array(Self.findings.prefix(2)))
                == #"{"schema":1,"well":false,"findings":[{"state":"ok","subject":"socket","found":"it is yours","advice":null},"#
                + #"{"state":"wrong","subject":"time zone","found":"tzdata knows no \"\\\"","advice":"say: set it"}]}"#)
        #expect(Finding.json([]) == #"{"schema":1,"well":true,"findings":[]}"#)
    }
}
