import Dialects
import Foundation
import HTTP
import Providers
import Refreshing
import Testing
import Weather
import WorkerProtocol

/// The same suite for every provider.
struct ContractTests {
    @Test(arguments: Contract.all)
    func currentWeatherIsComplete(contract: Contract) async throws {
        let weather = contract.weather()
        let report = try await contract.report(of: weather)
        #expect(report.provider.id == contract.dialect.id)
        #expect(report.coordinate == contract.coordinate)
        #expect(report.timeZone == contract.timeZone)
        #expect(report.fetchedAt == Contract.now)
        let current = try #require(report.current)
        ContractTruth.compare(
            TruthTable.ofConditions(current), TruthTable.ofConditions(weather.current), contract.dialect.current, "now")
        #expect(current.condition == weather.current.condition)
        #expect(current.isDay != nil)
    }

    @Test(arguments: Contract.all)
    func hoursAreComplete(contract: Contract) async throws {
        let weather = contract.weather()
        let report = try await contract.report(of: weather)
        // At least until the end of tomorrow, hour by hour.
        let tomorrow = try #require(weather.days.dropFirst().first)
        let ahead = report.hours(from: Contract.now, before: tomorrow.end)
        #expect(ahead.count == (tomorrow.end.seconds(since: Contract.now)) / 3600)
        #expect(zip(report.hours, report.hours.dropFirst()).allSatisfy { $0.time < $1.time })
        let step = contract.dialect.hourStep * 3600
        for hour in ahead where hour.time.seconds.isMultiple(of: step) {
            try ContractTruth.expect(hour, of: report, is: weather, contract.dialect)
            #expect(hour.conditions.isDay != nil)
        }
    }

    /// Days of the place's local calendar, including today.
    @Test(arguments: Contract.all)
    func daysAreComplete(contract: Contract) async throws {
        let weather = contract.weather()
        let report = try await contract.report(of: weather)
        #expect(report.days.count >= 5)
        #expect(report.days.first?.contains(Contract.now) == true)
        for (day, expected) in zip(report.days, weather.days) {
            #expect(day.date == expected.date)
            #expect(day.start == expected.start)
            #expect(day.end == expected.end)
            #expect(day.daylight != nil)
        }
        ContractTruth.expectDays(of: report, are: weather, contract.dialect)
    }

    /// Each condition of the service maps to the same condition.
    @Test(arguments: Contract.all)
    func conditionsMapToSharedConditions(contract: Contract) async throws {
        for condition in Condition.allCases where contract.dialect.conditions.contains(condition) {
            let report = try await contract.report(of: contract.weather([condition]))
            #expect(report.current?.condition == condition)
            #expect(report.hours.first { $0.time > Contract.now }?.conditions.condition == condition)
        }
    }

    @Test(arguments: Contract.all)
    func unknownCodeIsReported(contract: Contract) async throws {
        let report = try await contract.report(of: contract.weather([.unknown]))
        #expect(report.current?.condition == .unknown)
        #expect(report.unknownCodes?.count == 1)
        #expect(report.current?.temperature != nil)
        #expect(try await contract.report(of: contract.weather()).unknownCodes == nil)
    }

    // MARK: - Bad input

    @Test(
        arguments: Contract.all,
        [
            "", " ", "<!DOCTYPE html><html>Welcome to the airport</html>", "{}", "[]", "null", "3", "\"\"", "[{}]",
            "{\"a\":",
        ])
    func invalidForecastIsAnError(contract: Contract, body: String) async throws {
        await #expect(throws: FetchFailure.self) {
            _ = try await contract.report(of: contract.weather()) { _ in
                HTTPAnswer(status: 200, body: Array(body.utf8))
            }
        }
    }

    @Test(arguments: Contract.all)
    func truncatedAnswerIsAnError(contract: Contract) async throws {
        for share in [0.1, 0.5, 0.9] {
            await #expect(throws: FetchFailure.self) {
                _ = try await contract.report(of: contract.weather()) { answer in
                    var cut = answer
                    cut.body = Array(answer.body.prefix(Int(Double(answer.body.count) * share)))
                    return cut
                }
            }
        }
    }

    @Test(arguments: Contract.all)
    func statusesAreTypedErrors(contract: Contract) async throws {
        func failure(_ status: Int, _ headers: [(name: String, value: String)] = []) async -> FetchFailure? {
            do throws(FetchFailure) {
                _ = try await contract.report(of: contract.weather()) { _ in
                    HTTPAnswer(status: status, headers: headers, body: Array("<html>".utf8))
                }
                return nil
            } catch {
                return error
            }
        }
        let limited = await failure(429, [("Retry-After", "120")])
        #expect(limited?.retryAfter == 120)
        guard case .rateLimited = limited else {
            Issue.record("\(String(describing: limited)) is not a rate limit")
            return
        }
        for status in [500, 502, 503, 504] {
            guard case .serviceFailed = await failure(status) else {
                Issue.record("\(status) is not reported as the service's failure")
                return
            }
        }
        for status in [400, 401, 403, 404, 418, 422] {
            switch await failure(status) {
            case .refused, .keyRefused, .notCovered: break
            case let other: Issue.record("\(status) is reported as \(String(describing: other))")
            }
        }
    }

    /// Values of an answer are corrupted one after the other, in every way observed in real services: the rest is still a
    /// report, or the answer fails as this service's, and no implausible number results.
    @Test(arguments: Contract.all)
    func badValueDoesNotDropTheRest(contract: Contract) async throws {
        let weather = contract.weather()
        let bad: [Any] = [
            NSNull(), "", "NaN", "12", -999, 1e300, -1e300, 0, [Any](), [String: Any](), true, "<html>",
            "1970-01-01T00:00:00Z",
        ]
        let rendered = RenderedAnswers()
        var reports = 0
        var unexpected: [String] = []
        for (index, value) in bad.enumerated() {
            for position in 0..<4 {
                let corrupted = CorruptedValue(value: value, position: index * 4 + position)
                do throws(FetchFailure) {
                    let report = try await contract.report(of: weather, rendered: rendered) {
                        corrupted.applied(to: $0)
                    }
                    reports += 1
                    expectBelievable(report)
                } catch {
                    // The answer is invalid as a whole, or states that there is no forecast; no other failure is valid.
                    switch error {
                    case .malformed, .notCovered: continue
                    default: break
                    }
                    unexpected.append("\(value) at \(corrupted.position): \(error)")
                }
            }
        }
        #expect(unexpected.isEmpty, "\(unexpected)")
        #expect(reports >= 1, "\(reports) of \(bad.count * 4) answers with one bad value are reports")
    }

    private func expectBelievable(_ report: Report) {
        let moments = report.hours.map(\.time) + report.days.map(\.start) + [report.observedAt].compactMap(\.self)
        #expect(moments.allSatisfy { abs($0.seconds(since: Contract.now)) < 40 * 86_400 })
        let hours = report.hours.flatMap { Self.strange(Hour.quantities, of: $0) }
        let days = report.days.flatMap { Self.strange(Day.quantities, of: $0) }
        let strange = Self.strange(Conditions.quantities, of: report.current ?? Conditions()) + hours + days
        // One expectation for all: thousands of expectations would take longer than the checks.
        #expect(strange.isEmpty, "\(strange)")
    }

    private static func strange<Owner>(_ quantities: [Quantity<Owner>], of owner: Owner) -> [String] {
        quantities.compactMap { quantity in
            guard let value = quantity.get(owner), !quantity.range.contains(value) else { return nil }
            return "\(quantity.key) \(value)"
        }
    }
}
