import Routing

/// The ways to those whom one part of the daemon asks, as they were found last. Pure.
struct Reachability: Sendable {
    /// Whether there is a way to none of them.
    private(set) var isCut = false
    /// The last way to each, which is remembered while there is none.
    private var ways: [Destination: Way] = [:]
    private var reached: Set<Destination> = []

    enum Change: Sendable, Hashable {
        /// There is no way any more.
        case cut
        /// There is one again; it may be another than the last, as in another network.
        case back(isElsewhere: Bool)
        /// There is another in place of the last, so that no answer comes by that one any more.
        case rerouted
        /// There is a further one.
        case eased
    }

    /// - Parameter found: the ways to all that can be asked. Who asks nobody is never cut off.
    /// - Returns: what is new; nil for nothing.
    mutating func update(_ found: [Destination: Way?]) -> Change? {
        let present = found.compactMapValues(\.self)
        let wasCut = isCut
        isCut = !found.isEmpty && present.isEmpty
        guard !isCut else {
            reached = []
            return wasCut ? nil : .cut
        }
        let isElsewhere = present.contains { destination, way in
            ways[destination].map { !way.includes($0) } ?? false
        }
        let isFurther = present.contains { destination, way in
            ways[destination] != way || !reached.contains(destination)
        }
        ways = ways.filter { found.keys.contains($0.key) }.merging(present) { $1 }
        reached = Set(present.keys)
        if wasCut { return .back(isElsewhere: isElsewhere) }
        return isElsewhere ? .rerouted : isFurther ? .eased : nil
    }
}
