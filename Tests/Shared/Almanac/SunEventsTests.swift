import Almanac
import Testing
import Weather

/// The Sun's events around a moment, without a time zone.
struct SunEventsTests {
    /// The days of the U.S. Naval Observatory's table: dawn, sunrise, sunset and dusk in this order, seen from the morning and
    /// from the evening.
    @Test(arguments: SunriseTests.naval)
    func matchesNavalObservatory(day: AlmanacDay) throws {
        let sun = Sun(coordinate: day.coordinate)
        for now in [try day.start, try day.end] {
            let events = sun.events(around: now)
            for (index, kind) in [(0, SunEvent.Kind.dawn), (1, .sunrise), (3, .sunset), (4, .dusk)] {
                let published = try #require(try day.moment(index))
                let found = events.filter { $0.kind == kind && abs($0.time.seconds(since: published)) < 43_200 }
                #expect(found.count == 1)
                #expect(agree(found.first?.time, published, within: 60))
            }
        }
    }

    /// Tromsø has midnight sun at the solstice of June, and twilight without sunrise at that of December.
    @Test(arguments: [(1_782_043_200, [SunEvent.Kind]()), (1_797_854_400, [.dawn, .dusk])])
    func polarPlacesHaveNoSunrise(seconds: Int, kinds: [SunEvent.Kind]) throws {
        let tromso = try #require(Coordinate(latitude: 69.65, longitude: 18.96))
        let events = Sun(coordinate: tromso).events(around: UnixTime(seconds))
        #expect(Set(events.map(\.kind)) == Set(kinds))
    }

    @Test func eventsAreInOrderAndOnceADay() throws {
        let quito = try #require(Coordinate(latitude: -0.22, longitude: -78.51))
        for hour in 0..<48 {
            let now = UnixTime(1_795_273_200 + hour * 3600)
            let events = Sun(coordinate: quito).events(around: now)
            #expect(events == events.sorted { $0.time < $1.time })
            for kind in SunEvent.Kind.allCases {
                let times = events.filter { $0.kind == kind }.map(\.time)
                #expect(zip(times, times.dropFirst()).allSatisfy { $1.seconds(since: $0) > 80_000 })
                #expect(times.contains { $0 > now && $0.seconds(since: now) <= 87_000 }, "the next one is known")
            }
        }
    }
}
