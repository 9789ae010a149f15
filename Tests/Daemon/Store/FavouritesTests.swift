import Logging
import Scratch
import Store
import Testing
import Weather

struct FavouritesTests {
    private let home = Place(name: "Home", coordinate: .montevideo)
    private let oslo = Place(coordinate: .oslo, locality: Locality(name: "Oslo", countryCode: "NO"))

    private func settings() throws -> Settings {
        var settings = Settings()
        try settings.addFavourite(home)
        try settings.addFavourite(oslo)
        return settings
    }

    private func place(_ number: Int) throws -> Place {
        Place(
            name: "Place \(number)",
            coordinate: try #require(Coordinate(latitude: Double(number % 90), longitude: Double(number / 90))))
    }

    @Test func favouritesKeepUserOrder() throws {
        var settings = try settings()
        try settings.addFavourite(try place(1))
        try settings.moveFavourite(.name("place 1"), to: 1)
        #expect(settings.favourites.map(\.calledName) == ["Place 1", "Home", "Oslo"])
        try settings.moveFavourite(.name("Place 1"), to: 3)
        #expect(settings.favourites.map(\.calledName) == ["Home", "Oslo", "Place 1"])
        try settings.moveFavourite(.coordinate(.oslo), to: 2)
        #expect(settings.favourites.map(\.calledName) == ["Home", "Oslo", "Place 1"])
        try settings.removeFavourite(.name("HOME"))
        #expect(settings.favourites.map(\.calledName) == ["Oslo", "Place 1"])
    }

    @Test func rejectedChangeLeavesFavouritesUnchanged() throws {
        let before = try settings()
        let changes: [(FavouritesError, (inout Settings) throws(FavouritesError) -> Void)] = [
            (
                .nameTaken(home),
                { (s) throws(FavouritesError) in
                    try s.addFavourite(Place(name: "hOmE", coordinate: .montevideo.south))
                }
            ),
            (
                .nameTaken(oslo),
                { (s) throws(FavouritesError) in
                    try s.renameFavourite(.name("Home"), to: "oslo")
                }
            ),
            (
                .alreadyThere(home),
                { (s) throws(FavouritesError) in
                    try s.addFavourite(Place(name: "Work", coordinate: .montevideo))
                }
            ),
            (.notAFavourite("Work"), { (s) throws(FavouritesError) in try s.removeFavourite(.name("Work")) }),
            (.notAFavourite("Work"), { (s) throws(FavouritesError) in try s.moveFavourite(.name("Work"), to: 1) }),
            (
                .noSuchPosition(3, count: 2),
                { (s) throws(FavouritesError) in
                    try s.moveFavourite(.name("Home"), to: 3)
                }
            ),
            (
                .noSuchPosition(0, count: 2),
                { (s) throws(FavouritesError) in
                    try s.moveFavourite(.name("Home"), to: 0)
                }
            ),
            (
                .noSuchPosition(.min, count: 2),
                { (s) throws(FavouritesError) in
                    try s.moveFavourite(.name("Home"), to: .min)
                }
            ),
            (
                // A position that no other precedes.
                .notAFavourite("\(Int.min)"),
                { (s) throws(FavouritesError) in
                    try s.removeFavourite(.name("\(Int.min)"))
                }
            ),
        ]
        for (error, change) in changes {
            var settings = before
            #expect(throws: error) { try change(&settings) }
            #expect(settings == before)
        }
    }

    @Test func favouriteCanChangeCaseOfItsName() throws {
        var settings = try settings()
        try settings.renameFavourite(.name("home"), to: "HOME")
        #expect(settings.favourites.first?.name == "HOME")
    }

    @Test func currentPlaceIsRenamedWithItsFavourite() throws {
        var settings = try settings()
        settings.location = .place(home)
        try settings.renameFavourite(.name("Home"), to: "Casa")
        #expect(settings.location == .place(Place(name: "Casa", coordinate: .montevideo)))
    }

    @Test func numberOfFavouritesIsLimited() throws {
        var settings = Settings()
        for number in 0..<Settings.favouritesLimit { try settings.addFavourite(try place(number)) }
        #expect(throws: FavouritesError.full(limit: Settings.favouritesLimit)) {
            try settings.addFavourite(try place(Settings.favouritesLimit))
        }
    }

    // MARK: - On disk

    @Test func concurrentChangesAreBothSaved() async throws {
        let scratch = try TemporaryDirectory()
        let store = Store.forTests(in: scratch)
        let places = try (0..<40).map { try place($0) }
        await withTaskGroup { group in
            for place in places {
                group.addTask {
                    try? await store.changeSettings(at: Store.testTime) { (settings) throws(FavouritesError) in
                        try settings.addFavourite(place)
                    }
                }
            }
        }
        let reread = Store.forTests(in: scratch).snapshot.settings.favourites
        #expect(Set(reread) == Set(places))
        #expect(reread == store.snapshot.settings.favourites)
    }

    @Test func rejectedChangeIsReportedAndNotWritten() async throws {
        let scratch = try TemporaryDirectory()
        let store = Store.forTests(in: scratch)
        await #expect(throws: SettingsError.refused(.notAFavourite("Home"))) {
            try await store.changeSettings(at: Store.testTime) { (settings) throws(FavouritesError) in
                try settings.removeFavourite(.name("Home"))
            }
        }
        #expect(try scratch.names() == [])
    }

    @Test func settingsOfFirstReleaseAreRead() throws {
        let scratch = try TemporaryDirectory()
        try scratch.write(
            #"{"content":{"location":{"coordinate":{"latitude":-34.9,"longitude":-56.2},"name":"Home"},"units":{}},"version":1}"#,
            to: "settings.json")
        let settings = Store.forTests(in: scratch).snapshot.settings
        let coordinate = try #require(Coordinate(latitude: -34.9, longitude: -56.2))
        #expect(settings == Settings(location: .place(Place(name: "Home", coordinate: coordinate))))
    }

    @Test func automaticLocationIsSaved() async throws {
        let scratch = try TemporaryDirectory()
        try await Store.forTests(in: scratch).changeSettings(at: Store.testTime) { $0.location = .automatic }
        #expect(Store.forTests(in: scratch).snapshot.settings.location == .automatic)
    }

    // MARK: - Stepping through places

    @Test func stepsWrapAround() async throws {
        let scratch = try TemporaryDirectory()
        let store = Store.forTests(in: scratch)
        store.step(1)
        #expect(store.snapshot.shownPlace == nil)
        let settings = try settings()
        try await store.changeSettings(at: Store.testTime) { $0 = settings }
        store.step(1)
        #expect(store.snapshot.shownPlace == home, "without a current place the step leads to the first favourite")
        let current = Place(name: "Here", coordinate: try place(7).coordinate)
        try await store.changeSettings(at: Store.testTime) { $0.location = .place(current) }
        #expect(store.snapshot.shownPlace == current, "a new current place is shown")
        var round: [Place?] = []
        for _ in 0..<3 {
            store.step(1)
            round.append(store.snapshot.shownPlace)
        }
        #expect(round == [home, oslo, current])
        store.step(-1)
        #expect(store.snapshot.shownPlace == oslo)
        try await store.changeSettings(at: Store.testTime) { (settings) throws(FavouritesError) in
            try settings.removeFavourite(.name("Oslo"))
        }
        #expect(store.snapshot.shownPlace == current, "a removed place is not shown")
    }

    @Test func currentPlaceTakesNameOfFavourite() async throws {
        let scratch = try TemporaryDirectory()
        let store = Store.forTests(in: scratch)
        var settings = try settings()
        settings.location = .place(Place(coordinate: .montevideo))
        let chosen = settings
        try await store.changeSettings(at: Store.testTime) { $0 = chosen }
        #expect(store.snapshot.place?.name == "Home")
        #expect(store.snapshot.places == [home, oslo])
    }

    @Test func removedFavouritesAreEvicted() async throws {
        let scratch = try TemporaryDirectory()
        let store = Store.forTests(in: scratch)
        let places = try (0..<100).map { try place($0) }
        try await store.changeSettings(at: Store.testTime) { $0.favourites = places }
        #expect(store.snapshot.weather.count == 100)
        try await store.changeSettings(at: Store.testTime) { $0.favourites = [] }
        #expect(store.snapshot.weather.count == Snapshot.placesLimit)
    }

    @Test func favouriteIsResolvedByNumberAndRegion() throws {
        var settings = try settings()
        let paris = Place(
            coordinate: .montevideo.south, locality: Locality(name: "Paris", region: "Texas", country: "United States"))
        try settings.addFavourite(paris)
        for reference in ["paris", "Paris, Texas", "paris, texas, united states", "3"] {
            #expect(try settings.favourite(.name(reference)) == paris)
        }
        for reference in ["Paris, France", "Paris, Tex", "4", "0"] {
            #expect(throws: FavouritesError.self) { try settings.favourite(.name(reference)) }
        }
    }

    @Test func favouriteAtCurrentPlaceIsListedOnce() async throws {
        let scratch = try TemporaryDirectory()
        let store = Store.forTests(in: scratch)
        var settings = try settings()
        settings.location = .place(home)
        let chosen = settings
        try await store.changeSettings(at: Store.testTime) { $0 = chosen }
        #expect(store.snapshot.places == [home, oslo])
        #expect(store.snapshot.weather.keys.count == 2, "the weather of both is refreshed")
    }
}

extension Coordinate {
    /// A degree further south.
    fileprivate var south: Coordinate { Coordinate(latitude: latitude - 1, longitude: longitude) ?? self }
}

extension Store {
    static let testTime = UnixTime(1_763_740_800)

    static func forTests(in scratch: TemporaryDirectory) -> Store {
        Store(
            stateDirectory: scratch.path, cacheDirectory: scratch.path, defaults: Defaults(), now: testTime,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
