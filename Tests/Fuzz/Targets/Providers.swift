import ClientProtocol
import HTTP
import Providers
import Refreshing
import Rendering
import Weather
import WorkerProtocol

// The forecast providers. Their answers are concatenated in the format of `ScriptedAnswers`.
extension FuzzTarget {
    static let openMeteo = FuzzTarget(name: "open-meteo") { bytes in
        try forecast(bytes, .oslo) { OpenMeteo(baseURL: url, exchange: $0) }
    }

    static let openWeatherMap = FuzzTarget(name: "openweathermap") { bytes in
        try forecast(bytes, .oslo) {
            OpenWeatherMap(baseURL: url, key: fuzzKey, timeZone: { _ in "Europe/Oslo" }, exchange: $0)
        }
    }

    /// Version 4.0 answers each request separately; a single answer is taken for one of version 3.0.
    static let oneCall = FuzzTarget(name: "one-call") { bytes in
        let version: OneCall.Version = bytes.contains(0x1E) ? .four : .three
        try forecast(bytes, .newYork) { OneCall(version: version, baseURL: url, key: fuzzKey, exchange: $0) }
    }

    static let metNorway = FuzzTarget(name: "met-norway") { bytes in
        try forecast(bytes, .oslo) {
            METNorway(
                baseURL: url, timeZone: { _ in bytes.count.isMultiple(of: 2) ? "Europe/Oslo" : nil }, exchange: $0)
        }
    }

    static let nws = FuzzTarget(name: "nws") { bytes in
        try forecast(bytes, .newYork) { NWS(baseURL: url, gridPoints: NWSGridPoints(), exchange: $0) }
    }

    static let darkSky = FuzzTarget(name: "dark-sky") { bytes in
        try forecast(bytes, .newYork) { DarkSky(baseURL: url, key: fuzzKey, exchange: $0) }
    }

    private static func forecast(
        _ answers: [UInt8], _ coordinate: Coordinate,
        _ provider: (@escaping HTTPExchange) -> some ReportProvider<Report>
    ) throws {
        guard let report = try message(answers, for: coordinate, provider) else { return }
        try requireValid(report)
        try requireReadable(Scene(of: report), choice: answers.count)
    }
}

// The providers of warnings and air quality.
extension FuzzTarget {
    static let metAlerts = FuzzTarget(name: "met-alerts") { bytes in
        try warnings(bytes, .oslo) { METAlerts(baseURL: url, exchange: $0) }
    }

    static let nwsAlerts = FuzzTarget(name: "nws-alerts") { bytes in
        try warnings(bytes, .newYork) { NWSAlerts(baseURL: url, exchange: $0) }
    }

    static let openMeteoAir = FuzzTarget(name: "open-meteo-air") { bytes in
        try air(bytes) { OpenMeteoAir(baseURL: url, exchange: $0) }
    }

    static let openWeatherMapAir = FuzzTarget(name: "openweathermap-air") { bytes in
        try air(bytes) { OpenWeatherMapAir(baseURL: url, key: fuzzKey, exchange: $0) }
    }

    static func warnings(
        _ answers: [UInt8], _ coordinate: Coordinate,
        _ provider: (@escaping HTTPExchange) -> some ReportProvider<AlertReport>
    ) throws {
        guard let report = try content(of: answers, for: coordinate, provider) else { return }
        try requireValid(report)
        var scene = Scene(place: Place(coordinate: coordinate), report: nil, now: fuzzNow, staleAfter: 3600)
        scene.alerts = report
        // The views that show warnings.
        try requireReadable(scene, view: .alerts, choice: answers.count)
        for alert in report.alerts {
            try requireOneLine(AlertSentence.issued(alert, at: fuzzNow, timeZone: nil))
            try requireOneLine(AlertSentence.over(alert))
        }
    }

    private static func air(
        _ answers: [UInt8], _ provider: (@escaping HTTPExchange) -> some ReportProvider<AirReport>
    ) throws {
        guard let report = try content(of: answers, for: .oslo, provider) else { return }
        try requireValid(report)
        var scene = Scene(place: Place(coordinate: .oslo), report: nil, now: fuzzNow, staleAfter: 3600)
        scene.air = report
        try requireReadable(scene, view: .air, choice: answers.count)
    }
}

// The providers of normals, ensembles, stations and radar.
extension FuzzTarget {
    static let openMeteoArchive = FuzzTarget(name: "open-meteo-archive") { bytes in
        try message(bytes) { OpenMeteoArchive(baseURL: url, exchange: $0) }
    }

    static let openMeteoEnsemble = FuzzTarget(name: "open-meteo-ensemble") { bytes in
        try message(bytes) { OpenMeteoEnsemble(baseURL: url, exchange: $0) }
    }

    static let metar = FuzzTarget(name: "metar") { bytes in
        try observation(bytes, .oslo) { AviationWeather(baseURL: url, exchange: $0) }
    }

    static let brightSkyStations = FuzzTarget(name: "bright-sky-stations") { bytes in
        try observation(bytes, .berlin) { BrightSkyStations(baseURL: url, exchange: $0) }
    }

    static let nwsStations = FuzzTarget(name: "nws-stations") { bytes in
        try observation(bytes, .newYork) { NWSStations(baseURL: url, gridPoints: NWSGridPoints(), exchange: $0) }
    }

    static let metNowcast = FuzzTarget(name: "met-nowcast") { bytes in
        guard let radar = try message(bytes, { METNowcast(baseURL: url, exchange: $0) }) else { return }
        try requireReadable(
            Scene(of: present.measured(by: Measurements(radar: radar), at: fuzzNow)), choice: bytes.count)
    }

    private static func observation<Provider: ReportProvider<ObservationReport>>(
        _ answers: [UInt8], _ place: Coordinate, _ provider: (@escaping HTTPExchange) -> Provider
    ) throws {
        guard let stations = try message(answers, for: place, provider) else { return }
        let measurements = Measurements(source: .both, stations: stations)
        let report = present.measured(by: measurements, at: fuzzNow)
        try requireValid(report)
        try requireReadable(Scene(of: report), choice: answers.count)
    }

    /// A forecast beside measurements.
    private static let present = Report(
        coordinate: .oslo, timeZone: "Europe/Oslo", provider: Provider(id: "x", name: "X"), fetchedAt: fuzzNow,
        hours: (0..<4).map { Hour(time: fuzzNow.advanced(by: $0 * 3600), conditions: Conditions(condition: .overcast)) }
    )

    /// Throws if the daemon would not accept the report as the worker sends it.
    @discardableResult
    private static func message<Provider: ReportProvider>(
        _ answers: [UInt8], for place: Coordinate = .oslo, _ provider: (@escaping HTTPExchange) -> Provider
    ) throws -> Provider.Content? where Provider.Content: Message & Equatable {
        guard let report = try content(of: answers, for: place, provider) else { return nil }
        try require(try Provider.Content(packed: report.packed) == report, "a different message")
        return report
    }
}

/// Returns if no request is sent.
private let url = "http://127.0.0.1:1"

extension Scene {
    fileprivate init(of report: Report) {
        self.init(
            place: Place(coordinate: report.coordinate), report: report, now: fuzzNow, staleAfter: 3600)
    }
}
