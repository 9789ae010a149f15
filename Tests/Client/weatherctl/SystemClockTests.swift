import Testing

@testable import weatherctl_tools

struct SystemClockTests {
    /// A system with tzdata in Oslo's time zone.
    @Test(arguments: [
        (nil, "Europe/Oslo", true), ("", "Europe/Oslo", true), (":/etc/localtime", "Europe/Oslo", true),
        ("Asia/Tokyo", "Asia/Tokyo", true), (":Asia/Tokyo", "Asia/Tokyo", true),
        ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo", true), ("CET-1CEST", "CET-1CEST", true),
        ("<+0330>-3:30", "<+0330>-3:30", true), ("Atlantis", "Atlantis", false),
    ])
    func systemZoneMatchesLibrary(set: String?, name: String, isKnown: Bool) {
        let there = ["/etc/localtime", "/usr/share/zoneinfo/Asia/Tokyo"]
        let zone = SystemClock.zone(set: set, systemLink: "/usr/share/zoneinfo/Europe/Oslo", isThere: there.contains)
        #expect(zone.name == name)
        #expect(zone.isKnown == isKnown)
    }

    @Test func regularFileHasNoZoneName() {
        #expect(SystemClock.zone(set: nil, systemLink: nil, isThere: { _ in true }) == (nil, true))
        #expect(SystemClock.zone(set: nil, systemLink: nil, isThere: { _ in false }) == (nil, false))
    }
}
