import Weather
import WorkerProtocol

// The messages between the daemon and its workers. A worker may have been compromised by its input.
extension FuzzTarget {
    /// Messages from a worker.
    static let workerAnswer = FuzzTarget(name: "worker-answer") { bytes in
        guard let answer = try same(bytes, as: Answer.self) else { return }
        switch answer {
        case .report(let answer):
            guard case .success(let report) = answer.result else { break }
            try require(report.kind == answer.kind, "a report of another kind")
            if let report = report.content(Report.self) { try requireValidReport(report) }
            if let report = report.content(AlertReport.self) {
                try require(report.alerts.count <= 100, "too many alerts")
            }
        case .cities(let cities): try require(cities.count <= Answer.mostCities, "too many cities")
        default: break
        }
        _ = try? Greeting(versionOf: bytes)
    }

    /// Messages from the daemon.
    static let workerJob = FuzzTarget(name: "worker-job") { bytes in
        _ = try same(bytes, as: Job.self)
        _ = try same(bytes, as: Setup.self)
    }

    /// The message in the bytes; nil if there is none. Throws if a round trip changes it.
    private static func same<Value: Message & Equatable>(_ bytes: [UInt8], as type: Value.Type) throws -> Value? {
        guard let message = try? Value(packed: bytes) else { return nil }
        try require(try Value(packed: message.packed) == message, "a different message")
        return message
    }

    /// Throws if a report is too long or not in order.
    private static func requireValidReport(_ report: Report) throws {
        try require(report.hours.count <= 1500 && report.days.count <= 62, "too many hours or days")
        try require(zip(report.hours, report.hours.dropFirst()).allSatisfy { $0.time <= $1.time }, "hours out of order")
        if let temperature = report.current?.temperature { try require((-120...100).contains(temperature), "too hot") }
    }
}
