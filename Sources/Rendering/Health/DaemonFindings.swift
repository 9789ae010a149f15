import TimeZones
import Weather
public import Wire

extension DaemonHealth {
    /// What is well and what is wrong, each with what to do.
    public var findings: [Finding] {
        [place, timeZones, settings, places, network].compactMap(\.self) + services.map(provider)
            + [clock, weather].compactMap(\.self)
    }

    private var configuration: ConfigurationPlace { ConfigurationPlace(variables: variables) }

    // MARK: - Where

    /// While what was chosen before cannot be read, nothing is chosen anew.
    private var choose: String {
        if case .unreadable = status.settingsProblem { return "mend the settings first: yours may be among them" }
        return "set yours with: weatherctl set-location CITY"
    }

    private var place: Finding {
        let reasons = LocationSource.allCases.compactMap { source in
            status.locationFailures[source].map { $0.sentence(of: source) }
        }.joined(separator: "; ")
        guard let place = status.place else {
            if isBeingLocated { return Finding(.note, "place", "is being looked for") }
            guard isAutomatic else {
                return Finding(.wrong, "place", "none is set, and none is looked for", advice: choose)
            }
            return Finding(.wrong, "place", "could not be found: \(reasons)", advice: choose)
        }
        let found = "\(PlaceSentence.described(place)), \(origin)"
        let isApproximate = status.locationSource == .timeZone
        guard isAutomatic, isApproximate || !reasons.isEmpty else { return Finding(.ok, "place", found) }
        return Finding(
            .note, "place", reasons.isEmpty ? found : "\(found); \(reasons)",
            advice: "if that is not where you are, \(choose)")
    }

    private var origin: String {
        switch status.locationSource {
        case .weatherctl: "set by weatherctl"
        case .configuration: "from \(configuration.source(of: "location.latitude"))"
        case .geoClue: "found by GeoClue"
        case .timeZone: "by the time zone, so it may be far off"
        case .ip: "by this machine's address"
        case .favourite, .request, .none: "as it was asked for"
        }
    }

    private var timeZones: Finding? {
        if let timeZoneProblem {
            return Finding(.wrong, "time zones", timeZoneProblem.fault, advice: "install the package tzdata")
        }
        guard let zone = status.timeZone, (try? TimeZoneDatabase.system.zone(named: zone)) == nil else { return nil }
        return Finding(
            .note, "time zones", "tzdata does not contain \(zone.plain(limit: 40)), so times of this place are in UTC",
            advice: "update the package tzdata")
    }

    // MARK: - What is kept

    private var settings: Finding {
        guard let problem = status.settingsProblem else {
            let count = status.favourites
            return Finding(.ok, "settings", "in force, with \(count == 1 ? "1 favourite" : "\(count) favourites")")
        }
        return Finding(.wrong, "settings", problem.finding.found, advice: problem.finding.advice)
    }

    private var places: Finding {
        let path = (gazetteer.path ?? "").plain(limit: 160)
        let key = configuration.key("location.gazetteer")
        switch gazetteer {
        case .complete:
            return Finding(.ok, "gazetteer", "all places can be searched for: \(path)")
        case .citiesOnly(_, .notInstalled):
            return Finding(
                .note, "gazetteer", "only the largest cities can be searched for: \(path)",
                advice: "for smaller places, install the package weatherd-places")
        case .citiesOnly(_, let error):
            return Finding(
                .wrong, "gazetteer", "\(error.fault); only the largest cities can be searched for: \(path)",
                advice: error.remedy(key: key))
        case .unusable(let error):
            return Finding(.wrong, "gazetteer", error.fault, advice: error.remedy(key: key))
        }
    }

    // MARK: - The way out

    private var network: Finding? {
        guard !services.isEmpty else { return nil }
        guard status.network else {
            return Finding(
                .wrong, "network", "there is no way to \(services[0].host.plain(limit: 80))",
                advice: "connect this machine; weatherd notices that by itself, within 5 seconds")
        }
        let proxy = services[0].proxy.map { ", through the proxy \($0.plain(limit: 80))" } ?? ""
        return Finding(.ok, "network", "there is a way to \(services[0].host.plain(limit: 80))\(proxy)")
    }

    private func provider(_ service: Service) -> Finding {
        let name = service.provider.plain(limit: 40)
        switch service.outcome {
        case .failure(.noNetwork):
            return Finding(.skipped, name, "cannot be asked without a network")
        case .failure(let failure):
            return failure.finding(name, in: configuration)
        case .success(let answer):
            let answers = "\(service.host.plain(limit: 80)) answers within \(answer.milliseconds) ms"
            if let resting = status.resting.first(where: { $0.provider.id == service.provider }) {
                let time = status.readerTime(resting.until)
                return resting.failure.finding(
                    name, "\(answers), backing off until \(time): ", in: configuration)
            }
            // What was asked last was asked of the first; the others step in.
            if service == services.first, let failure = status.lastFailure, !failure.isOffline {
                return failure.finding(name, "\(answers), but ", in: configuration)
            }
            return Finding(.ok, name, answers)
        }
    }

    // MARK: - Time and weather

    /// Clocks that agree as well as answers can tell.
    private static let clockTolerance = 60

    private var clock: Finding? {
        let leads = services.compactMap { service -> Int? in
            if case .success(let answer) = service.outcome { answer.clockLead } else { nil }
        }
        // One server's clock may be wrong, but hardly all.
        guard let lead = leads.min(by: { $0.magnitude < $1.magnitude }) else { return nil }
        guard lead.magnitude > Self.clockTolerance else {
            return Finding(.ok, "clock", "is that of the weather service")
        }
        let difference = Age(seconds: Int(lead.magnitude)).text(in: English())
        return Finding(
            .wrong, "clock", "is \(difference) \(lead > 0 ? "ahead of" : "behind") that of the weather service",
            advice: "have it set: sudo timedatectl set-ntp true")
    }

    private var weather: Finding {
        guard status.place != nil else { return Finding(.skipped, "weather", "is that of a place, and none is known") }
        let age = status.age.map { Age(seconds: $0).text(in: English()) + " old" } ?? ""
        let source = status.provider.map { ", from \($0.name.plain(limit: 40))" } ?? ""
        let isSample =
            status.provider?.isSample == true ? ", and made up, as \(configuration.key("providers")) says" : ""
        switch status.freshness {
        case .fresh:
            return Finding(.ok, "weather", age + source + isSample)
        case .stale, .expired:
            let reason = status.lastFailure.map { "; \($0.sentence)" } ?? ""
            return Finding(
                .note, "weather", "\(status.freshness.rawValue), \(age)\(source)\(reason)",
                advice: "once what is wrong is mended: weatherctl refresh --wait")
        case .none:
            guard let failure = status.lastFailure else {
                return Finding(.note, "weather", "none yet; it is on its way")
            }
            // Where it is a service that is at fault, that is said already.
            let isExplained = services.contains { $0.hasFailed }
            return Finding(
                isExplained ? .note : .wrong, "weather", "none yet: \(failure.sentence)",
                advice: "once what is wrong is mended: weatherctl refresh --wait")
        }
    }
}
