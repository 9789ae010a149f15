import Weather
import WorkerProtocol

extension ServiceSettings {
    /// Why a worker would reject its jobs with these settings; nil if it would accept them.
    ///
    /// - Parameter gazetteer: the configured gazetteer; nil for the installed one.
    public func problem(gazetteer: String?) -> String? {
        do throws(Malformed) {
            _ = try Setup(packed: Setup(gazetteer: GazetteerFiles(named: gazetteer, installed: "/"), daemon: 1).packed)
            for service in services { _ = try Service(packed: service.packed) }
            let bytes = example.packed
            guard bytes.count <= Frame.longestJob else { throw Malformed("more than \(Frame.longestJob) bytes") }
            _ = try Job(packed: bytes)
            return nil
        } catch {
            return error.reason
        }
    }

    /// Every service that a job may name.
    private var services: Set<Service> {
        Set(
            ReportKind.allCases.flatMap { kind in
                ProviderName.allCases.compactMap { name in entry(of: name, for: kind).map { service(of: name, $0) } }
            })
    }

    /// A job with the values that all jobs have.
    private var example: Job {
        let access = NetworkAccess(
            userAgent: userAgent, settings: network, deadline: .seconds(1), now: UnixTime(0))
        let geocoding = Service(.openMeteo, baseURL: self[.openMeteoGeocoding])
        return .geocode(geocoding, query: "", language: locale, access)
    }

    func service(of name: ProviderName, _ entry: ProviderEntry) -> Service {
        Service(
            entry.kind, baseURL: entry.address.map { self[$0] } ?? "", key: keys[name], models: entry.models)
    }
}
