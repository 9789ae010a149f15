import Testing
import Weather

@testable import Notifications

/// When the daily brief is due, on the place's clock.
struct TimeOfDayTests {
    private func due(_ time: String, _ zone: String?, around moment: Int) throws -> [String: Int] {
        let briefs = try #require(TimeOfDay(written: time)).briefs(around: UnixTime(moment), zoneName: zone)
        return Dictionary(uniqueKeysWithValues: briefs.map { ($0.date.description, $0.time.seconds) })
    }

    @Test(arguments: [("07:00", 7, 0), ("7:05", 7, 5), ("00:00", 0, 0), ("23:59", 23, 59)])
    func timesAreRead(text: String, hour: Int, minute: Int) throws {
        let time = try #require(TimeOfDay(written: text))
        #expect(time.hour == hour && time.minute == minute)
    }

    @Test(arguments: ["", "7", "24:00", "07:60", "07:0", "7 am", "07:00:00", "-7:00", ":30", "7:00 ", "٧:00"])
    func otherTextsAreNotTimes(text: String) {
        #expect(TimeOfDay(written: text) == nil)
    }

    @Test func briefIsDueOnThePlacesClock() throws {
        // 2026-11-21T15:00Z
        let berlin = try due("07:00", "Europe/Berlin", around: 1_795_273_200)
        #expect(berlin["2026-11-21"] == 1_795_240_800, "06:00Z")
        #expect(berlin["2026-11-22"] == 1_795_327_200)
        let auckland = try due("07:00", "Pacific/Auckland", around: 1_795_273_200)
        #expect(auckland["2026-11-22"] == 1_795_284_000, "18:00Z of the day before")
        #expect(try due("07:00", nil, around: 1_795_273_200)["2026-11-21"] == 1_795_244_400)
    }

    /// The clocks of Berlin went from 02:00 to 03:00 on 29 March 2026, at 01:00Z, and from 03:00 to 02:00 on 25 October, at 01:00Z
    /// (tzdata, rules EU).
    @Test func skippedTimeIsAnHourLater() throws {
        let briefs = try due("02:30", "Europe/Berlin", around: 1_774_746_000)
        #expect(briefs["2026-03-28"] == 1_774_661_400)
        #expect(briefs["2026-03-29"] == 1_774_747_800, "03:30 in summer time, 01:30Z")
        #expect(briefs["2026-03-30"] == 1_774_830_600)
    }

    @Test func repeatedTimeIsTheFirst() throws {
        let briefs = try due("02:30", "Europe/Berlin", around: 1_792_890_000)
        #expect(briefs["2026-10-25"] == 1_792_888_200, "02:30 in summer time, 00:30Z")
        #expect(briefs.count == 4)
    }
}
