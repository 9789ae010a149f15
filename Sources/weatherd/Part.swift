import ServiceLifecycle

/// A part of the daemon, for the library that runs them all. It writes out each one for its log, and would do so with all
/// that a part holds, which took a third of the time of a start.
struct Part: Service, CustomStringConvertible {
    let service: any Service

    var description: String { _typeName(type(of: service), qualified: false) }

    func run() async throws {
        try await service.run()
    }
}
