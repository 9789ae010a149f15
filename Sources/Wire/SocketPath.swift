/// Where client and daemon meet when nobody says otherwise.
public enum SocketPath {
    /// - Parameters:
    ///   - override: `WEATHERD_SOCKET`; an empty one counts as unset, as the XDG base directory specification has it.
    ///   - runtimeDirectory: `XDG_RUNTIME_DIR`; likewise.
    ///   - user: whose directory systemd's own default, `/run/user/UID`, is when the variable is unset.
    public static func resolve(override: String?, runtimeDirectory: String?, user: UInt32) -> String {
        if let override, !override.isEmpty { return override }
        if let runtimeDirectory, runtimeDirectory.begins(with: "/") { return runtimeDirectory + "/weatherd.sock" }
        return ["/run/user/", String(user), "/weatherd.sock"].joined()
    }
}
