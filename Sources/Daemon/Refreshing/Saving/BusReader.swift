import SystemBus

/// Reads from services on a bus. A service that hangs counts as missing: otherwise what depends on it would never be known.
struct BusReader<C: Clock>: Sendable where C.Duration == Duration {
    let bus: Bus
    let clock: C

    /// As long as a service takes to start on a busy machine.
    private static var patience: Duration { .seconds(10) }

    /// nil when the service is missing, fails, or has not replied in time.
    func call(_ call: BusCall) async -> [BusValue]? {
        await inTime { try await bus.call(call) }
    }

    /// As `call`.
    func get(_ property: String, of path: String, _ interface: String, at service: String) async -> BusValue? {
        await inTime { try await bus.get(property, of: path, interface, at: service) }
    }

    /// As `call`.
    func properties(of path: String, _ interface: String, at service: String) async -> [String: BusValue]? {
        await inTime { try await bus.properties(of: path, interface, at: service) }
    }

    /// nil when the bus fails, or has not replied in time.
    func signals(_ matches: [BusMatch]) async -> AsyncStream<BusSignal>? {
        await inTime { try await bus.signals(matches) }
    }

    private func inTime<Value: Sendable>(_ read: @escaping @Sendable () async throws -> Value) async -> Value? {
        await withTaskGroup { group in
            group.addTask { try? await read() }
            group.addTask { [clock] in
                try? await clock.sleep(until: clock.now.advanced(by: Self.patience), tolerance: nil)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
