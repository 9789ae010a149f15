import Dialects
import Forecasting
import Foundation
import HTTP
import Providers
import Testing
import Weather

/// One and the same suite for every provider.
struct ContractTests {
    @Test(arguments: Contract.all)
    func thePresentIsWhole(contract: Contract) async throws {
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
    func theHoursAreWhole(contract: Contract) async throws {
        let weather = contract.weather()
        let report = try await contract.report(of: weather)
        // To the end of tomorrow at least, hour by hour.
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

    /// Days of the place's own calendar, today among them.
    @Test(arguments: Contract.all)
    func theDaysAreWhole(contract: Contract) async throws {
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

    /// Each word that the service knows comes back as the same word.
    @Test(arguments: Contract.all)
    func conditionsAreOnTheSharedWords(contract: Contract) async throws {
        for condition in Condition.allCases where contract.dialect.conditions.contains(condition) {
            let report = try await contract.report(of: contract.weather([condition]))
            #expect(report.current?.condition == condition)
            #expect(report.hours.first { $0.time > Contract.now }?.conditions.condition == condition)
        }
    }

    @Test(arguments: Contract.all)
    func aCodeThatNobodyKnowsIsTold(contract: Contract) async throws {
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
    func whatIsNoForecastIsAnError(contract: Contract, body: String) async throws {
        await #expect(throws: FetchFailure.self) {
            _ = try await contract.report(of: contract.weather()) { _ in
                HTTPAnswer(status: 200, body: Array(body.utf8))
            }
        }
    }

    @Test(arguments: Contract.all)
    func anAnswerThatIsCutOffIsAnError(contract: Contract) async throws {
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
            Issue.record("\(String(describing: limited)) is not a limit")
            return
        }
        for status in [500, 502, 503, 504] {
            guard case .serviceFailed = await failure(status) else {
                Issue.record("\(status) is not told as the service's failure")
                return
            }
        }
        for status in [400, 401, 403, 404, 418, 422] {
            switch await failure(status) {
            case .refused, .keyRefused, .notCovered: break
            case let other: Issue.record("\(status) is told as \(String(describing: other))")
            }
        }
    }

    /// Values of an answer are spoiled in turn, in every way that services have been seen to spoil them: the rest is a report
    /// still, or it fails as an answer of this service, and no number comes out that cannot be true.
    @Test(arguments: Contract.all)
    func oneBadValueNeverCostsTheRest(contract: Contract) async throws {
        let weather = contract.weather()
        let bad: [Any] = [
            NSNull(), "", "NaN", "12", -999, 1e300, -1e300, 0, [Any](), [String: Any](), true, "<html>",
            "1970-01-01T00:00:00Z",
        ]
        let told = ToldAnswers()
        var reports = 0
        var unexpected: [String] = []
        for (index, value) in bad.enumerated() {
            for position in 0..<4 {
                let spoiled = SpoiledValue(value: value, position: index * 4 + position)
                do throws(FetchFailure) {
                    let report = try await contract.report(of: weather, told: told) { spoiled.applied(to: $0) }
                    reports += 1
                    expectBelievable(report)
                } catch {
                    // An answer that makes no sense as a whole, or says that there is no forecast; no other reason is the answer's.
                    switch error {
                    case .malformed, .notCovered: continue
                    default: break
                    }
                    unexpected.append("\(value) at \(spoiled.position): \(error)")
                }
            }
        }
        #expect(unexpected.isEmpty, "\(unexpected)")
        // Some positions are of a list or an address that the service's report depends on.
        #expect(reports >= bad.count * 3, "of \(bad.count * 4) answers with one bad value \(reports) are reports")
    }

    private func expectBelievable(_ report: Report) {
        let moments = report.hours.map(\.time) + report.days.map(\.start) + [report.observedAt].compactMap(\.self)
        #expect(moments.allSatisfy { abs($0.seconds(since: Contract.now)) < 40 * 86_400 })
        let hours = report.hours.flatMap { Self.strange(Hour.quantities, of: $0) }
        let days = report.days.flatMap { Self.strange(Day.quantities, of: $0) }
        let strange = Self.strange(Conditions.quantities, of: report.current ?? Conditions()) + hours + days
        // One expectation for all: thousands of them would take longer than what they are about.
        #expect(strange.isEmpty, "\(strange)")
    }

    private static func strange<Owner>(_ quantities: [Quantity<Owner>], of owner: Owner) -> [String] {
        quantities.compactMap { quantity in
            guard let value = quantity.get(owner), !quantity.range.contains(value) else { return nil }
            return "\(quantity.key) \(value)"
        }
    }
}
