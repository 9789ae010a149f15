import ClientProtocol
import Testing

@Suite("Diagnostics")
struct DiagnosticTests {
    private static let findings = [
        Diagnostic(.ok, "socket", "it is yours"),
        Diagnostic(.wrong, "time zone", #"tzdata does not contain "\""#, advice: "say: set it"),
        Diagnostic(.skipped, "weather", ""),
    ]

    @Test("A diagnostic round-trips through its line", arguments: findings)
    func lines(finding: Diagnostic) {
        #expect(Diagnostic(line: finding.line) == finding)
    }

    @Test("Malformed lines are rejected", arguments: ["", "ok", "ok socket", "fine socket here", "ok socket \"here"])
    func noFinding(line: String) {
        #expect(Diagnostic(line: line) == nil)
    }

    @Test("Additional words are ignored")
    func moreWords() {
        #expect(Diagnostic(line: "note a b c d e") == Diagnostic(.note, "a", "b", advice: "c"))
    }

    @Test("JSON is one object")
    func json() {
        #expect(
            Diagnostic.json(Array(Self.findings.prefix(2)))
                == #"{"schema":1,"well":false,"findings":[{"state":"ok","subject":"socket","found":"it is yours","advice":null},"#
                + #"{"state":"wrong","subject":"time zone","found":"tzdata does not contain \"\\\"","advice":"say: set it"}]}"#
        )
        #expect(Diagnostic.json([]) == #"{"schema":1,"well":true,"findings":[]}"#)
    }
}
