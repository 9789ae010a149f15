import Foundation
import Testing
import Weather

private let now = UnixTime(1_795_273_200)

private func alert(
    _ id: String, severity: Alert.Severity = .moderate, kind: Alert.Kind = .other, from onset: Int?,
    until ends: Int? = 400_000
) -> Alert {
    Alert(
        id: id, event: "Gale \(id)", severity: severity, kind: kind, onset: onset.map { now.advanced(by: $0) },
        ends: ends.map { now.advanced(by: $0) })
}

private func report(_ alerts: [Alert], by id: String = "a", _ omitted: OmittedAlerts = OmittedAlerts()) throws
    -> AlertReport
{
    let place = try #require(Coordinate(latitude: 45, longitude: 15))
    var report = AlertReport(
        coordinate: place, provider: Provider(id: id, name: id, attribution: "by \(id)"), fetchedAt: now,
        httpFreshness: HTTPFreshness(lastModified: "x"), alerts: alerts)
    report.omitted = omitted
    return report
}

/// A warning is in force from its onset on; before, it is announced.
struct AnnouncedAlertTests {
    @Test func warningIsAnnouncedUntilItsOnset() {
        let saturday = alert("1", from: 172_800)
        #expect(saturday.isAnnounced(at: now) && saturday.isStanding(at: now) && !saturday.isInForce(at: now))
        let begin = now.advanced(by: 172_800)
        #expect(saturday.isInForce(at: begin) && !saturday.isAnnounced(at: begin))
        let over = now.advanced(by: 400_000)
        #expect(!saturday.isStanding(at: over) && !saturday.isInForce(at: over) && !saturday.isAnnounced(at: over))
        #expect(alert("2", from: nil, until: nil).isInForce(at: now))
        // Its end is the message's, and it has not begun.
        let watch = alert("3", from: 7200, until: 3600)
        #expect(watch.isAnnounced(at: now) && !watch.isInForce(at: now))
    }

    @Test func pastDangerIsNeitherInForceNorAnnounced() {
        for onset in [-60, 60] {
            var withdrawn = alert("1", from: onset)
            withdrawn.urgency = .past
            #expect(!withdrawn.isStanding(at: now) && !withdrawn.isInForce(at: now) && !withdrawn.isAnnounced(at: now))
            #expect([withdrawn].standing(at: now).isEmpty)
        }
    }

    @Test func warningsInForceComeBeforeWorseOnesThatAreAnnounced() throws {
        let alerts = [
            alert("1", severity: .extreme, from: 3600), alert("2", severity: .minor, from: -60),
            alert("3", severity: .severe, from: 60), alert("4", severity: .severe, from: -60),
        ]
        #expect(alerts.standing(at: now).map(\.id) == ["4", "2", "1", "3"])
        let report = try report(alerts)
        #expect(report.inForce(at: now).map(\.id) == ["4", "2"])
        #expect(report.announced(at: now).map(\.id) == ["1", "3"])
        #expect(report.inForce(at: now.advanced(by: 3600)).map(\.id) == ["1", "4", "3", "2"])
    }

    /// Reported when it is announced, and not again when it begins.
    @Test func announcedWarningIsReportedOnce() {
        var diff = AlertDiff(known: nil)
        let saturday = [alert("1", from: 172_800)]
        #expect(diff.take(saturday.standing(at: now)).issued == saturday)
        #expect(diff.take(saturday.standing(at: now.advanced(by: 172_800))) == AlertDiff.Change())
    }

    // MARK: - Several sources

    @Test func warningsOfTwoSourcesAreCombined() throws {
        let omitted = OmittedAlerts(unlocated: 2, unlocatedSeverity: .extreme)
        let first = try report(
            [alert("1", kind: .wind, from: 0), alert("2", severity: .minor, from: 0)], by: "a", omitted)
        let second = try report(
            [alert("other", kind: .wind, from: 0), alert("3", severity: .extreme, from: 0)], by: "b",
            OmittedAlerts(unlocated: 1, unlocatedSeverity: .severe))
        #expect(!first.isComplete && !second.isComplete)
        let both = first.combined(with: second)
        // The same gale of both is one.
        #expect(both.alerts.map(\.id) == ["3", "1", "2"])
        #expect(both.omitted == omitted)
        #expect(both.provider.id == "a" && both.provider.attribution == "by a; by b")
        // A part of it cannot be confirmed.
        #expect(!both.isRenewable && first.isRenewable && both.httpFreshness == nil)
    }

    /// The first source has the warning that is counted, and the second one the one that is shown.
    @Test func eachSourceIsCreditedWithItsWarnings() throws {
        let first = try report([], by: "a", OmittedAlerts(unlocated: 1, unlocatedSeverity: .extreme))
        let second = try report([alert("1", from: 0)], by: "b")
        let both = first.combined(with: second)
        #expect(both.alerts == second.alerts && both.omitted == first.omitted && !both.isComplete)
        #expect(both.provider.id == "a" && both.provider.attribution == "by a; by b")
        #expect(both.source(of: second.alerts[0]) == second.provider && both.sources.map(\.id) == ["a", "b"])
        #expect(both.sourcesOfOmitted == [first.provider])
        let none = try first.combined(with: report([], by: "b"))
        #expect(none.alerts.isEmpty && none.omitted == first.omitted)
        #expect(none.provider == first.provider && none.sources == [first.provider])
        let three = try both.combined(with: report([alert("2", from: 0)], by: "c"))
        #expect(three.provider.attribution == "by a; by b; by c" && three.sources.count == 3)
        #expect(try JSONDecoder().decode(AlertReport.self, from: JSONEncoder().encode(three)) == three)
        // A source that could not be read at all.
        let unread = second.beside(unread: 2, of: [first.provider])
        #expect(unread.sourcesOfOmitted == [first.provider] && unread.source(of: second.alerts[0]) == second.provider)
        #expect(unread.provider.id == "b" && unread.provider.attribution == "by b; by a")
        #expect(first.sourcesOfOmitted == [first.provider] && second.sourcesOfOmitted.isEmpty)
    }

    @Test func combinedWarningsAreBounded() throws {
        func many(_ prefix: String, _ severity: Alert.Severity) -> [Alert] {
            (0..<80).map { alert(prefix + "\($0)", severity: severity, from: 0) }
        }
        let both = try report(many("a", .minor), by: "a").combined(with: report(many("b", .severe), by: "b"))
        #expect(both.alerts.count == 100 && both.alerts.count { $0.severity == .severe } == 80)
        #expect(both.omitted == OmittedAlerts(unreadable: 60))
    }

    /// A warning whose kind is not known may be of any kind.
    @Test func unknownKindsPassTheFilterByASetting() {
        var filter = AlertFilter()
        filter.kinds = [.wind]
        #expect(filter.admits(alert("1", kind: .wind, from: 0)) && !filter.admits(alert("2", kind: .rain, from: 0)))
        #expect(filter.admits(alert("3", kind: .other, from: 0)))
        filter.admitsUnknownKinds = false
        #expect(!filter.admits(alert("3", kind: .other, from: 0)))
        filter.kinds = [.wind, .other]
        #expect(filter.admits(alert("3", kind: .other, from: 0)))
        filter.exceptions = [.other]
        filter.admitsUnknownKinds = true
        #expect(!filter.admits(alert("3", kind: .other, from: 0)))
    }
}
