/// Runs services together, and shuts them down one after the other.
public struct ServiceGroup: Sendable {
    /// A service returned without being cancelled.
    public struct ServiceReturned: Error, Hashable, CustomStringConvertible {
        /// The type name of the service.
        public let service: String

        public var description: String { "\(service) returned before the shutdown" }
    }

    /// Why a group ends: a shutdown request, or the failure of a service.
    private typealias Ending = Result<Void, any Error>

    private let services: [any Service]

    /// - Parameter services: in start order. They are shut down in reverse order.
    public init(_ services: [any Service]) {
        self.services = services
    }

    /// Runs the services until `shutdown` yields or finishes, or a service fails or returns. Then it cancels the last service,
    /// waits for it to end, cancels the one before, and so on.
    ///
    /// Cancelling the task cancels all services at the same time.
    ///
    /// - Throws: the first error of a service, or `ServiceReturned`.
    public func run(until shutdown: AsyncStream<some Sendable>) async throws {
        let (endings, ending) = AsyncStream.makeStream(of: Ending.self, bufferingPolicy: .bufferingOldest(1))
        let end = await withTaskGroup { group in
            group.addTask {
                for await _ in shutdown { break }
                ending.yield(.success(()))
            }
            let end = await Self.run(services[...], endings, ending)
            group.cancelAll()
            return end
        }
        try end.get()
    }

    /// Each service is the only child of its own task group, which contains the groups of the later services: children of one
    /// group cannot be cancelled separately.
    private static func run(
        _ services: ArraySlice<any Service>, _ endings: AsyncStream<Ending>, _ ending: AsyncStream<Ending>.Continuation
    ) async -> Ending {
        guard let service = services.first else {
            for await ending in endings { return ending }
            return .success(())
        }
        return await withTaskGroup(of: Ending.self) { group in
            group.addTask {
                let end = await run(service)
                if case .failure = end { ending.yield(end) }
                return end
            }
            let others = await run(services.dropFirst(), endings, ending)
            group.cancelAll()
            let own = await group.next() ?? .success(())
            // The innermost call returns the first failure, before the failures that follow from it.
            if case .failure = others { return others }
            return own
        }
    }

    private static func run(_ service: any Service) async -> Ending {
        do {
            try await service.run()
            return Task.isCancelled ? .success(()) : .failure(ServiceReturned(service: "\(type(of: service))"))
        } catch is CancellationError where Task.isCancelled {
            return .success(())
        } catch {
            return .failure(error)
        }
    }
}
