import Foundation
import Refreshing
import Testing
import Weather
import WorkerProtocol

struct ProviderFactsTests {
    /// Places near the edges of a national service's coverage.
    @Test(arguments: [
        ("Key West", 24.55, -81.78, true), ("Eastport, Maine", 44.9, -66.98, true),
        ("Cape Alava, Washington", 48.16, -124.73, true), ("Northwest Angle, Minnesota", 49.38, -95.15, true),
        ("Tofino, British Columbia", 49.15, -125.91, false), ("Regina", 50.45, -104.62, false),
        ("Atlantic, south of Bermuda", 25.05, -65.5, false), ("Havana", 23.13, -82.38, false),
        ("Utqiagvik", 71.29, -156.79, true), ("Amatignak", 51.27, -179.1, true), ("Portland Canal", 55, -129.98, true),
        ("Beaufort Sea", 72.5, -150, false), ("Amchitka", 51.38, 179.26, true), ("west of Attu", 52.9, 171.9, true),
        ("Bering Sea, Russian part", 54.5, 175, false),
        ("South Point, Hawaii", 18.91, -155.68, true), ("Cape Kumukahi", 19.52, -154.81, true),
        ("north of Midway", 29.5, -170, false), ("west of Kure", 28.5, -179.5, false),
        ("Saint Croix", 17.73, -64.73, true), ("Higüey, Dominican Republic", 18.62, -68.71, false),
        ("Atlantic, north of Puerto Rico", 19.5, -66, false), ("Hagåtña", 13.47, 144.75, true),
        ("Farallon de Pajaros", 20.53, 144.89, true), ("Pacific, north of the Marianas", 21.5, 145, false),
        ("Pacific, east of the Marianas", 15, 147.5, false), ("Swains Island", -11.06, -171.08, true),
        ("Rose Atoll", -14.55, -168.15, true), ("Apia, Samoa", -13.83, -171.77, false),
        ("Pacific, south of Samoa", -15.5, -170, false),
    ])
    func nationalWeatherServiceCoversStatesAndTerritories(
        name: String, latitude: Double, longitude: Double, isCovered: Bool
    ) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(ProviderFacts.nws.covers(coordinate) == isCovered)
        #expect(ProviderFacts.nwsAlerts.covers(coordinate) == isCovered)
    }

    @Test(arguments: [
        ("Oslo", 59.91, 10.75, true), ("Vardø", 70.37, 31.11, true), ("Ekofisk", 56.55, 3.21, true),
        ("Jan Mayen", 70.98, -8.53, true), ("Rossøya, Svalbard", 80.83, 20.34, true),
        ("Norwegian Sea", 65.5, -10, true), ("Greenland Sea", 84.5, -14.5, true), ("Barents Sea", 72.5, 39.5, true),
        ("Lerwick, Shetland", 60.16, -1.15, false), ("Lodeynoye Pole, Russia", 60.73, 33.55, false),
        ("Hamburg", 53.55, 9.99, false), ("Arctic Ocean", 85.5, 0, false),
        ("Raufarhöfn, Iceland", 66.45, -15.95, false),
        ("Barents Sea, Russian part", 70, 40.5, false),
    ])
    func norwegianWarningsCoverNorwayAndItsSeas(
        name: String, latitude: Double, longitude: Double, isCovered: Bool
    ) throws {
        let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(ProviderFacts.metAlerts.covers(coordinate) == isCovered)
        #expect(ProviderFacts.metNorway.covers(coordinate), "its forecast is worldwide")
    }

    /// The request limits that docs/providers.md states.
    @Test func requestsStayWithinDocumentedLimits() {
        let limits: [(ProviderFacts, ProviderLimits)] = [
            (.openMeteoAir, ProviderLimits(batch: 67, placesAMinute: 300, placesADay: 5000)),
            (.openMeteoArchive, ProviderLimits(placesAMinute: 10, placesADay: 190)),
            (.openMeteoEnsemble, ProviderLimits(placesAMinute: 30, placesADay: 600)),
            (.openMeteoMarine, ProviderLimits(batch: 67, placesAMinute: 300, placesADay: 5000)),
            (.openWeatherMap, ProviderLimits(placesAMinute: 30, placesADay: 16_000)),
            (.openWeatherMapAir, ProviderLimits(placesAMinute: 60, placesADay: 32_000)),
            (.oneCall3, ProviderLimits(placesAMinute: 60, placesADay: 1000)),
            (.oneCall4, ProviderLimits(placesAMinute: 10, placesADay: 166)),
        ]
        for (facts, documented) in limits {
            #expect(facts.limits == documented, "\(facts.identity.attribution ?? facts.identity.name)")
        }
    }

    /// They follow from the number of variables.
    @Test func documentedLimitsOfOpenMeteoAreTheAssumedOnes() throws {
        let project = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let page = try String(contentsOf: project.appending(path: "docs/providers.md"), encoding: .utf8)
        let limits = ProviderFacts.openMeteo.limits
        let calls = Double(ProviderFacts.openMeteoVariables) / 10
        func grouped(_ number: Int) -> String { "\(number / 1000),\(String(number % 1000 + 1000).dropFirst())" }
        #expect(
            page.contains(
                """
                | `open-meteo` | \(limits.batch) places per request, \(limits.placesAMinute) a minute, \
                \(grouped(limits.placesADay)) a day (10,000 calls, of which a place takes \(calls)) |
                """))
    }

    /// Each model counts as much as the service's choice, and one place may fail a list.
    @Test func modelsShareTheLimits() throws {
        let limits = ProviderFacts.openMeteo.limits
        #expect(ProviderFacts.openMeteo(models: 0).limits == limits)
        #expect(
            ProviderFacts.openMeteo(models: 4).limits
                == ProviderLimits(batch: 1, placesAMinute: limits.placesAMinute / 4, placesADay: limits.placesADay / 4))
        #expect(try requests(.openMeteo(models: 2), [3]) == [3])
    }

    private func requests(_ facts: ProviderFacts, _ counts: [Int]) throws -> [Int] {
        let oslo = try #require(Coordinate(latitude: 59.91, longitude: 10.75))
        return counts.map { facts.requests(for: Array(repeating: oslo, count: $0)) }
    }

    @Test func listsTakeOneRequestPerBatch() throws {
        #expect(try requests(.openMeteoAir, [1, 67, 68, 134, 135]) == [1, 1, 2, 2, 3])
        // A list may have places with and without a known altitude.
        #expect(try requests(.openMeteo, [1, 67, 68, 135]) == [1, 2, 4, 6])
        #expect(try requests(.openWeatherMap, [1, 3]) == [2, 6])
        #expect(try requests(.metNorway, [3]) == [3])
        #expect(try requests(.nws, [2]) == [16])
        #expect(try requests(.oneCall4, [1]) == [26])
        #expect(try requests(.sample, [60]) == [0])
    }

    /// A box of stations cannot cross the 180th meridian, which is 25 km away at 0.6° by 68° N.
    @Test(arguments: [
        (-16.8, 179.98, 2), (-16.8, -179.98, 2), (-16.8, 179.5, 1), (68, 179.5, 2), (68, 179.3, 1), (89, 179.98, 1),
        (60, 11, 1),
    ])
    func stationsAcrossTheDateLineTakeTwo(latitude: Double, longitude: Double, count: Int) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(ProviderFacts.aviationWeather.requests(for: [place]) == count)
        #expect(ProviderFacts.aviationWeather.usualRequests(for: place) == count)
        #expect(ProviderFacts.nwsStations.usualRequests(for: place) == 1)
    }

    /// Only Open-Meteo's services name unknown variables.
    @Test func repeatsAreReserved() {
        let all: [ProviderFacts] = [
            .openMeteo, .openMeteo(models: 2), .openMeteoAir, .openMeteoArchive, .openMeteoEnsemble,
        ]
        #expect(all.allSatisfy { $0.repeats == ProviderFacts.openMeteoRepeats })
        #expect(ProviderFacts.nws.repeats == 0 && ProviderFacts.oneCall4.repeats == 0)
    }

    @Test func renewingProvidersReceiveTheirLastAnswer() {
        let continuing: [ProviderFacts] = [.metNorway, .metAlerts, .nws, .openWeatherMap, .oneCall4]
        let independent: [ProviderFacts] = [
            .openMeteo, .openMeteoAir, .nwsAlerts, .oneCall3, .openWeatherMapAir, .sample,
        ]
        #expect(continuing.allSatisfy { $0.usesPrevious })
        #expect(!independent.contains { $0.usesPrevious })
    }

    @Test(arguments: [
        ("https://api.pirateweather.net", "Pirate Weather"), ("https://PirateWeather.net:8443", "Pirate Weather"),
        ("https://notpirateweather.net", "Dark Sky format at notpirateweather.net"),
        ("https://weather.example:8443", "Dark Sky format at weather.example:8443"),
    ])
    func darkSkyServerIsNamedAfterItsHost(url: String, name: String) {
        let identity = ProviderFacts.darkSky(baseURL: url).identity
        #expect(identity.name == name)
        #expect((identity.attribution != nil) == (name == "Pirate Weather"))
    }

    @Test func sampleDataIsMarked() {
        #expect(ProviderFacts.sample.identity.isSample)
        #expect(!ProviderFacts.openMeteo.identity.isSample)
    }

    @Test func boxContainsItsEdges() throws {
        let box = CoordinateBox(latitudes: 10...20, longitudes: 30...40)
        for (latitude, longitude, isInside) in [
            (10.0, 30.0, true), (20, 40, true), (15, 29.999, false), (9.999, 35, false), (15, 40.001, false),
        ] {
            let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
            #expect(box.contains(coordinate) == isInside)
        }
    }
}
