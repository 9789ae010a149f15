public import Refreshing
import Weather
import WorkerProtocol

// The hosts of the services.
extension Configuration {
    /// The hosts of the default services, all on the Internet.
    private static let publicHosts = Set(ServiceAddress.allCases.map(\.defaultURL.urlHost))

    /// The host to connect to for a URL: the URL's own, or a proxy.
    fileprivate func destination(of url: String) -> Destination {
        let authority = services.network.neighbour(of: url).urlHost
        return Destination(authority: authority, isPublic: Self.publicHosts.contains(authority))
    }

    /// The URLs of the services that a part uses; empty for none.
    func addresses(of consumer: NetworkConsumer) -> [String] {
        switch consumer {
        case .reports(let kind): services.urls(of: kind)
        case .location: locationSources.contains(.ip) ? [services[.ipLocation]] : []
        }
    }

    /// - Throws: when a service needs a proxy that cannot be used.
    func checkProxies() throws(ConfigurationError) {
        // City search also uses the network, unless the weather is sample data.
        let geocoding = services.isSample ? [] : [services[.openMeteoGeocoding]]
        for address in NetworkConsumer.allCases.flatMap(addresses) + geocoding {
            do throws(ProxyPolicy.Problem) {
                _ = try services.network.proxies.proxy(for: address)
            } catch {
                throw ConfigurationError(
                    source: .environment(variable: error.variable),
                    problem: error.sentence + "; network.proxy in config.toml overrides it")
            }
        }
    }
}

extension ConfigurationSource {
    /// The routes to the configured services.
    ///
    /// - Parameters:
    ///   - reportsChanges: whether the kernel reports changes of routes.
    ///   - route: looks up a route in the kernel.
    public func networkStatus(
        reportsChanges: Bool, route: @escaping @Sendable (Destination) -> Route? = Route.to
    ) -> NetworkStatus {
        NetworkStatus(
            reportsChanges: reportsChanges, urls: { [self] in configuration.addresses(of: $0) },
            destination: { [self] in configuration.destination(of: $0) }, route: route)
    }
}
