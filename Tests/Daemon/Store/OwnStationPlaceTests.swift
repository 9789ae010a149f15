import Store
import Testing
import Weather

/// For which place the user's own station is used.
struct OwnStationPlaceTests {
    private let now = UnixTime(1_795_273_200)
    private let home: Place
    private let tokyo: Place

    init() throws {
        home = Place(name: "Home", coordinate: try #require(Coordinate(latitude: 59.9123, longitude: 10.7543)))
        tokyo = Place(name: "Tokyo", coordinate: try #require(Coordinate(latitude: 35.6895, longitude: 139.6917)))
    }

    private func reading(at position: Coordinate? = nil, elevation: Double? = nil) -> OwnStationReading {
        var observation = Observation(
            station: Station(id: Station.ownID, distance: 0, elevation: elevation), time: now.advanced(by: -60))
        observation.take(4, as: .temperature)
        return .read(observation, at: position)
    }

    /// The forecast of 10 °C for each place.
    private func snapshot(
        _ reading: OwnStationReading, configured: Place? = nil, elevation: Double? = nil
    ) -> Snapshot {
        var snapshot = Snapshot(defaults: Defaults(location: configured))
        for place in [home, tokyo] {
            var report = Report(
                coordinate: place.coordinate.rounded, timeZone: "UTC", provider: Provider(id: "x", name: "X"),
                fetchedAt: now)
            report.elevation = elevation
            report.current = Conditions(condition: .overcast)
            report.current?.temperature = 10
            snapshot.weather[place.coordinate.rounded] = PlaceWeather(report: report, requestedAt: now)
        }
        snapshot.ownStation = reading
        return snapshot
    }

    private func temperature(_ snapshot: Snapshot) throws -> Double? {
        let key = try #require(snapshot.place).coordinate.rounded
        return snapshot.report(of: key, at: now)?.current?.temperature
    }

    @Test func stationWithoutPositionIsAtConfiguredPlace() throws {
        var snapshot = snapshot(reading(), configured: home)
        #expect(try temperature(snapshot) == 4)
        #expect(snapshot.ownStationHere == reading())
        snapshot.settings.location = .place(tokyo)
        #expect(try temperature(snapshot) == 10)
        #expect(snapshot.ownStationHere == .failed(.noPosition))
        #expect(snapshot.stationReading(at: tokyo.coordinate.rounded, now: now) == nil)
        // Home again, under another name.
        snapshot.settings.location = .place(Place(name: "Oslo", coordinate: home.coordinate))
        #expect(try temperature(snapshot) == 4)
        #expect(snapshot.stationReading(at: home.coordinate.rounded, now: now)?.temperature == 4)
    }

    /// A laptop may be away from home.
    @Test func stationWithoutPositionIsNotWhereTheMachineIs() throws {
        var snapshot = snapshot(reading())
        let fix = LocationFix(coordinate: home.coordinate, altitude: nil, time: now, source: .geoClue)
        snapshot.located = Located(place: home, fix: fix)
        #expect(try temperature(snapshot) == 10 && snapshot.ownStationHere == .failed(.noPosition))
    }

    @Test func stationWithPositionIsUsedNearby() throws {
        let position = try #require(Coordinate(latitude: 59.95, longitude: 10.75))
        var snapshot = snapshot(reading(at: position))
        let fix = LocationFix(coordinate: home.coordinate, altitude: nil, time: now, source: .geoClue)
        snapshot.located = Located(place: home, fix: fix)
        #expect(try temperature(snapshot) == 4)
        // 0.0377 degrees of latitude.
        let here = snapshot.report(of: home.coordinate.rounded, at: now)?.station?.distance
        #expect((4150...4250).contains(try #require(here)))
        snapshot.settings.location = .place(tokyo)
        #expect(try temperature(snapshot) == 10)
        let far = snapshot.ownStationHere?.observation?.problem(at: now)
        guard case .tooFar(let distance) = far else {
            Issue.record("\(String(describing: far))")
            return
        }
        #expect((8_300_000...8_500_000).contains(distance))
        #expect(snapshot.stationReading(at: tokyo.coordinate.rounded, now: now) == nil)
    }

    /// 6.5 K per kilometre.
    @Test func stationOnHillIsCorrected() throws {
        var snapshot = snapshot(reading(at: home.coordinate, elevation: 500), configured: home)
        snapshot.defaults.elevation = 100
        #expect(try temperature(snapshot) == 6.6)
        #expect(snapshot.stationReading(at: home.coordinate.rounded, now: now)?.temperature == 6.6)
    }

    /// As for a place that was chosen, whose altitude is known from the forecast alone.
    @Test func comparedTemperatureIsTheOneShown() throws {
        var snapshot = snapshot(reading(at: home.coordinate, elevation: 500), elevation: 100)
        snapshot.settings.location = .place(home)
        #expect(try temperature(snapshot) == 6.6)
        #expect(snapshot.stationReading(at: home.coordinate.rounded, now: now)?.temperature == 6.6)
    }

    @Test func stationMeasuresNearby() {
        #expect(!Snapshot(defaults: Defaults(location: home)).hasOwnStation(at: home.coordinate))
        for reading in [reading(), reading(at: home.coordinate), .failed(.notJSON)] {
            let snapshot = snapshot(reading, configured: home)
            #expect(snapshot.hasOwnStation(at: home.coordinate))
            #expect(!snapshot.hasOwnStation(at: tokyo.coordinate))
        }
    }

    @Test func favouriteHasNoStation() throws {
        let snapshot = snapshot(reading(at: tokyo.coordinate), configured: home)
        #expect(snapshot.report(of: tokyo.coordinate.rounded, at: now)?.current?.temperature == 10)
    }

    @Test func problemIsPreserved() {
        let snapshot = snapshot(.failed(.notJSON), configured: home)
        #expect(snapshot.ownStationHere == .failed(.notJSON))
    }
}
