import Synchronization
public import Weather

/// What earlier requests have shown about places: whether the server has sources for them, and which warnings were read.
public final class PublicAlertsMemory: Sendable {
    private struct State {
        /// When the server had sources for the country.
        var coveredAt = UnixTime.distantPast
        /// When the files were read.
        var readAt = UnixTime.distantPast
        /// A checksum of their identifiers.
        var files = 0
    }

    private let states = Mutex<[Coordinate: State]>([:])

    private static let coverageLifetime = 86_400
    /// A file may be replaced under the same identifier, so it is read again after this time, s.
    private static let fileLifetime = 3000

    public init() {}

    func isCovered(_ coordinate: Coordinate, at now: UnixTime) -> Bool {
        let age = self[coordinate].map { now.seconds(since: $0.coveredAt) } ?? -1
        return (0..<Self.coverageLifetime).contains(age)
    }

    func cover(_ coordinate: Coordinate, at now: UnixTime) {
        states.withLock { $0[coordinate.rounded, default: State()].coveredAt = now }
    }

    /// Whether the report is of the files of these warnings, and of no others, and they were read recently.
    func hasFiles(_ identifiers: [String], of report: AlertReport, at now: UnixTime) -> Bool {
        guard let state = self[report.coordinate], state.files == Self.checksum(identifiers),
            state.readAt <= report.fetchedAt
        else { return false }
        return (0..<Self.fileLifetime).contains(now.seconds(since: state.readAt))
    }

    func keep(_ identifiers: [String], for coordinate: Coordinate, at now: UnixTime) {
        states.withLock { states in
            states[coordinate.rounded, default: State()].readAt = now
            states[coordinate.rounded]?.files = Self.checksum(identifiers)
        }
    }

    private subscript(coordinate: Coordinate) -> State? { states.withLock { $0[coordinate.rounded] } }

    /// FNV-1a, since `Hasher` differs in each process.
    private static func checksum(_ identifiers: [String]) -> Int {
        let hash = identifiers.joined(separator: "\n").utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return Int(truncatingIfNeeded: hash)
    }
}

// Persists the memory for a process that lives for only one fetch.
extension PublicAlertsMemory {
    /// The state of a place, for `remember`; empty for none.
    public func hint(for coordinate: Coordinate) -> [UInt8] {
        guard let state = self[coordinate] else { return [] }
        return Array("\(state.coveredAt.seconds) \(state.readAt.seconds) \(state.files)".utf8)
    }

    /// Restores what `hint` returned earlier.
    public func remember(_ hint: [UInt8], for coordinate: Coordinate) {
        let numbers = hint.split(separator: UInt8(ascii: " ")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 3 else { return }
        states.withLock {
            $0[coordinate.rounded] = State(
                coveredAt: UnixTime(numbers[0]), readAt: UnixTime(numbers[1]), files: numbers[2])
        }
    }
}
