public import Weather

extension LocationFailure {
    /// Why the source has no location and what to do, as one sentence without a period.
    public func sentence(of source: LocationSource) -> String {
        switch self {
        case .noBus(let reason):
            "\(source.name) cannot be queried, since the system bus is not available (\(reason.plain(limit: 120)))"
        case .notInstalled:
            "\(source.name) is not installed; install the package geoclue-2.0, or leave geoclue out of location.sources"
        case .refused(let reason):
            "\(source.name) denied weatherd access to the location (\(reason.plain(limit: 160))); start its agent with "
                + "the desktop, or allow weatherd in /etc/geoclue/geoclue.conf: [weatherd] allowed=true system=false users="
        case .timedOut(let seconds) where source == .geoClue:
            // Without an agent, GeoClue 2.6 never replies.
            "\(source.name) did not answer within \(seconds) s, possibly because its agent is not running; start it with the desktop: "
                + "/usr/libexec/geoclue-2.0/demos/agent"
        case .timedOut(let seconds):
            "\(source.name) did not answer within \(seconds) s"
        case .ended:
            "\(source.name) exited; retrying"
        case .failed(let reason):
            "\(source.name) failed (\(reason.plain(limit: 160)))"
        case .invalidPosition:
            "\(source.name) reported an invalid position"
        case .inaccurate(let metres):
            "\(source.name) knows the position only to within \(Int((metres / 1000).rounded()).grouped()) km, which is too "
                + "inaccurate for a place"
        case .noPlace(let timeZone?):
            "the time zone \(timeZone.plain(limit: 60)) does not indicate a location; set one such as Europe/Oslo with timedatectl"
        case .noPlace(nil):
            "the system has no time zone; set one such as Europe/Oslo with timedatectl"
        case .network(let failure):
            "\(source.name): \(failure.sentence)"
        case .unknownAddress:
            "\(source.name) has no location for this IP address"
        case .unconfirmed(let distance):
            "\(source.name) moved the place by \(Int((distance / 1000).rounded()).grouped()) km, possibly because of a VPN; "
                + "it will be accepted if confirmed in 10 minutes"
        }
    }
}

extension LocationSource {
    var name: String {
        switch self {
        case .geoClue: "GeoClue"
        case .timeZone: "the time zone"
        case .ip: "the location service"
        }
    }
}
