import Scratch
import Testing
import Weather

/// Times by two clocks.
struct MomentTests {
    private static let wall = UnixTime(1_795_273_200)

    private func moment(_ wall: Int, _ uptime: Int, _ boot: String = "a") -> Moment {
        Moment(wall: Self.wall.advanced(by: wall), uptime: uptime, boot: boot)
    }

    @Test(arguments: [0, -7200, 7200, 86_400, -1_795_273_100])
    func bootClockCountsWhileItRuns(step: Int) {
        #expect(moment(100 + step, 600).seconds(since: moment(0, 500)) == 100)
        #expect(moment(100 + step, 600).correction(ofWritten: moment(0, 500)) == step)
    }

    @Test func wallClockCountsAcrossBoots() {
        #expect(moment(5000, 60, "b").seconds(since: moment(0, 500)) == 5000)
        #expect(moment(-5000, 60, "b").seconds(since: moment(0, 500)) == 60, "at least since the boot")
        #expect(moment(5000, 60, "b").correction(ofWritten: moment(0, 500)) == 0)
        #expect(moment(-5000, 60, "b").correction(ofWritten: moment(0, 500)) == -5000)
    }

    private func report(boot: String?, at seconds: Int = 0) -> Report {
        var report = Report(
            coordinate: .montevideo, timeZone: "UTC", provider: Provider(id: "x", name: "X"),
            fetchedAt: Self.wall.advanced(by: seconds))
        report.clock = boot.map { ClockRecord(boot: $0) }
        report.httpFreshness = HTTPFreshness(expires: Self.wall.advanced(by: seconds + 1800))
        return report
    }

    /// The clock was two hours ahead at the fetch.
    @Test func reportOfWrongClockKeepsItsAgeAndIsNeverFresh() {
        var report = report(boot: "a")
        report.redate(by: -7200, at: moment(-7190, 510))
        for minute in 0..<180 {
            let now = Self.wall.advanced(by: -7190 + minute * 60)
            #expect(report.age(at: now) == 10 + minute * 60)
            #expect(!report.isFresh(at: now, staleAfter: 3600))
            #expect(report.expiry(at: now) == nil)
        }
    }

    @Test func clockThatProvesRightMakesReportsFreshAgain() {
        var report = report(boot: "a")
        report.redate(by: 86_400, at: moment(86_410, 510))
        #expect(!report.isFresh(at: Self.wall.advanced(by: 86_410), staleAfter: 3600))
        report.redate(by: -86_400, at: moment(20, 520))
        #expect(report.isFresh(at: Self.wall.advanced(by: 20), staleAfter: 3600))
        #expect(report.fetchedAt == Self.wall)
    }

    /// The clock of the former boot was two hours ahead.
    @Test func reportLaterThanTheBootIsDoubtful() {
        var report = report(boot: "a")
        report.redate(by: 0, at: moment(-7000, 100, "b"))
        #expect(report.isDoubtful)
        #expect(report.fetchedAt == Self.wall.advanced(by: -7100), "when the machine was booted")
        // Hours later too.
        #expect(!report.isFresh(at: Self.wall.advanced(by: 60), staleAfter: 3600))
    }

    /// This boot began in 1970, and the former clock was right.
    @Test func reportOfAnEarlierBootIsFreshAfterTheStep() {
        var report = report(boot: "a")
        let step = Self.wall.seconds + 600
        report.redate(by: 0, at: Moment(wall: UnixTime(100), uptime: 100, boot: "b"))
        #expect(report.isDoubtful)
        report.redate(by: step, at: Moment(wall: UnixTime(110 + step), uptime: 110, boot: "b"))
        #expect(report.fetchedAt == Self.wall)
        #expect(report.isFresh(at: UnixTime(110 + step), staleAfter: 3600))
    }

    @Test func lifetimeIsLimited() {
        var report = report(boot: nil)
        report.httpFreshness?.expires = .distantFuture
        #expect(report.expiry(at: Self.wall) == Self.wall.advanced(by: 2700))
        report.httpFreshness?.expires = Self.wall.advanced(by: 600)
        #expect(report.expiry(at: Self.wall) == Self.wall.advanced(by: 600))
    }
}
