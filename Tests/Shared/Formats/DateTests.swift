import Formats
import Testing

struct DateTests {
    @Test(arguments: [
        "2026-11-23T18:00:00Z", "2026-11-23t18:00:00z", "2026-11-23 18:00:00Z", "2026-11-23T18:00:00+01:00",
        "2026-11-23T18:00:00.5-23:59", "2026-11-23T00:00:00.123456789+00:00", "2016-12-31T23:59:60Z",
        "0001-01-01T00:00:00Z",
    ])
    func offsetDateTimes(written: String) throws {
        #expect(try tree("a = \(written) # x") == ["a": .offsetDateTime(written)])
    }

    @Test(arguments: ["2026-11-23T18:00:00", "2026-11-23 18:00:00.000001", "2026-11-23t23:59:59"])
    func localDateTimes(written: String) throws {
        #expect(try tree("a = \(written)") == ["a": .localDateTime(written)])
    }

    @Test(arguments: ["2026-11-23", "2024-02-29", "2000-02-29", "9999-12-31", "0001-01-01", "2026-04-30", "2026-01-31"])
    func localDates(written: String) throws {
        #expect(try tree("a = \(written)") == ["a": .localDate(written)])
        #expect(try tree("a = [\(written) , \(written)]") == ["a": [.localDate(written), .localDate(written)]])
        #expect(try tree("a = \(written) # 1") == ["a": .localDate(written)])
    }

    @Test(arguments: ["00:00:00", "23:59:59", "18:00:00.25", "23:59:60"])
    func localTimes(written: String) throws {
        #expect(try tree("a = \(written)") == ["a": .localTime(written)])
    }

    @Test(arguments: [
        "2026-13-01", "2026-00-01", "2026-01-00", "2026-01-32", "2026-04-31", "2026-02-29", "1900-02-29", "2026-1-1",
        "2026-11-2",
        "2026-11-230", "2026-11", "2026-", "2026-11-23T", "2026-11-23T18", "2026-11-23T18:00", "2026-11-23T18:00Z",
        "2026-11-23T24:00:00", "2026-11-23T18:60:00", "2026-11-23T18:00:61", "2026-11-23T18:00:00.",
        "2026-11-23T18:00:00.Z",
        "2026-11-23T18:00:00+1:00", "2026-11-23T18:00:00+24:00", "2026-11-23T18:00:00+01:60", "2026-11-23T18:00:00+01",
        "2026-11-23T18:00:00+0100", "2026-11-23T18:00:00ZZ", "2026-11-23T18:00:00_Z", "2026-11-23x18:00:00",
        "2026-11-23 1", "2026-11-23 18:00", "2026-11-23Z", "2026-11-23+01:00", "2026-1-11-23",
        "24:00:00", "18:60:00", "18:00:61", "18:00", "18:00:0", "18:", "18:00:00.", "18:00:00Z", "18:00:00+01:00",
        "10:30:x",
        "2026-11-23T+8:00:00", "2026-11-+3",
    ])
    func malformedDatesAreRejected(written: String) {
        #expect(parseError(of: "a = \(written)")?.reason == .invalidDateTime)
    }

    @Test func dateAndTimeAreSeparatedByOneSpace() throws {
        #expect(parseError(of: "a = 2026-11-23  18:00:00")?.reason == .expected(.lineEnd))
        #expect(parseError(of: "a = 2026-11-23\t18:00:00")?.reason == .expected(.lineEnd))
        #expect(parseError(of: "a = [2026-11-23\n18:00:00]")?.reason == .expected(.arrayEnd))
    }
}
