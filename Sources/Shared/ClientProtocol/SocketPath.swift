/// The default socket path of client and daemon.
public enum SocketPath {
    /// - Parameters:
    ///   - override: `WEATHERD_SOCKET`; an empty value counts as unset, as in the XDG base directory specification.
    ///   - runtimeDirectory: `XDG_RUNTIME_DIR`; an empty value counts as unset.
    ///   - user: the user ID for systemd's default directory, `/run/user/UID`, when the variable is unset.
    public static func resolve(override: String?, runtimeDirectory: String?, user: UInt32) -> String {
        if let override, !override.isEmpty { return override }
        if let runtimeDirectory, runtimeDirectory.begins(with: "/") { return runtimeDirectory + "/weatherd.sock" }
        return ["/run/user/", String(user), "/weatherd.sock"].joined()
    }
}
