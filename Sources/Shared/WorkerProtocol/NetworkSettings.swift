/// The user's settings for network access.
public struct NetworkSettings: Sendable, Hashable {
    public var proxies = ProxyPolicy()
    /// nil for the system's only.
    public var authorities: Authorities?

    public init() {}

    /// The URL of the host that a connection for this URL is made to: itself, or a proxy.
    @Sendable public func neighbour(of address: String) -> String {
        // With an unusable proxy, no connection is made.
        (try? proxies.proxy(for: address)).map { "http://\($0)" } ?? address
    }
}
