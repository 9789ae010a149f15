import Keeping
import Logging
import NIOCore
import Scratch
import Serving
import Synchronization
import Weather

/// A store with Montevideo's weather in it, and a responder that the test controls the clock of.
final class Kitchen: Sendable {
    static let start = UnixTime(1_763_740_800)

    let directory: TemporaryDirectory
    let store: Store
    let asked = Mutex<[Coordinate]>([])
    /// What a wish for a refresh is answered.
    let refreshAnswer = Mutex(RefreshAnswer.done)
    private let time = Mutex(start)

    init(location: Place? = Place(name: "Montevideo", coordinate: .montevideo)) throws {
        directory = try TemporaryDirectory()
        store = Store(
            stateDirectory: directory.path, cacheDirectory: directory.path, defaults: Defaults(location: location),
            now: Self.start, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    var now: UnixTime {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// Takes in a report that is fetched now.
    func cook(_ coordinate: Coordinate = .montevideo, temperature: Double = 15) async {
        await store.keep(.example(at: coordinate, fetchedAt: now, temperature: temperature), at: now)
    }

    var responder: Responder {
        Responder(
            store: store, now: { self.now }, presentation: { .init() },
            effects: .init(
                asked: { coordinate in self.asked.withLock { $0.append(coordinate) } }, settingsChanged: {},
                refresh: { _, _ in self.refreshAnswer.withLock { $0 } }))
    }
}
