import Foundation
import Providers
import Testing
import Weather

private let now = UnixTime(1_795_273_200)

/// An area with only words: CAP 1.2, 3.2.4 requires no more.
struct CAPPlacingTests {
    private func selection(
        _ latitude: Double, _ longitude: Double, _ change: (inout CAPArea) -> Void
    ) throws -> CAPSelection {
        let here = try #require(Coordinate(latitude: latitude, longitude: longitude))
        var info = CAPInfo()
        (info.event, info.severity, info.expires) = ("Wind", .extreme, now.advanced(by: 3600))
        var area = CAPArea()
        change(&area)
        info.areas = [area]
        let message = CAPMessage(identifier: "1", sent: now.advanced(by: -60), infos: [info])
        return CAPSelection(
            of: [message], now: now, locale: "en", regions: RegionsOfPlace(here, in: RegionTable(path: regionFile)))
    }

    /// It may be the place's, and its severity is known.
    @Test func areaWithOnlyWordsCannotBeLocated() throws {
        let words = try selection(45.81, 15.98) { $0.name = "Zagreb region" }
        #expect(words.omitted == OmittedAlerts(unlocated: 1, unlocatedSeverity: .extreme))
        // It was read: the source has not failed.
        #expect(words.alerts.isEmpty && words.understood == 1)
        for change: (inout CAPArea) -> Void in [
            { _ in },
            {
                $0.name = "Zagreb region"
                $0.hasDamagedShape = true
            },
        ] {
            #expect(try selection(45.81, 15.98, change).omitted == OmittedAlerts(unreadable: 1))
        }
    }

    /// Where regions are known by name: in the place's own country.
    @Test func areaWithAKnownNameIsLocated() throws {
        for codes in [[], [CAPInfo.Value("AreaId", "7")], [CAPInfo.Value("EMMA_ID", "UA999")]] {
            let name: (inout CAPArea) -> Void = { ($0.name, $0.geocodes) = ("Kyiv Oblast", codes) }
            let here = try selection(50.0, 30.9, name)
            #expect(here.alerts.count == 1 && here.omitted.isEmpty && here.alerts.first?.areas.isEmpty == false)
            let lviv = try selection(49.84, 24.03, name)
            #expect(lviv.alerts.isEmpty && lviv.omitted.isEmpty)
            // In another country, it may mean another region.
            let zagreb = try selection(45.81, 15.98, name)
            #expect(zagreb.alerts.isEmpty && zagreb.omitted.unlocated == (codes.first?.name == "EMMA_ID" ? 0 : 1))
        }
        // The code is another country's.
        let other = try selection(50.45, 30.52) {
            ($0.name, $0.geocodes) = ("Kyiv Oblast", [CAPInfo.Value("EMMA_ID", "UK199")])
        }
        #expect(other.omitted == OmittedAlerts(unlocated: 1, unlocatedSeverity: .extreme))
    }
}
