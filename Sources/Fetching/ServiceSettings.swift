public import Endpoints
public import Weather
import Wire

/// The settings of the services: which are used, how to reach them, and what they receive.
public struct ServiceSettings: Sendable, Hashable {
    /// Providers in order of preference; never empty.
    public var providers = [ProviderName.openMeteo]
    /// Whether the order is that of their measured errors, with `providers = "best"`; until it is known, that of `providers`.
    public var ordersByAccuracy = false
    /// Warning services in order of preference; empty when disabled.
    public var alertsProviders = ProviderName.ofAlerts
    /// The air quality service; empty when disabled.
    public var airProviders = [ProviderName.openMeteo]
    /// Contact details for the `User-Agent` header; nil for none.
    public var contact: String?
    /// Whether services receive coordinates with four decimals instead of two.
    public var isLocationPrecise = false
    /// Network access for all services.
    public var network = NetworkSettings()
    /// API keys of the providers that need one.
    public var keys: [ProviderName: APIKey] = [:]
    /// nil for the calls that are free with every key.
    public var oneCall: OneCallVersion?
    /// Requests per day.
    public var pirateWeatherBudget = 1000
    /// The URLs that differ from the defaults.
    private var urls: [ServiceAddress: String] = [:]

    public init() {}

    /// Whether the weather is sample data, which needs no network.
    public var isSample: Bool { providers == [.sample] }

    /// The User-Agent: the program, the project's URL, and the user's `contact` if set.
    public var userAgent: String {
        let comments = ["+\(Release.address)"] + [contact.map { "contact: \($0)" }].compactMap(\.self)
        return "weatherd/\(Release.version) (\(comments.joined(separator: "; ")))"
    }

    /// The URL of the first provider; nil when there is none.
    public var firstServiceURL: String? { providers.first.flatMap(url) }

    /// The URL of a service.
    public subscript(address: ServiceAddress) -> String {
        get { urls[address] ?? address.defaultURL }
        set { urls[address] = newValue == address.defaultURL ? nil : newValue }
    }

    public func hasKey(for name: ProviderName) -> Bool {
        keys[name] != nil || !ProviderName.withKey.contains(name)
    }

    /// The URL of a provider's forecasts; nil for a provider that needs no network.
    public func url(of provider: ProviderName) -> String? { forecasts(of: provider).address.map { self[$0] } }

    public func alertsURL(of provider: ProviderName) -> String? { alerts(of: provider)?.address.map { self[$0] } }

    public func airURL(of provider: ProviderName) -> String? { air(of: provider)?.address.map { self[$0] } }

    /// The position that is sent to services in place of this one.
    public func sentPosition(of coordinate: Coordinate) -> Coordinate {
        isLocationPrecise ? coordinate.rounded : coordinate.coarse
    }
}
