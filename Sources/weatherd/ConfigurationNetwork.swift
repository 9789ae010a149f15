import Endpoints

// The way to the services: whose word is taken for who they are, and the proxy on the way.
extension Configuration {
    /// What network.proxy says when no proxy is to be used, whatever the environment names.
    private static let noProxy = "off"

    mutating func takeNetwork(_ values: ConfigurationValues) throws(ConfigurationError) {
        if let named = values.text(.certificateAuthorities) {
            let key = ConfigurationKey.certificateAuthorities
            guard let path = values.path(named) else {
                throw values.error(key, "takes the path of a file with certificates, which begins with / or ~/")
            }
            do throws(Authorities.Problem) {
                network.authorities = try Authorities(path: path)
            } catch {
                throw values.error(key, error.sentence)
            }
        }
        network.proxies = try Self.proxies(values)
        for word in values.list(.proxyExceptions) ?? [] where !ProxyExceptions.isAccepted(word) {
            notices.append(
                "network.no-proxy: \"\(word)\" names no host, such as example.org, .lan or 10.0.0.0/8, and has no effect"
            )
        }
    }

    private static func proxies(_ values: ConfigurationValues) throws(ConfigurationError) -> ProxyPolicy {
        let exceptions =
            values.list(.proxyExceptions).map(ProxyExceptions.init) ?? ProxyExceptions(variables: values.variables)
        if let address = values.text(.proxy) {
            guard address != noProxy else { return ProxyPolicy() }
            let proxy: Proxy
            do throws(Proxy.Problem) {
                proxy = try Proxy(address)
            } catch {
                // The address is not repeated, since a password may stand in it.
                throw values.error(.proxy, error.sentence + ", or \"\(noProxy)\" for none")
            }
            if proxy.hasCredentials, let path = values.fileThatOthersCanRead(with: .proxy) {
                throw values.error(
                    .proxy, "others can read the password in \(path); make it yours alone with: chmod 600 \(path)")
            }
            return ProxyPolicy(proxy, except: exceptions)
        }
        return ProxyPolicy(variables: values.variables, except: exceptions)
    }

    /// - Throws: when somebody would be asked through a proxy that cannot be used.
    func checkProxies() throws(ConfigurationError) {
        // Cities are searched for on the network too, unless the weather is made up.
        let geocoding = providers == [.sample] ? [] : [openMeteoGeocodingURL]
        for address in Connectivity.Asker.allCases.flatMap(addresses) + geocoding {
            do throws(ProxyPolicy.Problem) {
                _ = try network.proxies.proxy(for: address)
            } catch {
                throw ConfigurationError(
                    source: .environment(variable: error.variable),
                    problem: error.sentence + "; network.proxy in config.toml wins over it")
            }
        }
    }
}
