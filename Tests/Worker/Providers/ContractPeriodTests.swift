import Dialects
import Foundation
import Providers
import Refreshing
import Testing
import Weather
import WorkerProtocol

/// The periods of each provider's numbers, as documented in the section "Periods" of docs/providers.md.
struct ContractPeriodTests {
    /// Rain, its condition and its gusts are reported for the hours in which it falls.
    @Test(arguments: Contract.all)
    func conditionGustsAndRainAreOfOneHour(contract: Contract) async throws {
        let weather = contract.weather([.partlyCloudy, .rain, .clear, .overcast, .clear])
        let report = try await contract.report(of: weather)
        let step = contract.dialect.hourStep * 3600
        for hour in report.hours(from: Contract.now, before: Contract.now.advanced(by: 40 * 3600))
        where hour.time.seconds.isMultiple(of: step) {
            try ContractTruth.expect(hour, of: report, is: weather, contract.dialect)
        }
        if contract.dialect.hourPeriod == 3600 {
            ContractTruth.expectDays(of: report, are: weather, contract.dialect)
        }
    }

    /// In India, Nepal, South Australia and Newfoundland local hours differ from the models' hours by half an hour or a
    /// quarter.
    @Test(arguments: Contract.all.filter { $0.dialect.hourPeriod == 3600 }, HalfHourZone.all)
    func hoursAreInstants(contract: Contract, place: HalfHourZone) async throws {
        let contract = try contract.at(#require(place.coordinate), place.timeZone)
        let weather = contract.weather([.partlyCloudy, .rain, .clear, .overcast, .clear])
        let report = try await contract.report(of: weather)
        let hours = report.hours(from: Contract.now, before: Contract.now.advanced(by: 30 * 3600))
        #expect(hours.count >= 24)
        for hour in hours {
            #expect(hour.time.seconds.isMultiple(of: 3600))
            try ContractTruth.expect(hour, of: report, is: weather, contract.dialect)
        }
        for (day, expected) in zip(report.days, weather.days) {
            #expect(day.date == expected.date)
            #expect(day.start == expected.start)
        }
        ContractTruth.expectDays(of: report, are: weather, contract.dialect)
    }

    /// In Newfoundland Open-Meteo's first day begins half an hour before midnight, so today lacks its last half hour.
    @Test func lastHalfHourOfADay() async throws {
        let stJohns = try #require(HalfHourZone.all.last)
        let contract = try #require(Contract.openMeteo).at(#require(stJohns.coordinate), stJohns.timeZone)
        // 23:50 on 20 November.
        let now = UnixTime(1_795_231_200)
        let report = try await contract.report(of: contract.weather(at: now))
        #expect(report.hour(at: now) != nil)
        #expect(report.day(at: now)?.date == CalendarDate(year: 2026, month: 11, day: 20))
    }

    /// The day on which clocks go back has 25 hours, and the following days begin an hour later.
    @Test(arguments: Contract.all.filter { $0.dialect.id != "nws" })
    func daysAfterAClockChange(contract: Contract) async throws {
        let berlin = try #require(Coordinate(latitude: 52.52, longitude: 13.41))
        let contract = contract.at(berlin, "Europe/Berlin")
        // Saturday, 2026-10-24 08:00 UTC.
        let weather = contract.weather(
            at: UnixTime(1_792_828_800), [.partlyCloudy, .clear, .rain, .clear, .overcast])
        let report = try await contract.report(of: weather)
        let sunday = try #require(report.days.dropFirst().first)
        #expect(sunday.date == CalendarDate(year: 2026, month: 10, day: 25))
        #expect(sunday.end.seconds(since: sunday.start) == 25 * 3600)
        #expect(report.days.map(\.start) == weather.days.prefix(report.days.count).map(\.start))
        if contract.dialect.hourPeriod == 3600 {
            ContractTruth.expectDays(of: report, are: weather, contract.dialect)
        }
    }

    /// Without the past hours, the evening's extremes and sums are not the day's.
    @Test(arguments: Contract.all)
    func firstEveningIsNotAWholeDay(contract: Contract) async throws {
        let zone = try #require(TimeZone(identifier: contract.timeZone))
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(Contract.now.seconds)))
        // 20:00 local time.
        let evening = UnixTime(1_795_219_200 + 20 * 3600 - offset)
        let weather = contract.weather(at: evening)
        let report = try await contract.report(of: weather)
        let today = try #require(report.day(at: evening))
        let truth = try #require(weather.days.first)
        let extremes = [today.temperatureMax, today.temperatureMin, today.feelsLikeMax, today.feelsLikeMin]
        if contract.dialect.hasWholeToday {
            #expect(abs((today.temperatureMax ?? 0) - (truth.temperatureMax ?? 0)) < 0.1)
            #expect(abs((today.temperatureMin ?? 0) - (truth.temperatureMin ?? 0)) < 0.1)
        } else {
            #expect(extremes.allSatisfy { $0 == nil }, "\(extremes)")
            #expect(today.precipitation == nil)
        }
        // A provider that omits past precipitation has no daily sum.
        if let sum = today.precipitation { #expect(abs(sum - (truth.precipitation ?? 0)) < 0.1) }
        let tomorrow = try #require(report.days.dropFirst().first)
        #expect(abs((tomorrow.temperatureMax ?? -99) - (weather.days[1].temperatureMax ?? 0)) < 0.3)
    }

    @Test(arguments: Contract.all)
    func currentWeatherHasAnOrigin(contract: Contract) async throws {
        let weather = contract.weather()
        let report = try await contract.report(of: weather)
        #expect(report.currentOrigin == contract.dialect.origin)
        #expect((report.station != nil) == (contract.dialect.origin == .station))
        #expect(report.issuedAt == contract.dialect.issuedAt(weather))
        let observedAt = try #require(report.observedAt)
        #expect((0...900).contains(weather.now.seconds(since: observedAt)))
    }

    /// The sum of 15 minutes, the sum of an hour and a rate describe the same rain.
    @Test(arguments: Contract.all)
    func currentPrecipitationHasAPeriod(contract: Contract) async throws {
        let report = try await contract.report(of: contract.weather([.rain]))
        let current = try #require(report.current)
        #expect((current.precipitationPeriod ?? 3600) == contract.dialect.currentPeriod)
        #expect(abs((current.precipitationRate ?? 0) - 1.2) < 0.01)
    }

    @Test(arguments: Contract.all, [15.0, 40, 60, 90])
    func uncertainWeatherIsMarked(contract: Contract, probability: Double) async throws {
        for condition in [Condition.rain, .thunderstorm] where contract.dialect.conditions.contains(condition) {
            let weather = contract.weather(at: Contract.now, [condition], wetProbability: probability)
            let report = try await contract.report(of: weather)
            let hour = try #require(report.hours.first { $0.time > Contract.now })
            #expect(hour.conditions.condition == condition)
            #expect(hour.conditions.likelihood == contract.dialect.likelihood(probability))
            #expect(report.current?.likelihood == nil)
        }
    }

    /// Current and hourly values have the same definition.
    @Test(arguments: Contract.all)
    func feelsLikeHasOneDefinition(contract: Contract) async throws {
        for condition in [Condition.overcast, .snow] {
            let report = try await contract.report(of: contract.weather([condition]))
            let now = try #require(report.current?.feelsLike)
            let hour = try #require(report.hour(at: Contract.now)?.conditions.feelsLike)
            #expect(abs(now - hour) < 0.7)
        }
    }

    /// If the sun does not rise or set, services invent times or omit them.
    @Test(arguments: Contract.all.filter { $0.dialect.id != "nws" })
    func polarDaysHaveNoSunset(contract: Contract) async throws {
        let tromso = try #require(Coordinate(latitude: 69.65, longitude: 18.96))
        let contract = contract.at(tromso, "Europe/Oslo")
        // 12:00 UTC on 2026-06-21 and 2026-12-21.
        for (noon, light) in [(1_782_043_200, Daylight.polarDay), (1_797_854_400, .polarNight)] {
            var weather = contract.weather(at: UnixTime(noon))
            for index in weather.days.indices { weather.days[index].daylight = light }
            let report = try await contract.report(of: weather)
            #expect(report.days.prefix(5).allSatisfy { $0.daylight == light })
        }
    }

    /// Quarter hours are only reported where a model has them (Central Europe and North America), and they are correct
    /// there.
    @Test func interpolatedQuartersAreNotANowcast() async throws {
        let contract = try #require(Contract.openMeteo)
        let native = [(48.14, 11.58, "Europe/Berlin"), (39.74, -104.99, "America/Denver")]
        let interpolated = [
            (1.35, 103.82, "Asia/Singapore"), (-34.9, -56.2, "America/Montevideo"), (35.68, 139.69, "Asia/Tokyo"),
            (28.61, 77.21, "Asia/Kolkata"), (37.98, 23.73, "Europe/Athens"),
        ]
        for (latitude, longitude, timeZone) in native + interpolated {
            let place = try contract.at(#require(Coordinate(latitude: latitude, longitude: longitude)), timeZone)
            let weather = place.weather([.rain, .clear])
            let report = try await place.report(of: weather)
            let isNative = native.contains { $0.2 == timeZone }
            #expect(report.precipitation.isEmpty != isNative, "\(timeZone)")
            for step in report.precipitation {
                let start = step.end.advanced(by: -step.duration)
                guard let hour = weather.hour(at: start), let amount = step.amount else { continue }
                #expect(abs(amount - (hour.conditions.precipitation ?? 0) / 4) < 0.001)
            }
        }
    }
}

/// A place whose UTC offset is not whole hours.
struct HalfHourZone: Sendable, CustomTestStringConvertible {
    let timeZone: String
    let latitude: Double
    let longitude: Double

    var testDescription: String { timeZone }
    var coordinate: Coordinate? { Coordinate(latitude: latitude, longitude: longitude) }

    static let all = [
        Self(timeZone: "Asia/Kolkata", latitude: 28.61, longitude: 77.21),
        Self(timeZone: "Asia/Kathmandu", latitude: 27.7, longitude: 85.32),
        Self(timeZone: "Australia/Adelaide", latitude: -34.93, longitude: 138.6),
        Self(timeZone: "America/St_Johns", latitude: 47.56, longitude: -52.71),
    ]
}
