import Scratch
import Store
import Testing
import Weather
import WorkerProtocol

@testable import Refreshing

/// A day of requests for the current place.
struct RequestPaceTests {
    private static let cases = RequestPace.Stations.allCases.flatMap { stations in
        [false, true].map { (stations, $0) }
    }

    private func aDay(_ interval: Duration) -> Int {
        let seconds = Int(interval.components.seconds)
        return (86_400 + seconds - 1) / seconds
    }

    /// With the default interval, everything on, and a search that takes as many requests as in the United States.
    @Test(arguments: cases)
    func allRequestsTogetherStayWithin130(stations: RequestPace.Stations, hasRadar: Bool) {
        let search = ProviderFacts.nwsStations.requestsABatch + 1
        let forecasts = aDay(RequestPace.forecasts(interval: .seconds(900), stations, hasRadar: hasRadar))
        let times = aDay(RequestPace.stations(stations, search: search))
        // Where a station measures, all but one search of the day are one request.
        let measured = [.off: 0, .measuring: times - 1 + search][stations] ?? times * search
        let radar = hasRadar ? RequestPace.radarADay(hasStations: stations != .off) : 0
        #expect(forecasts <= 96 && measured <= RequestPace.stationsADay)
        #expect(forecasts + measured + radar + RequestPace.leftADay <= RequestPace.mostADay)
    }

    /// Near the 180th meridian, each takes two.
    @Test func stationsThatTakeTwoRequestsAreAskedHalfAsOften() {
        let times = aDay(RequestPace.stations(.measuring, search: 2, each: 2))
        #expect(times == 22 && 2 * times <= RequestPace.stationsADay)
    }

    @Test func defaultIntervalIsUnchanged() {
        #expect(RequestPace.forecasts(interval: .seconds(900), .off, hasRadar: false) == .seconds(900))
    }

    @Test func stationsAndForecastsShareTheDay() {
        #expect(aDay(RequestPace.forecasts(interval: .seconds(900), .measuring, hasRadar: false)) == 48)
        #expect(aDay(RequestPace.stations(.measuring, search: 2)) == 44)
        #expect(RequestPace.stations(.silent, search: 2) == .seconds(3600))
        #expect(RequestPace.radarADay(hasStations: false) == 50 && RequestPace.radarADay(hasStations: true) == 19)
    }

    /// A forecast is stale after an hour by default. Jitter adds up to a tenth, and the full hour two minutes.
    @Test(arguments: cases)
    func forecastsDoNotTurnStale(stations: RequestPace.Stations, hasRadar: Bool) {
        let interval = RequestPace.forecasts(interval: .seconds(900), stations, hasRadar: hasRadar)
        let policy = RefreshPolicy(interval: interval)
        for start in stride(from: 0, to: 3600, by: 60) {
            #expect(policy.delayAfterSuccess(at: .seconds(start), jitter: 1) < .seconds(3600))
        }
    }

    @Test(arguments: cases) func longerIntervalIsKept(stations: RequestPace.Stations, hasRadar: Bool) {
        #expect(RequestPace.forecasts(interval: .seconds(7200), stations, hasRadar: hasRadar) == .seconds(7200))
    }

    // MARK: - Radar requests

    private let now = UnixTime(1_795_273_200)

    private func weather(_ amounts: [Double], probability: Double? = nil) -> PlaceWeather {
        var report = Report.example(at: .oslo, fetchedAt: now)
        (report.current, report.precipitation) = (nil, [])
        report.hours = amounts.enumerated().map { index, amount in
            var conditions = Conditions()
            conditions.precipitation = amount
            return Hour(
                time: now.advanced(by: index * 3600), conditions: conditions, precipitationProbability: probability)
        }
        return PlaceWeather(report: report, requestedAt: now)
    }

    @Test(
        arguments: [
            ([0, 0, 0, 0], false), ([0.2, 0, 0, 0], true), ([0, 0.1, 0, 0], true), ([0, 0.09, 0, 0], false),
            ([0, 0, 1, 1], false),
        ] as [([Double], Bool)])
    func rainWithinTwoHoursNeedsRadar(amounts: [Double], isWanted: Bool) {
        #expect(weather(amounts).expectsPrecipitation(at: now) == isWanted)
    }

    @Test func rainThatComesWithinTwoHoursNeedsRadar() {
        #expect(weather([0, 0, 1, 1]).expectsPrecipitation(at: now.advanced(by: 1)))
        #expect(weather([0, 0, 0], probability: 50).expectsPrecipitation(at: now))
        #expect(!weather([0, 0, 0], probability: 49).expectsPrecipitation(at: now))
        #expect(!PlaceWeather(requestedAt: now).expectsPrecipitation(at: now))
    }

    @Test func rainOnRadarKeepsRadarOn() {
        var weather = weather([0, 0, 0])
        var radar = RadarReport(coordinate: .oslo, provider: Provider(id: "x", name: "X"), fetchedAt: now)
        radar.precipitation = [PrecipitationStep(end: now.advanced(by: 300), duration: 300, amount: 0.1)]
        weather.radar.content = radar
        #expect(weather.expectsPrecipitation(at: now))
        #expect(!weather.expectsPrecipitation(at: now.advanced(by: 300)))
    }
}
