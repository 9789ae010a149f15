import Testing
import Weather

/// Which warnings the user is notified of.
struct AlertFilterTests {
    private func alert(_ severity: Alert.Severity, _ kind: Alert.Kind = .wind) -> Alert {
        Alert(id: "1", event: "x", severity: severity, kind: kind)
    }

    @Test func everyWarningIsAdmittedByDefault() {
        for severity in Alert.Severity.allCases { #expect(AlertFilter().admits(alert(severity))) }
    }

    @Test func lessSevereWarningsAreNotAdmitted() {
        var filter = AlertFilter()
        filter.leastSeverity = .severe
        let admitted = Alert.Severity.allCases.filter { filter.admits(alert($0)) }
        #expect(admitted == [.severe, .extreme])
    }

    @Test func kindsAndExceptionsAreApplied() {
        var filter = AlertFilter()
        filter.exceptions = [.fog]
        #expect(filter.admits(alert(.minor)) && !filter.admits(alert(.extreme, .fog)))
        filter.kinds = [.flood, .fog]
        #expect(filter.admits(alert(.minor, .flood)))
        #expect(!filter.admits(alert(.minor)) && !filter.admits(alert(.minor, .fog)))
    }
}
