import Testing
import Weather

struct AlertTests {
    private static let now = UnixTime(1_795_273_200)

    private func alert(
        _ id: String, _ event: String = "Gale Warning", severity: Alert.Severity = .moderate, replaces: [String] = [],
        from onset: Int? = 0, until ends: Int? = 3600, area: String? = nil
    ) -> Alert {
        Alert(
            id: id, replaces: replaces, event: event, area: area, severity: severity,
            onset: onset.map { Self.now.advanced(by: $0) }, ends: ends.map { Self.now.advanced(by: $0) })
    }

    @Test func worstAlertComesFirstAndExpiredAreRemoved() {
        let alerts = [
            alert("a", "Wind", severity: .minor), alert("b", "Flood", severity: .extreme), alert("c", "Ice", until: 0),
            alert("d", "Heat", severity: .unknown, until: nil), alert("e", "Storm", severity: .extreme, from: -60),
        ]
        #expect(alerts.inForce(at: Self.now).map(\.id) == ["e", "b", "a", "d"])
        #expect(alerts.inForce(at: Self.now.advanced(by: 3600)).map(\.id) == ["d"])
    }

    @Test func updateReplacesReferencedAlert() {
        let alerts = [alert("1"), alert("2", severity: .severe, replaces: ["1", "0"])]
        #expect(alerts.inForce(at: Self.now).map(\.id) == ["2"])
    }

    @Test func sameAlertForTwoDistrictsIsListedOnce() {
        let alerts = [alert("1", area: "North"), alert("2", area: "South"), alert("3", "Flood Watch")]
        #expect(alerts.inForce(at: Self.now).map(\.id) == ["1", "3"])
    }

    @Test func choiceBetweenDuplicatesIsIndependentOfOrder() {
        let alerts = [alert("2", area: "South"), alert("1", area: "North")]
        #expect(alerts.inForce(at: Self.now).map(\.id) == ["1"])
    }

    @Test func alertWithoutEndExpiresADayAfterLastUpdate() throws {
        let montevideo = try #require(Coordinate(latitude: -34.9, longitude: -56.16))
        let report = AlertReport(
            coordinate: montevideo, provider: Provider(id: "x", name: "X"), fetchedAt: Self.now,
            alerts: [alert("endless", until: nil), alert("long", "Flood", until: 3 * 86_400)])
        let later = Self.now.advanced(by: 86_400)
        #expect(report.inForce(at: later.advanced(by: -1)).map(\.id) == ["endless", "long"])
        #expect(report.inForce(at: later).map(\.id) == ["long"])
        #expect(report.endOfEndless == later)
        let confirmed = report.confirmed(at: later, httpFreshness: nil)
        #expect(confirmed.inForce(at: later).map(\.id) == ["endless", "long"])
    }

    // MARK: - Changes

    @Test func alertIsReportedOnce() {
        var diff = AlertDiff(known: nil)
        #expect(diff.take([alert("1")]).issued.map(\.id) == ["1"])
        #expect(diff.take([alert("1")]) == AlertDiff.Change())
        #expect(diff.take(nil) == AlertDiff.Change(), "unknown alerts have not ended")
        #expect(diff.take([alert("1"), alert("2", "Flood")]).issued.map(\.id) == ["2"])
        #expect(diff.take([alert("2", "Flood")]).over.map(\.id) == ["1"])
        // It may be among those that could not be read, until it ends.
        #expect(diff.take([]) { _ in true } == AlertDiff.Change())
        #expect(diff.take([]).over.map(\.id) == ["2"])
    }

    @Test func escalatedUpdateIsReported() {
        var diff = AlertDiff(known: [alert("1")])
        #expect(diff.take([alert("2", replaces: ["1"])]) == AlertDiff.Change())
        let worse = alert("3", severity: .severe, replaces: ["2"])
        #expect(diff.take([worse]) == AlertDiff.Change(issued: [worse], over: []))
    }

    /// As when a source fails and the next one stands in, or the forecast has the warning too.
    @Test func sameAlertOfAnotherSourceIsNotReportedAgain() {
        var gale = alert("2.49.0.0.276.0.DWD.PVW.1", "Sturm")
        var other = alert("2.49.0.0.276.0.DWD.PVW.1.MUL", "GALE")
        var news = AlertDiff(known: [gale])
        #expect(news.take([other]) == AlertDiff.Change())
        (gale.id, other.id) = ("urn:oid:2.49.0.1.840.0.x", "7")
        (gale.kind, other.kind) = (.wind, .wind)
        news = AlertDiff(known: [gale])
        #expect(news.take([other]) == AlertDiff.Change())
        #expect(!gale.isSameWarning(as: alert("8")))
        other.severity = .severe
        var known = AlertDiff(known: [gale])
        #expect(known.take([other]).issued == [other], "a worse one is another")
        other.severity = gale.severity
        other.ends = Self.now.advanced(by: 7200)
        known = AlertDiff(known: [gale])
        #expect(known.take([other]).issued == [other], "a longer one is another")
    }

    @Test func knownAlertIsNotReportedAgain() {
        var diff = AlertDiff(known: [alert("1")])
        #expect(diff.take([alert("1")]) == AlertDiff.Change())
    }
}
