public import Weather

extension LocationFailure {
    /// Why the source does not know and what to do, in one plain sentence without a final period.
    public func sentence(of source: LocationSource) -> String {
        switch self {
        case .noBus(let reason):
            "\(source.name) cannot be asked, since the system bus cannot be reached (\(reason.plain(limit: 120)))"
        case .notInstalled:
            "\(source.name) is not installed; install the package geoclue-2.0, or leave geoclue out of location.sources"
        case .refused(let reason):
            "\(source.name) does not let weatherd know the location (\(reason.plain(limit: 160))); start its agent with "
                + "the desktop, or allow weatherd in /etc/geoclue/geoclue.conf: [weatherd] allowed=true system=false users="
        case .timedOut(let seconds) where source == .geoClue:
            // GeoClue 2.6 without an agent does not refuse, it stays silent.
            "\(source.name) did not answer within \(seconds) s, as when its agent does not run; start that with the desktop: "
                + "/usr/libexec/geoclue-2.0/demos/agent"
        case .timedOut(let seconds):
            "\(source.name) did not answer within \(seconds) s"
        case .ended:
            "\(source.name) ended; it is asked again"
        case .failed(let reason):
            "\(source.name) failed (\(reason.plain(limit: 160)))"
        case .noPlace(let timeZone?):
            "the time zone \(timeZone.plain(limit: 60)) is no place; set one such as Europe/Oslo with timedatectl"
        case .noPlace(nil):
            "the system has no time zone; set one such as Europe/Oslo with timedatectl"
        case .network(let failure):
            "\(source.name): \(failure.sentence)"
        case .unknownAddress:
            "\(source.name) does not know where this address is"
        case .unconfirmed(let distance):
            "\(source.name) moved the place by \(Int((distance / 1000).rounded()).grouped()) km, as a VPN does; "
                + "that is believed when it says so again in 10 minutes"
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
