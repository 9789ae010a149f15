import Scratch
import Store
import Testing
import Weather

@testable import Refreshing

/// Where forecasts can be compared with measurements, and the order that follows.
struct MeasuredOrderTests {
    /// NWS's forecasts contain a station's measurements, where it covers the place.
    @Test func serviceOfMeasurementsSuffices() throws {
        let newYork = try #require(Coordinate(latitude: 40.71, longitude: -74.01))
        var settings = ServiceSettings()
        #expect(!settings.hasMeasurements(at: newYork))
        settings.providers = [.openMeteo, .nws]
        #expect(settings.hasMeasurements(at: newYork) && !settings.hasMeasurements(at: .oslo))
        settings.presentSource = .both
        #expect(settings.hasMeasurements(at: .oslo))
        (settings.presentSource, settings.ordersByAccuracy) = (.model, true)
        #expect(settings.hasMeasurements(at: .oslo))
    }

    /// Turning stations on helps only where one of their services covers the place.
    @Test func adviceIsGivenWhereItHelps() {
        var settings = ServiceSettings()
        let snapshot = Snapshot()
        #expect(settings.missingMeasurements(at: .oslo, snapshot) == .notConfigured)
        settings.stationProviders = [.brightSky]
        #expect(settings.missingMeasurements(at: .oslo, snapshot) == .notCovered)
        (settings.stationProviders, settings.presentSource) = ([], .both)
        #expect(settings.missingMeasurements(at: .oslo, snapshot) == .notCovered)
        settings.stationProviders = [.aviationWeather]
        #expect(settings.missingMeasurements(at: .oslo, snapshot) == nil)
    }

    @Test func orderIsUsedAtItsPlaceOnly() {
        var settings = ServiceSettings()
        settings.ordersByAccuracy = true
        settings.providers = [.openMeteo, .metNorway, .nws]
        let ranking = ProviderRanking(order: ["met-norway", "open-meteo"], comparisons: [])
        #expect(settings.providers(at: .oslo, ranking) == [.metNorway, .openMeteo])
        #expect(settings.providers(at: .oslo) == [.openMeteo, .metNorway])
        #expect(settings.providers(at: nil, ranking) == [.openMeteo, .metNorway, .nws])
        settings.ordersByAccuracy = false
        #expect(settings.providers(at: .oslo, ranking) == [.openMeteo, .metNorway, .nws])
        let order = MeasuredOrder()
        order.set(ranking, at: .oslo)
        #expect(order.ranking(at: .oslo) == ranking && order.ranking(at: .montevideo) == nil)
    }
}
