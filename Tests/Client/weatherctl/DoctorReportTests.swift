import ClientProtocol
import Testing

@testable import Client
@testable import weatherctl_tools

/// A line for each diagnostic, followed by its advice.
@Suite("doctor's report")
struct DoctorReportTests {
    @Test("Each finding is a line, followed by its advice")
    func text() {
        let findings = [Diagnostic(.ok, "socket", "is yours"), Diagnostic(.wrong, "clock", "is off", advice: "set it")]
        #expect(
            DoctorReport(look: .init()).lines(of: findings) == [
                "ok  socket  is yours", "x   clock   is off", "            -> set it", "1 problem found.",
            ])
        #expect(
            DoctorReport(look: .init(hasColors: true, isUnicode: true)).lines(of: findings) == [
                "\u{1B}[32m✓\u{1B}[0m  socket  is yours", "\u{1B}[31m✗\u{1B}[0m  clock   is off", "           → set it",
                "1 problem found.",
            ])
        #expect(DoctorReport(look: .init()).lines(of: []) == ["No problems found."])
        let note = Diagnostic(.note, "service", "does not start at login", advice: "enable it")
        #expect(
            DoctorReport(look: .init()).lines(of: [note]).last
                == "No problems found; suggestions are optional.")
    }

    @Test("On a terminal lines wrap between words and are indented")
    func fitting() {
        let finding = Diagnostic(
            .wrong, "clock", "is 24 h ahead of the weather service's", advice: "have it set: sudo date")
        #expect(
            DoctorReport(look: .init(hasColors: true, columns: 30)).lines(of: [finding]) == [
                "\u{1B}[31mx \u{1B}[0m  clock  is 24 h ahead of",
                "           the weather",
                "           service's",
                "           -> have it set:",
                "              sudo date",
                "1 problem found.",
            ])
        let path = "/run/user/1000/weatherd.sock"
        #expect(
            DoctorReport(look: .init(columns: 30)).lines(of: [Diagnostic(.ok, "socket", "\(path) is yours")]) == [
                "ok  socket  \(path)", "            is yours", "No problems found.",
            ])
        // In a terminal that is too narrow, wrapping would not help.
        #expect(DoctorReport(look: .init(columns: 20)).lines(of: [finding])[0].hasSuffix("of the weather service's"))
        #expect(DoctorReport(look: .init()).lines(of: [finding]).count == 3)
    }
}
