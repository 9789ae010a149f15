import Jobs
import Weather

// The messages between the daemon and its workers. A worker may have been compromised by its input.
extension FuzzTarget {
    /// What a worker answers.
    static let workerAnswer = FuzzTarget(name: "worker-answer") { bytes in
        guard let answer = try same(bytes, as: Answer.self) else { return }
        switch answer {
        case .report(.forecast(let answer)):
            if case .success(let report) = answer.result { try demandTold(report) }
        case .report(.alerts(let answer)):
            if case .success(let report) = answer.result { try demand(report.alerts.count <= 100, "so many alerts") }
        case .cities(let cities): try demand(cities.count <= Answer.mostCities, "so many cities")
        default: break
        }
        _ = try? Greeting(versionOf: bytes)
    }

    /// What the daemon sends.
    static let workerJob = FuzzTarget(name: "worker-job") { bytes in
        _ = try same(bytes, as: Job.self)
        _ = try same(bytes, as: Setup.self)
    }

    /// The message that the bytes are; nil for none. Throws when it is another one once it is written and read again.
    private static func same<Value: Message & Equatable>(_ bytes: [UInt8], as type: Value.Type) throws -> Value? {
        guard let message = try? Value(packed: bytes) else { return nil }
        try demand(try Value(packed: message.packed) == message, "another message")
        return message
    }

    /// Throws when a report is longer than it may be, or in no order.
    private static func demandTold(_ report: Report) throws {
        try demand(report.hours.count <= 1500 && report.days.count <= 62, "so many hours or days")
        try demand(zip(report.hours, report.hours.dropFirst()).allSatisfy { $0.time <= $1.time }, "hours in no order")
        if let temperature = report.current?.temperature { try demand((-120...100).contains(temperature), "too hot") }
    }
}
