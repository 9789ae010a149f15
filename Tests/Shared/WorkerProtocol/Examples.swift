import Weather
import WorkerProtocol

/// Messages of every kind, with every field.
enum Examples {
    static let now = UnixTime(1_795_273_200)
    static let oslo = Coordinate(latitude: 59.9139, longitude: 10.7522) ?? here
    // swift-format-ignore: NeverForceUnwrap
    private static let here = Coordinate(latitude: 0, longitude: 0)!
    static let provider = Provider(id: "x", name: "X", attribution: "by X", isSample: true)

    static var conditions: Conditions {
        var conditions = Conditions(condition: .snowHeavy)
        conditions.likelihood = .likely
        conditions.isDay = false
        conditions.temperature = -40.125
        conditions.feelsLike = -62.5
        conditions.dewPoint = -41
        conditions.humidity = 100
        conditions.cloudCover = 0
        conditions.pressure = 1013.25
        conditions.windSpeed = 12.3
        conditions.windDirection = 360
        conditions.windGust = 33
        conditions.precipitation = 1.5
        conditions.precipitationPeriod = 3600
        conditions.rain = 0
        conditions.snowfall = 15
        conditions.visibility = 800
        conditions.uvIndex = 0.5
        return conditions
    }

    static var alert: Alert {
        Alert(
            id: "urn:oid:1", replaces: ["urn:oid:0"], event: "Snow", headline: "Schnee", text: "viel\nSchnee",
            instruction: "bleib", area: "Østlandet", sender: "MET", severity: .severe, urgency: .immediate,
            certainty: .likely, kind: .snowIce, issuedAt: now, onset: now, ends: now.advanced(by: 3600),
            areas: [.polygon([[oslo, here, oslo], [here]]), .circle(centre: oslo, radius: 20_000)],
            web: "https://service.test/1", attribution: "via X")
    }

    static var report: Report {
        var day = Day(
            date: CalendarDate(year: 2026, month: 11, day: 21), start: now, end: now.advanced(by: 90_000),
            condition: .fog)
        day.likelihood = .possible
        day.temperatureMax = 5
        day.temperatureMin = -5.5
        day.precipitation = 140
        day.precipitationHours = 25
        day.daylight = .sun(rise: now, set: now.advanced(by: 20_000))
        var report = Report(
            coordinate: oslo, timeZone: "Europe/Oslo", provider: provider, fetchedAt: now, observedAt: now,
            current: conditions,
            hours: (0..<3).map { hour in
                Hour(time: now.advanced(by: hour * 3600), conditions: conditions, precipitationProbability: 70)
            },
            days: [day],
            precipitation: PrecipitationSeries(
                (1...4).map { PrecipitationStep(end: now.advanced(by: $0 * 900), duration: 900, amount: Double($0)) }),
            alerts: [alert], httpFreshness: HTTPFreshness(expires: now, lastModified: "Sat, 21 Nov 2026 15:00:00 GMT"))
        report.currentOrigin = .station
        report.station = Station(id: "KNYC", name: "New York", distance: 1200)
        report.issuedAt = now
        report.hasClearSkyUV = true
        report.hasHourlyProbability = true
        report.elevation = -420.5
        report.omittedAlerts = OmittedAlerts(unreadable: 2)
        report.past = [PastTemperatures.Point(time: now.advanced(by: -3600), temperature: -1.5)]
        report.unknownCodes = ["raining frogs"]
        report.missing = missing
        return report
    }

    private static let missing: [ReportGap] = [
        .failed(part: "the grid", .timedOut(host: "x", seconds: 20)),
        .unknown(UnknownName(parameter: "elevation"), host: "x"),
        .unknown(UnknownName(parameter: "hourly", value: "snow_depth"), host: "x"),
    ]

    static var alerts: AlertReport {
        var report = AlertReport(
            coordinate: oslo, provider: provider, fetchedAt: now, httpFreshness: HTTPFreshness(expires: now),
            alerts: [alert])
        report.omitted = OmittedAlerts(unlocated: 2, unreadable: 3, unlocatedSeverity: .severe)
        report.missing = missing
        return report
    }

    static var marine: MarineReport {
        var hour = MarineHour(time: now)
        for (index, quantity) in MarineHour.quantities.enumerated() { quantity.set(&hour, 1.5 + Double(index) / 4) }
        return MarineReport(
            coordinate: oslo, timeZone: "Europe/Oslo", provider: provider, fetchedAt: now, hours: [hour])
    }

    static var air: AirReport {
        var air = AirQuality(time: now)
        air.europeanIndex = 33
        air.openWeatherIndex = 2
        air.ragweedPollen = 0.1
        var report = AirReport(
            coordinate: oslo, timeZone: "Europe/Oslo", provider: provider, fetchedAt: now, hours: [air])
        report.missing = missing
        return report
    }

    static var observations: ObservationReport {
        var station = Station(id: "ENGM", name: "Gardermoen", distance: 12_345, elevation: 204)
        (station.heightDifference, station.temperatureCorrection) = (189, 1.2)
        var observation = Observation(station: station, time: now, conditions: conditions)
        observation.seesLowCloudOnly = true
        observation.missesWeather = true
        observation.conditions.seesAtLeast = true
        let problems: [ObservationProblem] = [
            .tooFar(31_000), .tooOld(7200), .inFuture(30_000_000_000), .incomplete,
            .impossible(ImpossibleValue(key: "temperatureC", value: 1e9)),
        ]
        return ObservationReport(
            coordinate: oslo, provider: provider, fetchedAt: now, httpFreshness: HTTPFreshness(expires: now),
            observation: observation,
            rejected: problems.map { RejectedStation(Station(id: "X"), $0) })
    }

    static var radar: RadarReport {
        RadarReport(
            coordinate: oslo, provider: provider, fetchedAt: now, httpFreshness: HTTPFreshness(expires: now),
            precipitation: report.precipitation)
    }

    static var normals: NormalsReport {
        var highs: [Double?] = (0..<Normals.dates).map { Double($0 - 50) / 10 }
        highs[59] = nil
        let lows: [Double?] = (0..<Normals.dates).map { Double($0 - 200) / 10 }
        var report = NormalsReport(
            coordinate: oslo, provider: provider, fetchedAt: now, httpFreshness: HTTPFreshness(expires: now),
            normals: Normals(highs: highs, lows: lows) ?? Normals(of: []))
        report.missing = missing
        return report
    }

    static var ensemble: EnsembleReport {
        let days = [21, 22].map { day in
            EnsembleDay(
                date: CalendarDate(year: 2026, month: 11, day: day), members: 51, high: Spread(from: -1.5, to: 4),
                low: day == 21 ? nil : Spread(from: -7, to: -7), precipitation: Spread(from: 0, to: 12.25))
        }
        var report = EnsembleReport(
            coordinate: oslo, provider: provider, fetchedAt: now, httpFreshness: HTTPFreshness(expires: now), days: days
        )
        report.missing = missing
        return report
    }

    static var locality: Locality {
        var locality = Locality(
            name: "Oslo", region: "Oslo", country: "Norway", countryCode: "NO", timeZone: "Europe/Oslo",
            offset: Locality.Offset(distance: 1000, bearing: 359), language: "en")
        locality.translations = Locality.Translations(
            names: ["no": "Oslo", "ja": "オスロ"], countries: ["de": "Norwegen"])
        return locality
    }

    static var city: City {
        var city = City(coordinate: oslo, locality: locality, population: 700_000, matchedName: "Christiania")
        city.matchedKind = .translated
        city.airportCode = "OSL"
        city.correction = "Oslo"
        return city
    }

    static func passage() throws -> NetworkAccess {
        var settings = NetworkSettings()
        settings.proxies = ProxyPolicy(
            secure: .proxy(try Proxy("http://user:password@proxy.test:3128")),
            plain: .unusable(ProxyPolicy.Problem(variable: "http_proxy", sentence: "is none")),
            except: ProxyExceptions(["localhost", "10.0.0.0/8"]))
        return NetworkAccess(
            userAgent: "weatherd/1", settings: settings, deadline: .seconds(20), allowance: 8, now: now)
    }

    static func jobs() throws -> [Job] {
        let passage = try passage()
        let service = Service(
            .pirateWeather, baseURL: "https://service.test", key: APIKey("0123"), models: ["a_b", "c"],
            unknownNames: [UnknownName(parameter: "models", value: "c"), UnknownName(parameter: "minutely_15")])
        func job(_ previous: some FetchedReport) -> ReportJob {
            let known = ReportJob.Position(
                coordinate: oslo, timeZone: "Europe/Oslo", altitude: 12, country: "NO", previous: AnyReport(previous),
                hint: [1, 2, 3])
            let other = ReportJob.Position(coordinate: here)
            return ReportJob(type(of: previous).kind, service: service, positions: [known, other], passage: passage)
        }
        return [
            .reports(job(report)), .reports(job(alerts)), .reports(job(air)),
            .reports(job(observations)), .reports(job(radar)),
            .reports(job(normals)), .reports(job(ensemble)), .reports(job(marine)),
            .geocode(service, query: "oslo", language: "no", passage),
            .reverse(service, oslo, language: "ja", passage), .locate(url: "https://where.test/json", passage),
            .connect(url: "https://service.test", passage),
            .connect(url: "https://service.test", throughProxy: true, passage),
            .probe(urls: ["https://a.test", "http://b.test"], passage),
            .gazetteer(.search(query: "oslo", language: "de")),
            .gazetteer(.resolve(query: "oslo", language: "de", keeping: ["de", "ja"], correcting: true)),
            .gazetteer(.correction(query: "osslo", language: "de")),
            .gazetteer(.locality(oslo, language: "de", keeping: [])),
            .gazetteer(.settlement(oslo, language: "de", keeping: ["no"])),
            .gazetteer(.status),
        ]
    }

    static let failures: [FetchFailure] = [
        .noNetwork, .hostNotFound(host: "x"), .noRoute(host: "x", reason: "y"), .webPage(host: "x"),
        .unreachable(host: "x", reason: "y"), .timedOut(host: "x", seconds: 20),
        .untrusted(host: "x", reason: "y"), .proxyFailed(proxy: "p:1", host: nil, reason: "y"),
        .proxyFailed(proxy: "p:1", host: "x", reason: "y"), .proxyRefused(proxy: "p:1", reason: "y", retryAfter: nil),
        .proxyRefused(proxy: "p:1", reason: "y", retryAfter: 3600),
        .rateLimited(host: "x", reason: nil, retryAfter: 60),
        .serviceFailed(host: "x", status: 503, reason: "y", retryAfter: nil),
        .refused(host: "x", status: 404, reason: nil), .keyRefused(host: "x", reason: "y"),
        .settingRefused(host: "x", setting: "open-meteo.models", reason: "y"),
        .notCovered(host: "x", reason: nil), .budgetSpent(host: "x", limit: 1000, retryAfter: 3600),
        .interrupted(host: "x", retryAfter: 1), .malformed(host: "x", reason: "y"),
        .unreadableWarnings(host: "x", count: 3, reason: "y"),
        .tooLarge(host: "x", bytes: 8 << 20), .tooComplex(host: "x", reason: "y"),
    ]

    static var answers: [Answer] {
        let failed = failures.map { Answer.failed($0) }
        return failed + [
            .report(PlaceAnswer(index: 3, result: .success(report), hint: [9], countries: ["NO", "SE"])),
            .report(PlaceAnswer(.forecast, index: 0, failure: .noNetwork)),
            .report(PlaceAnswer(index: 1, result: .success(alerts))),
            .report(PlaceAnswer(index: 2, result: .success(air))),
            .report(PlaceAnswer(index: 0, result: .success(observations))),
            .report(PlaceAnswer(index: 0, result: .success(radar))),
            .report(PlaceAnswer(index: 0, result: .success(normals))),
            .report(PlaceAnswer(index: 0, result: .success(ensemble))),
            .report(PlaceAnswer(index: 0, result: .success(marine))),
            .notice(.deprecated(host: "x", path: "/y")), .notice(.incomplete(part: "the grid", .noNetwork)),
            .notice(.unknown(UnknownName(parameter: "hourly", value: "rain"), host: "x")),
            .notice(.repaired(part: "a warning", host: "x", reason: "y")),
            .cities([city, city]), .resolution(.one(city)), .resolution(.several([city, city])),
            .resolution(.near([city])), .resolution(.none), .correction("oslo"), .correction(nil),
            .locality(locality), .locality(nil),
            .fix(LocationFix(coordinate: oslo, accuracy: 10, time: now, source: .ip)),
            .connected, .probed(index: 1, .success(ServerProbe(milliseconds: 12, date: now))),
            .probed(index: 0, .failure(.noNetwork)), .notLocated(.unknownAddress), .notLocated(.failed(reason: "x")),
            .notLocated(.network(.noNetwork)), .noGazetteer(.missing(path: "/x")),
            .noGazetteer(.notRead(path: "/x", reason: "y")), .noGazetteer(.damaged(path: "/x", reason: "y")),
            .rejected(reason: "x"), .done(requests: 8),
        ]
    }
}
