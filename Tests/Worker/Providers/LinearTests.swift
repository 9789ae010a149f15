import Foundation
import HTTP
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

/// Reading an answer takes time proportional to its length: quadratic time would be sixteen times as long for four
/// times the answer.
@Suite(.timeLimit(.minutes(20))) struct LinearTests {
    private func expectLinear(_ cost: (_ factor: Int) async throws -> Double) async throws {
        let once = try await cost(1)
        let fourTimes = try await cost(4)
        #expect(fourTimes < 10 * once + 0.05, "\(once) s, then \(fourTimes) s")
    }

    @Test(arguments: Contract.all)
    func longForecastsParseInLinearTime(contract: Contract) async throws {
        try await expectLinear { factor in
            await processorTime { _ = try? await contract.report(of: contract.weather()) { $0.stretched(factor) } }
        }
    }

    @Test(arguments: Contract.all)
    func unknownMembersParseInLinearTime(contract: Contract) async throws {
        try await expectLinear { factor in
            await processorTime {
                _ = try? await contract.report(of: contract.weather()) { answer in
                    answer.with(#""\#(String(repeating: "\u{301}\u{316}", count: 5000 * factor))":[]"#)
                }
            }
        }
    }

    /// 36,000 messages with one identifier, and one message with 400,000 references, once blocked a daemon for minutes.
    @Test(arguments: [
        (1000, #"{"properties":{"id":"a","event":"x","references":[{"identifier":"b"}]}}"#, ""),
        (1000, #"{"properties":{"id":"a","messageType":"Cancel","references":"c,a,d c,b,d"}}"#, ""),
        (4000, #"{"identifier":"b"}"#, "references"), (4000, #""b""#, "references"),
    ])
    func warningsParseInLinearTime(count: Int, element: String, name: String) async throws {
        let place = try #require(Contract.newYork)
        let oslo = try #require(Contract.oslo)
        try await expectLinear { factor in
            let list = Array(repeating: element, count: count * factor).joined(separator: ",")
            let features =
                name.isEmpty ? list : #"{"properties":{"id":"a","event":"x","\#(name)":[\#(list)]}}"#
            let service = ScriptedService { _ in HTTPAnswer(#"{"features":[\#(features)]}"#) }
            return await processorTime {
                let (url, exchange) = ("http://service.test", service.exchange)
                _ = try? await NWSAlerts(baseURL: url, exchange: exchange).report(for: place, at: Contract.now)
                _ = try? await METAlerts(baseURL: url, exchange: exchange).report(for: oslo, at: Contract.now)
            }
        }
    }

    @Test func keptWarningsAreBounded() async throws {
        let place = try #require(Contract.newYork)
        let marks = String(repeating: "\u{301}\u{316}", count: 200)
        let references = Array(repeating: #"{"identifier":"b"}"#, count: 400).joined(separator: ",")
        let alerts = (0..<101).compactMap { UnicodeScalar(0x4E00 + $0) }.map { letter in
            #"{"properties":{"id":"\#(letter)\#(marks)","event":"e\#(marks)","description":"d\#(marks)","#
                + #""references":[\#(references)]}}"#
        }
        let service = ScriptedService { _ in
            HTTPAnswer(#"{"features":[\#(alerts.joined(separator: ","))]}"#)
        }
        let report = try await NWSAlerts(baseURL: "http://service.test", exchange: service.exchange)
            .report(for: place, at: Contract.now)
        #expect(report.alerts.count == 100)
        let first = try #require(report.alerts.first)
        #expect(first.replaces.count == 100)
        for text in [first.id, first.event, first.text ?? ""] {
            #expect(text.unicodeScalars.count == 1 + String.mostMarks)
        }
    }
}

extension HTTPAnswer {
    /// The answer with the outermost lists repeated this many times.
    fileprivate func stretched(_ factor: Int) -> HTTPAnswer {
        func stretched(_ value: Any) -> Any {
            if let list = value as? [Any] { return Array(repeatElement(list, count: factor).joined()) }
            if let object = value as? [String: Any] { return object.mapValues(stretched) }
            return value
        }
        var answer = self
        if let value = try? JSONSerialization.jsonObject(with: Data(body)),
            let data = try? JSONSerialization.data(withJSONObject: stretched(value))
        {
            answer.body = Array(data)
        }
        return answer
    }

    /// The answer with an extra member in each object.
    fileprivate func with(_ member: String) -> HTTPAnswer {
        var answer = self
        let text = String(decoding: body, as: UTF8.self)
        answer.body = Array(text.replacing("{", with: "{\(member),", maxReplacements: 2).utf8)
        return answer
    }
}

/// The processor time of the work, seconds.
private func processorTime(_ work: @escaping @Sendable () async -> Void) async -> Double {
    await withTaskExecutorPreference(InlineExecutor()) {
        let start = threadTime()
        await work()
        return threadTime() - start
    }
}

private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Runs each job on the calling thread, so that its time is that of the thread.
private final class InlineExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        job.runSynchronously(on: asUnownedTaskExecutor())
    }
}
