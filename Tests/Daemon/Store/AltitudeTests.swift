import Store
import Testing
import Weather

struct AltitudeTests {
    @Test func detectedPlaceHasAltitudeOfItsFix() throws {
        let home = try #require(Coordinate(latitude: 59.912_34, longitude: 10.754_32))
        let elsewhere = try #require(Coordinate(latitude: 60.39, longitude: 5.32))
        var snapshot = Snapshot()
        #expect(snapshot.altitude(of: home) == nil)
        let time = UnixTime(1_795_262_400)
        let fix = LocationFix(coordinate: home, altitude: 312, time: time, source: .geoClue)
        snapshot.located = Located(place: Place(coordinate: home.rounded), fix: fix)
        #expect(snapshot.altitude(of: home) == 312)
        // As sent to services.
        #expect(snapshot.altitude(of: home.coarse) == 312)
        #expect(snapshot.altitude(of: elsewhere) == nil)
        snapshot.located?.fix.altitude = nil
        #expect(snapshot.altitude(of: home) == nil)
    }

    @Test func configuredPlaceHasConfiguredElevation() throws {
        let home = try #require(Coordinate(latitude: 59.912_34, longitude: 10.754_32))
        var snapshot = Snapshot(defaults: Defaults(location: Place(coordinate: home), elevation: 250))
        #expect(snapshot.altitude(of: home) == 250)
        #expect(snapshot.altitude(of: home.coarse) == 250)
        #expect(snapshot.altitude(of: try #require(Coordinate(latitude: 60.39, longitude: 5.32))) == nil)
        snapshot.defaults.elevation = nil
        #expect(snapshot.altitude(of: home) == nil)
    }
}
