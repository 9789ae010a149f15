import Dispatch

/// A part of the program that runs as long as the program.
public protocol BackgroundService: Sendable {
    /// Runs until the task is cancelled, and returns after everything that it started has ended.
    ///
    /// - Throws: a failure that must end the program.
    func run() async throws
}

/// Returns when the task is cancelled.
public func untilCancelled() async {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
        for await _ in never {}
    } onCancel: {
        continuation.finish()
    }
}

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

    private let services: [any BackgroundService]

    /// - Parameter services: in start order. They are shut down in reverse order.
    public init(_ services: [any BackgroundService]) {
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
        _ services: ArraySlice<any BackgroundService>, _ endings: AsyncStream<Ending>,
        _ ending: AsyncStream<Ending>.Continuation
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

    private static func run(_ service: any BackgroundService) async -> Ending {
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

/// A deadline that can be moved. Only the current deadline has a task and a timer, since a superseded one may be a year away.
public struct Alarm<C: Clock>: Sendable where C.Duration == Duration {
    /// The deadline; nil when none is set.
    public private(set) var due: C.Instant?
    /// Finishing it ends the task that waits for the deadline.
    private var stop: AsyncStream<Never>.Continuation?

    public init() {}

    /// Sets another deadline, or none.
    ///
    /// - Parameters:
    ///   - group: runs the task that waits.
    ///   - fire: called at the deadline, unless it was moved before. Then call `clear`.
    public mutating func set(
        _ due: C.Instant?, on clock: C, in group: inout DiscardingTaskGroup,
        _ fire: @escaping @Sendable (C.Instant) -> Void
    ) {
        guard due != self.due else { return }
        clear()
        guard let due else { return }
        let (stopped, stop) = AsyncStream.makeStream(of: Never.self)
        (self.due, self.stop) = (due, stop)
        group.addTask {
            await untilStopped(stopped) {
                guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
                fire(due)
            }
        }
    }

    /// Forgets the deadline.
    public mutating func clear() {
        stop?.finish()
        (due, stop) = (nil, nil)
    }
}

/// Runs the body until it returns or is stopped.
public func untilStopped(_ stopped: AsyncStream<Never>, _ body: @escaping @Sendable () async -> Void) async {
    await withTaskGroup { group in
        group.addTask { await body() }
        group.addTask { for await _ in stopped {} }
        await group.next()
        group.cancelAll()
    }
}

/// A stream of the given signals, from now until the process ends. Their default actions are disabled.
///
/// The handlers are installed on return.
public func signals(_ numbers: Int32...) async -> AsyncStream<Int32> {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    for number in numbers {
        await withCheckedContinuation { registration in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setRegistrationHandler { registration.resume() }
            // The handler retains its source, which would otherwise be cancelled.
            source.setEventHandler { withExtendedLifetime(source) { _ = continuation.yield(number) } }
            source.activate()
        }
    }
    return signals
}
