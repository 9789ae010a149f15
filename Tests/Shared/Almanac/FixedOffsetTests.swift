import Testing

@testable import Almanac

@Suite struct FixedOffsetTests {
    @Test(arguments: [
        (0, "GMT"), (29, "GMT"), (30, "GMT+0001"), (-60, "GMT-0001"), (3600, "GMT+0100"), (-12_600, "GMT-0330"),
        (20_701, "GMT+0545"), (64_800, "GMT+1800"),
    ])
    func names(offset: Int, name: String) throws {
        let zone = try #require(TimeZone(offset: offset))
        #expect(zone.name == name)
        #expect(zone.offset(at: 0) == offset)
        let read = try #require(TimeZone(fixed: name))
        #expect(read.name == name)
        #expect(read.offset(at: 0) == (abs(offset) + 30) / 60 * 60 * offset.signum())
    }

    @Test(arguments: [64_801, -64_801, .max, .min]) func beyond18Hours(offset: Int) {
        #expect(TimeZone(offset: offset) == nil)
    }

    @Test(arguments: [
        ("GMT", "GMT", 0), ("UTC", "UTC", 0), ("GMT+3", "GMT+0300", 10_800), ("GMT-03", "GMT-0300", -10_800),
        ("GMT+03:30", "GMT+0330", 12_600), ("UTC+3", "GMT+0300", 10_800), ("GMT+0", "GMT", 0), ("GMT-0", "GMT", 0),
    ])
    func validNamesAreRead(name: String, fixed: String, offset: Int) throws {
        let zone = try TimeZoneDatabase(directory: "/nowhere").zone(named: name)
        #expect(zone.name == fixed && zone.offset(at: 0) == offset)
    }

    @Test(arguments: [
        "", "Z", "gmt", "GMT+", "GMT 3", "GMT+ 3", "GMT+123", "GMT+0360", "GMT+1801", "GMT+19", "GMT+3:5", "GMT+12345",
        "GMT+٣",
        "GMT+3\n", "GMT0", "+03",
    ])
    func invalidNamesAreRejected(name: String) {
        #expect(TimeZone(fixed: name) == nil)
    }
}
