import Testing

@testable import Gazetteer

/// What decides which country a position is in.
struct CountryEvidenceTests {
    @Test func nothingIsKnownFarOutAtSea() {
        #expect(CountryEvidence().country == nil)
    }

    @Test func farFromBordersTheyDecide() {
        // The disc of a large town across the border, and its time zone.
        let evidence = CountryEvidence(land: "PL", zones: ["DE": 1], settlements: ["DE": 0.9])
        #expect(evidence.country == "PL")
    }

    @Test func townWithinAKilometreOfItsCentreDecides() {
        let evidence = CountryEvidence(
            centre: "PL", land: "DE", others: ["PL": 900], zones: ["DE": 1], settlements: ["DE": 0.9])
        #expect(evidence.country == "PL")
    }

    /// Windsor: the disc of Detroit covers it, its own one less so.
    @Test func timeZoneIsAWitness() {
        let evidence = CountryEvidence(
            land: "CA", others: ["US": 1500], zones: ["CA": 0.8, "US": 0.2], settlements: ["US": 0.85, "CA": 0.4])
        #expect(evidence.country == "CA")
    }

    /// Słubice: the borders are wrong by some hundred metres.
    @Test func bordersAreOutvotedNearThem() {
        let evidence = CountryEvidence(
            land: "DE", others: ["PL": 400], zones: ["PL": 0.6, "DE": 0.4], settlements: ["DE": 0.2, "PL": 0.5])
        #expect(evidence.country == "PL")
    }

    /// Without the fine map of time zones.
    @Test func townDecidesWithoutTimeZones() {
        let evidence = CountryEvidence(land: "DE", others: ["PL": 400], settlements: ["PL": 0.5])
        #expect(evidence.country == "PL")
        #expect(CountryEvidence(land: "DE", others: ["PL": 400]).country == "DE")
    }

    /// A time zone of a country that is not near is no reason: zones of disputed areas.
    @Test func countriesFarAwayDoNotCount() {
        let evidence = CountryEvidence(
            land: "DE", others: ["PL": 3000], zones: ["FR": 1], settlements: ["FR": 1])
        #expect(evidence.country == "DE")
    }

    @Test func territorialWatersBelongToTimeZones() {
        #expect(CountryEvidence(zones: ["NO": 1]).country == "NO")
        #expect(CountryEvidence(others: ["SE": 2000, "FI": 2500], zones: ["FI": 0.7, "SE": 0.3]).country == "FI")
    }

    @Test func equalReasonsGiveTheSameAnswer() {
        let evidence = CountryEvidence(others: ["BE": 100, "NL": 100], zones: ["BE": 0.5, "NL": 0.5])
        #expect(evidence.country == "BE")
    }
}
