import HTTP
import Synchronization
public import Weather
import WorkerProtocol

/// The names in requests that an Open-Meteo server does not know, shared by the requests of a job.
public final class OpenMeteoUnknownNames: Sendable {
    private struct State {
        var names: [UnknownName]
        var repeats = 0
    }

    private let state: Mutex<State>
    private let notice: @Sendable (ProviderNotice) -> Void

    /// - Parameters:
    ///   - known: from earlier jobs.
    ///   - notice: receives each further one.
    public init(_ known: [UnknownName] = [], notice: @escaping @Sendable (ProviderNotice) -> Void = { _ in }) {
        state = Mutex(State(names: known))
        self.notice = notice
    }

    var all: [UnknownName] { state.withLock { $0.names } }

    func insert(_ name: UnknownName, at host: String) {
        let isNew = state.withLock { state in
            if state.names.contains(name) { return false }
            state.names.append(name)
            return true
        }
        if isNew { notice(.unknown(name, host: host)) }
    }

    /// Counts a repeated request.
    ///
    /// - Returns: how many more the job may send; nil when there may not be this one.
    func repeats() -> Int? {
        state.withLock { state in
            guard state.repeats < ProviderFacts.openMeteoRepeats else { return nil }
            state.repeats += 1
            return ProviderFacts.openMeteoRepeats - state.repeats
        }
    }
}

extension OpenMeteoRequest {
    /// What the reports lack; a variable in several lists is listed once.
    func missing(at host: String) -> [ReportGap] {
        var texts: Set<String> = []
        let unknown = leftOut.filter { texts.insert($0.text).inserted }.map { ReportGap.unknown($0, host: host) }
        guard isReduced else { return unknown }
        let reason = "it rejects too many variables"
        return unknown + [.failed(part: "other variables", .refused(host: host, status: 400, reason: reason))]
    }
}

extension HTTPAnswer {
    /// Why the service rejects the request itself; nil for any other answer.
    /// Other servers with the same interface may have another status, or another form of the answer.
    func openMeteoRejection(from host: String) -> String? {
        let isSuccess = (200..<300).contains(status)
        guard isSuccess || [400, 404, 422].contains(status), body.count < Self.longestRejection else { return nil }
        let json = try? JSONValue(self, from: host)
        if isSuccess, json?["error"].bool != true { return nil }
        let texts = [json?["reason"], json?["detail"], json?["detail"][0]["msg"], json?["message"], json?["error"]]
        let text = texts.lazy.compactMap { $0?.text }.first
        let plain = json == nil && body.first != UInt8(ascii: "<") ? String(decoding: body, as: UTF8.self) : nil
        // The names of the service's types are long, and the rejected name is at the end.
        return (text ?? plain)?.oneLine(upTo: 2000)
    }

    /// Bytes; a report is longer.
    private static let longestRejection = 8192
}
