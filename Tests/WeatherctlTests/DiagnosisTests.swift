import Testing
import Wire

@testable import Client
@testable import weatherctl_tools

/// What is decided from what was looked at.
@Suite("doctor's own findings")
struct DiagnosisTests: HealthyMachine {
    @Test("All is well")
    func well() {
        #expect(diagnosis.findings.map(\.state).allSatisfy { $0 == .ok })
        #expect(
            diagnosis.findings.map(\.subject) == [
                "directory", "config.toml", "socket", "daemon", "service", "files", "time zone", "weather",
            ])
    }

    @Test("A clock that nobody keeps counts only while nobody says that it is right")
    func clock() throws {
        #expect(faults { $0.clock.isKept = false }.map(\.state) == [.note])
        let right = Finding(.ok, "clock", "is that of the weather service")
        #expect(
            faults {
                $0.clock.isKept = false
                $0.daemon = .findings([right], version: Release.version)
            }.isEmpty)
        #expect(try fault { $0.clock.isZoneKnown = false }.found == "tzdata knows no Europe/Oslo")
        #expect(faults { $0.clock.zone = nil }.isEmpty)
        #expect(faults { ($0.clock.zone, $0.clock.isZoneKnown) = (nil, false) }.map(\.state) == [.note])
    }
}
