/// What the user says of the way to the network.
public struct NetworkSettings: Sendable, Hashable {
    public var proxies = ProxyPolicy()
    /// nil for none but the system's.
    public var authorities: Authorities?

    public init() {}

    /// Whom a connection is made to for a web address: the address, or the proxy on the way there.
    @Sendable public func neighbour(of address: String) -> String {
        // Through a proxy that cannot be used no connection is made at all.
        (try? proxies.proxy(for: address)).map { "http://\($0)" } ?? address
    }
}
