public import Weather

/// A proxy's rejection of the user or the password, kept across restarts: proxies lock accounts after a few failures.
public struct ProxyRejection: Sendable, Hashable, Codable {
    /// A fingerprint of the proxy with its user and password.
    public var proxy: String
    /// As the proxy's answer says.
    public var reason: String
    /// Consecutive rejections.
    public var count: Int
    public var at: Moment
    /// How long they are not sent, s.
    public var seconds: Int

    public init(proxy: String, reason: String, count: Int, at: Moment, seconds: Int) {
        (self.proxy, self.reason, self.count, self.at, self.seconds) = (proxy, reason, count, at, seconds)
    }

    /// The most that are kept: the last configurations.
    public static let most = 10
    /// The longest wait, s.
    public static let longest = 86_400

    /// Seconds until they may be sent again; 0 or less when they may be.
    public func rest(at now: Moment) -> Int { seconds - now.seconds(since: at) }

    /// Whether the values are possible; a file may be damaged.
    var isValid: Bool {
        (1...1_000_000).contains(count) && (1...Self.longest).contains(seconds) && proxy.utf8.count <= 100
            && reason.utf8.count <= 1000
    }
}
