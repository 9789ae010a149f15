import ClientProtocol
import Testing

@testable import Client
@testable import weatherctl_tools

/// The diagnostics for a state of the machine.
@Suite("doctor's own checks")
struct DiagnosisTests: HealthyMachine {
    @Test("A healthy machine has no problems")
    func well() {
        #expect(diagnosis.findings.map(\.state).allSatisfy { $0 == .ok })
        #expect(
            diagnosis.findings.map(\.subject) == [
                "directory", "config.toml", "socket", "daemon", "service", "files", "time zone", "weather",
            ])
    }

    @Test("An unsynchronized clock is reported only if the daemon does not confirm the time")
    func clock() throws {
        #expect(faults { $0.clock.isKept = false }.map(\.state) == [.note])
        let right = Diagnostic(.ok, "clock", "matches the weather service's")
        #expect(
            faults {
                $0.clock.isKept = false
                $0.daemon = .findings([right], version: Release.version)
            }.isEmpty)
        #expect(try fault { $0.clock.isZoneKnown = false }.found == "tzdata does not contain Europe/Oslo")
        #expect(faults { $0.clock.zone = nil }.isEmpty)
        #expect(faults { ($0.clock.zone, $0.clock.isZoneKnown) = (nil, false) }.map(\.state) == [.note])
    }
}
