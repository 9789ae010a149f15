import Testing
import Wire

@testable import Client
@testable import weatherctl_tools

/// A line for each, and below it what to do.
@Suite("How doctor's findings read")
struct PrescriptionTests {
    @Test("Findings are a line each, and what to do stands below")
    func text() {
        let findings = [Finding(.ok, "socket", "is yours"), Finding(.wrong, "clock", "is off", advice: "set it")]
        #expect(
            Prescription(look: .init()).lines(of: findings) == [
                "ok  socket  is yours", "x   clock   is off", "            -> set it", "One thing has to be mended.",
            ])
        #expect(
            Prescription(look: .init(hasColors: true, isUnicode: true)).lines(of: findings) == [
                "\u{1B}[32m✓\u{1B}[0m  socket  is yours", "\u{1B}[31m✗\u{1B}[0m  clock   is off", "           → set it",
                "One thing has to be mended.",
            ])
        #expect(Prescription(look: .init()).lines(of: []) == ["Nothing has to be done."])
        let note = Finding(.note, "service", "does not start at login", advice: "enable it")
        #expect(
            Prescription(look: .init()).lines(of: [note]).last
                == "Nothing has to be mended; what is advised is up to you.")
    }

    @Test("On a terminal lines are broken between words, and what follows stands below its column")
    func fitting() {
        let finding = Finding(
            .wrong, "clock", "is 24 h ahead of that of the weather service", advice: "have it set: sudo date")
        #expect(
            Prescription(look: .init(hasColors: true, columns: 30)).lines(of: [finding]) == [
                "\u{1B}[31mx \u{1B}[0m  clock  is 24 h ahead of",
                "           that of the weather",
                "           service",
                "           -> have it set:",
                "              sudo date",
                "One thing has to be mended.",
            ])
        let path = "/run/user/1000/weatherd.sock"
        #expect(
            Prescription(look: .init(columns: 30)).lines(of: [Finding(.ok, "socket", "\(path) is yours")]) == [
                "ok  socket  \(path)", "            is yours", "Nothing has to be done.",
            ])
        // In a terminal that has no room nothing is gained by it.
        #expect(Prescription(look: .init(columns: 20)).lines(of: [finding])[0].hasSuffix("of the weather service"))
        #expect(Prescription(look: .init()).lines(of: [finding]).count == 3)
    }
}
