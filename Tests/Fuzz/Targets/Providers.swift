import ClientProtocol
import HTTP
import Providers
import Refreshing
import Rendering
import Session
import Weather
import WorkerProtocol

/// What workers read from services: a target for each kind of report that a service has, such as `nws-alerts`. Its inputs are
/// answers in the format of `ScriptedAnswers`.
extension FuzzTarget {
    static let providers = Service.Kind.allCases.filter { $0 != .sample }.flatMap { service in
        ReportKind.allCases.compactMap { FuzzTarget(answersOf: service, for: $0) }
    }

    /// nil if the service has no such reports.
    private init?(answersOf service: Service.Kind, for kind: ReportKind) {
        let places = Place.all.filter { place in
            kind != .alerts
                || Self.job(service, kind, place).provider(ScriptedAnswers([]).exchange)?
                    .covers(place.coordinate) == true
        }
        guard let place = places.first(where: { $0.isHome(of: service) }) ?? places.first,
            Self.job(service, kind, place).provider(ScriptedAnswers([]).exchange) != nil
        else { return nil }
        self.init(name: "\(service.rawValue.hyphenated)-\(kind.rawValue)") { bytes in
            let job = Self.job(service, kind, place, knowsZone: bytes.count.isMultiple(of: 2))
            guard let provider = job.provider(ScriptedAnswers(bytes).exchange) else { return }
            try Self.check(bytes, provider, place.coordinate)
        }
    }

    private static func job(
        _ service: Service.Kind, _ kind: ReportKind, _ place: Place, knowsZone: Bool = true
    ) -> ReportJob {
        ReportJob(
            kind, service: Service(service, baseURL: "http://127.0.0.1:1", key: fuzzKey),
            positions: [
                ReportJob.Position(
                    coordinate: place.coordinate, timeZone: knowsZone ? place.timeZone : nil, country: place.country)
            ], locale: place.locale,
            passage: NetworkAccess(userAgent: "fuzz", settings: NetworkSettings(), deadline: .seconds(1), now: fuzzNow))
    }

    private static func check<Provider: ReportProvider>(
        _ answers: [UInt8], _ provider: Provider, _ place: Coordinate
    ) throws {
        guard let report = try content(of: provider, for: place) else { return }
        // The daemon accepts the report as the worker sends it.
        try require(try Provider.Content(packed: report.packed) == report, "a different message")
        var scene = Scene(place: Weather.Place(coordinate: place), report: nil, now: fuzzNow, staleAfter: 3600)
        switch report {
        case let report as Report: scene.report = report
        case let report as AlertReport:
            try requireValid(report)
            scene.alerts = report
            for alert in report.alerts {
                try requireOneLine(AlertSentence.issued(alert, at: fuzzNow, timeZone: nil))
                try requireOneLine(AlertSentence.over(alert))
            }
            return try requireReadable(scene, view: .alerts, choice: answers.count)
        case let report as AirReport:
            try requireValid(report)
            scene.air = report
            return try requireReadable(scene, view: .air, choice: answers.count)
        case let report as MarineReport:
            try requireValid(report)
            scene.marine = report
            return try requireReadable(scene, view: .marine, choice: answers.count)
        case let report as ObservationReport:
            scene.report = present.measured(by: Measurements(source: .both, stations: report), at: fuzzNow)
        case let report as RadarReport: scene.report = present.measured(by: Measurements(radar: report), at: fuzzNow)
        default: return
        }
        if let report = scene.report { try requireValid(report) }
        try requireReadable(scene, choice: answers.count)
    }

    /// A forecast beside measurements.
    private static let present = Report(
        coordinate: .oslo, timeZone: "Europe/Oslo", provider: Provider(id: "x", name: "X"), fetchedAt: fuzzNow,
        hours: (0..<4).map { Hour(time: fuzzNow.advanced(by: $0 * 3600), conditions: Conditions(condition: .overcast)) }
    )

    private struct Place {
        let coordinate: Coordinate
        let timeZone: String
        let country: String
        /// Of warnings: each language that a service has.
        let locale: String

        static let all = [
            Place(coordinate: .oslo, timeZone: "Europe/Oslo", country: "NO", locale: "en"),
            Place(coordinate: .newYork, timeZone: "America/New_York", country: "US", locale: "en"),
            Place(coordinate: .berlin, timeZone: "Europe/Berlin", country: "DE", locale: "de"),
            Place(coordinate: .toronto, timeZone: "America/Toronto", country: "CA", locale: "fr"),
        ]

        func isHome(of service: Service.Kind) -> Bool {
            switch service {
            case .nws, .pirateWeather, .oneCall3, .oneCall4, .publicAlerts: country == "US"
            case .brightSky: country == "DE"
            case .environmentCanada: country == "CA"
            default: country == "NO"
            }
        }
    }
}

extension String {
    /// `open-meteo` for `openMeteo`.
    fileprivate var hyphenated: String {
        map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }
}
