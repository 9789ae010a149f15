import Foundation
import Refreshing
import Testing
import Weather
import WorkerProtocol

@testable import Providers

@Suite struct SampleTests {
    private func sample(
        _ latitude: Double, _ longitude: Double, zone: String? = nil, at now: UnixTime = Fixtures.now
    ) async throws -> Report {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        return try await Sample { _ in zone }.report(for: place, at: now)
    }

    @Test func sampleReportIsLabelled() async throws {
        let provider = try await sample(52.52, 13.41).provider
        #expect(provider == Provider(id: "sample", name: "sample data", attribution: nil, isSample: true))
    }

    @Test func sampleReportIsDeterministic() async throws {
        #expect(try await sample(52.52, 13.41) == sample(52.52, 13.41))
    }

    @Test(arguments: [
        (-56.2, nil, "Etc/GMT+4"), (13.41, nil, "Etc/GMT-1"), (0, nil, "Etc/GMT"), (180, nil, "Etc/GMT-12"),
        (-180, nil, "Etc/GMT+12"), (-56.2, "America/Montevideo", "America/Montevideo"),
        (-56.2, "Mars/Olympus", "Etc/GMT+4"),
    ])
    func sampleZoneIsGivenOrEstimated(longitude: Double, zone: String?, expected: String) async throws {
        let report = try await sample(-34.9, longitude, zone: zone)
        #expect(report.timeZone == expected)
        #expect(TimeZone(identifier: report.timeZone) != nil)
    }

    @Test(
        arguments: [
            (52.52, 13.41, "Europe/Berlin"), (-34.9, -56.2, "America/Montevideo"), (28.6, 77.2, "Asia/Kolkata"),
            (78.22, 15.65, "Arctic/Longyearbyen"), (1.87, -157.4, "Pacific/Kiritimati"), (90, 0, "Etc/GMT"),
            (-90, 0, "Etc/GMT"),
        ], [Fixtures.now, UnixTime(1_792_872_000), UnixTime(1_782_000_000)])
    func sampleReportIsConsistent(place: (Double, Double, String), now: UnixTime) async throws {
        let report = try await sample(place.0, place.1, zone: place.2, at: now)
        #expect(report.days.count == 8)
        #expect(report.day(at: now) == report.days.first)
        #expect(report.hour(at: now) != nil)
        #expect(report.currentOrigin == .sample && report.current?.precipitationPeriod == 900)
        #expect(report.hours.first?.time == report.days.first?.start)
        #expect(zip(report.days, report.days.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(report.precipitation.count == 4 * report.hours.count)

        let all = report.hours.map(\.conditions) + [try #require(report.current)]
        for conditions in all {
            let temperature = try #require(conditions.temperature)
            #expect((-70.0...50).contains(temperature))
            #expect(try #require(conditions.dewPoint) <= temperature)
            #expect((0.0...100).contains(try #require(conditions.humidity)))
            #expect((0.0..<360).contains(try #require(conditions.windDirection)))
            #expect(try #require(conditions.windGust) >= #require(conditions.windSpeed))
            #expect(conditions.condition != .unknown)
            #expect(conditions.isDay != false || conditions.uvIndex == 0)
        }
        for day in report.days {
            let hours = report.hours.filter { day.contains($0.time) }
            #expect(hours.count == day.end.seconds(since: day.start) / 3600)
            #expect(day.temperatureMax == hours.compactMap(\.conditions.temperature).max())
            #expect(day.temperatureMin == hours.compactMap(\.conditions.temperature).min())
            #expect(day.windGustMax == hours.compactMap(\.conditions.windGust).max())
            let water = hours.compactMap(\.conditions.precipitation).reduce(0, +)
            #expect(abs(try #require(day.precipitation) - water) < 1e-6)
        }
    }

    @Test func quarterHoursSumToTheHour() async throws {
        // 11:00 on the second day is in the middle of the front.
        let report = try await sample(52.52, 13.41, zone: "Europe/Berlin")
        let front = try #require(report.hours.first { $0.time == report.days[1].start.advanced(by: 11 * 3600) })
        let quarters = report.precipitation.filter { step in
            front.time < step.end && step.end <= front.time.advanced(by: 3600)
        }
        #expect(quarters.count == 4)
        let sum = quarters.compactMap(\.amount).reduce(0, +)
        #expect(sum > 1 && sum <= 2.8, "its peak is 2.8 mm/h")
        #expect(abs(sum - (try #require(front.conditions.precipitation))) < 1e-6)
    }

    /// As its documentation has it: 0 at both ends, and the peak in the middle.
    @Test func rainfallRisesToItsPeak() throws {
        for hour in stride(from: 0, to: 8 * 24, by: 1) {
            guard let rainfall = SampleScript.rainfall(at: hour * 3600) else { continue }
            let middle = (rainfall.hours.lowerBound + rainfall.hours.upperBound) / 2
            #expect(abs(SampleScript.rain(at: Int(middle * 3600)) - rainfall.peak) < 0.001)
            #expect(SampleScript.rain(at: Int(rainfall.hours.lowerBound * 3600)) < 0.01)
        }
    }

    @Test(arguments: [0, 1, 899])
    func presentIsThatOfTheQuarterHour(seconds: Int) async throws {
        let report = try await sample(52.52, 13.41, at: Fixtures.now.advanced(by: seconds))
        #expect(report.observedAt == Fixtures.now)
    }

    /// The seasons lag the sun, which is highest in June, by a month.
    @Test func lateJulyIsWarmerThanLateMay() async throws {
        // 26 May and 20 July 2026.
        let may = try await sample(52.52, 13.41, at: UnixTime(1_779_789_600)).days.first?.temperatureMax
        let july = try await sample(52.52, 13.41, at: UnixTime(1_784_541_600)).days.first?.temperatureMax
        #expect(try #require(may) < #require(july))
    }

    @Test func valuesHaveOneDecimal() async throws {
        for hour in try await sample(52.52, 13.41).hours.map(\.conditions) {
            for value in [
                hour.temperature, hour.dewPoint, hour.feelsLike, hour.pressure, hour.windSpeed, hour.windGust,
                hour.precipitation, hour.uvIndex,
            ] { #expect(value == value?.rounded(decimals: 1)) }
        }
    }

    @Test func conditionsAgreeWithTemperatureAndAmounts() async throws {
        let snowy: Set<Condition> = [.snowLight, .snow, .snowHeavy, .snowShowers]
        let rainy: Set<Condition> = [.rainLight, .rain, .rainHeavy, .rainShowers, .thunderstorm]
        for latitude in [0.0, 52.52, 78.22] {
            for hour in try await sample(latitude, 15.65).hours.map(\.conditions) {
                if snowy.contains(hour.condition) { #expect(hour.temperature ?? 99 < 3 && hour.rain == 0) }
                if rainy.contains(hour.condition) { #expect(hour.temperature ?? -99 > 0 && hour.snowfall == 0) }
            }
        }
    }

    @Test func springWeekHasEveryCondition() async throws {
        let report = try await sample(48.2, 16.4, zone: "Europe/Vienna", at: UnixTime(1_778_000_000))
        let seen = Set(report.hours.map(\.conditions.condition))
        #expect(
            seen.isSuperset(of: [
                .clear, .mostlyClear, .partlyCloudy, .overcast, .fog, .rain, .rainShowers, .thunderstorm,
            ]))
        #expect(report.days[6].condition == .thunderstorm)
    }

    @Test func snowFallsOnlyInFrost() async throws {
        let report = try await sample(78.22, 15.65, zone: "Arctic/Longyearbyen")
        #expect(report.days.contains { ($0.snowfall ?? 0) > 10 && $0.rain == 0 })
    }
}
