/// The last known routes to the services of one part of the daemon. Pure.
public struct Reachability: Sendable {
    /// Whether there is no route to any of them.
    private(set) var isCut = false
    /// The last route to each, which is kept while there is none.
    private var routes: [Destination: Route] = [:]
    private var reached: Set<Destination> = []

    public enum Change: Sendable, Hashable {
        /// All routes were lost.
        case cut
        /// A route is available again; it may differ from the last one, as in another network.
        case back(isElsewhere: Bool)
        /// A route has changed, so that pending answers will not arrive.
        case rerouted
        /// A route was added.
        case improved
    }

    /// - Parameter found: the routes to all services. A part without services is never offline.
    /// - Returns: the change; nil for none.
    mutating func update(_ found: [Destination: Route?]) -> Change? {
        let present = found.compactMapValues(\.self)
        let wasCut = isCut
        isCut = !found.isEmpty && present.isEmpty
        guard !isCut else {
            reached = []
            return wasCut ? nil : .cut
        }
        let isElsewhere = present.contains { destination, route in
            routes[destination].map { !route.includes($0) } ?? false
        }
        let isFurther = present.contains { destination, route in
            routes[destination] != route || !reached.contains(destination)
        }
        routes = routes.filter { found.keys.contains($0.key) }.merging(present) { $1 }
        reached = Set(present.keys)
        if wasCut { return .back(isElsewhere: isElsewhere) }
        return isElsewhere ? .rerouted : isFurther ? .improved : nil
    }
}
