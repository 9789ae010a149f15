import Store
import Testing
import Weather

@testable import Refreshing

/// Warnings are fetched hourly in calm weather, and as often as forecasts when they matter.
struct AlertsPaceTests {
    private static let now = UnixTime(1_795_273_200)

    private func weather(
        alerts: [Alert]? = nil, _ change: (inout [Conditions]) -> Void = { _ in }
    ) throws -> PlaceWeather {
        let oslo = try #require(Coordinate(latitude: 59.91, longitude: 10.75))
        let provider = Provider(id: "x", name: "X")
        var conditions = (0..<24).map { _ in Conditions(condition: .rain) }
        change(&conditions)
        let report = Report(
            coordinate: oslo, timeZone: "UTC", provider: provider, fetchedAt: Self.now,
            hours: conditions.enumerated().map { index, conditions in
                Hour(time: Self.now.advanced(by: (index - 2) * 3600), conditions: conditions)
            })
        var weather = PlaceWeather(report: report, requestedAt: Self.now)
        weather.alerts.content = alerts.map {
            AlertReport(coordinate: oslo, provider: provider, fetchedAt: Self.now, alerts: $0)
        }
        return weather
    }

    private func interval(_ weather: PlaceWeather?, forecasts: Int = 900) -> Duration {
        AlertsPace.interval(for: weather, at: Self.now, forecasts: .seconds(forecasts))
    }

    @Test func calmWeatherHasAnHour() throws {
        #expect(interval(try weather()) == .seconds(3600))
        #expect(interval(try weather(alerts: [])) == .seconds(3600))
        #expect(interval(nil) == .seconds(3600), "the first fetch does not wait for it")
        #expect(interval(try weather(), forecasts: 7200) == .seconds(7200))
    }

    @Test func warningInForceOrAnnouncedHasTheForecastsInterval() throws {
        let announced = Alert(id: "1", event: "Gale", onset: Self.now.advanced(by: 86_400))
        let expired = Alert(id: "2", event: "Gale", ends: Self.now.advanced(by: -60))
        #expect(interval(try weather(alerts: [announced])) == .seconds(900))
        #expect(interval(try weather(alerts: [expired])) == .seconds(3600))
        #expect(interval(try weather(alerts: [announced]), forecasts: 1800) == .seconds(1800))
    }

    @Test(arguments: [
        Condition.thunderstorm, .thunderstormHail, .rainHeavy, .snowHeavy, .freezingRain, .squall, .tornado,
    ])
    func dangerousConditionWithinSixHoursCounts(condition: Condition) throws {
        for (hour, isNear) in [(0, false), (1, false), (2, true), (7, true), (8, false)] {
            let weather = try weather { $0[hour].condition = condition }
            #expect(interval(weather) == .seconds(isNear ? 900 : 3600), "\(hour)")
        }
    }

    @Test func strongGustsAndLargeAmountsCount() throws {
        for (value, isStrong) in [(16.9, false), (17.0, true)] {
            #expect(interval(try weather { $0[4].windGust = value }) == .seconds(isStrong ? 900 : 3600))
        }
        for (value, isHeavy) in [(7.5, false), (7.6, true)] {
            #expect(interval(try weather { $0[4].precipitation = value }) == .seconds(isHeavy ? 900 : 3600))
            #expect(interval(try weather { $0[4].rain = value }) == .seconds(isHeavy ? 900 : 3600))
        }
        #expect(interval(try weather { $0[4].snowfall = 30 }) == .seconds(900))
        let ofSixHours = try weather {
            $0[4].precipitation = 20
            $0[4].precipitationPeriod = 21_600
        }
        #expect(interval(ofSixHours) == .seconds(3600))
    }
}
