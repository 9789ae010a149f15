import Glibc
import Wire

/// Where this user's files are, by the XDG base directory specification. Only absolute paths count there.
struct Directories: Sendable {
    let configuration: String
    let state: String
    let cache: String
    let socket: String

    init(environment: [String: String]) {
        func directory(_ variable: String, else path: String) -> String {
            if let value = environment[variable], value.hasPrefix("/") { return value + "/weatherd" }
            return (environment["HOME"] ?? "/") + path + "/weatherd"
        }
        configuration = directory("XDG_CONFIG_HOME", else: "/.config")
        state = directory("XDG_STATE_HOME", else: "/.local/state")
        cache = directory("XDG_CACHE_HOME", else: "/.cache")
        socket = SocketPath.resolve(
            override: environment["WEATHERD_SOCKET"], runtimeDirectory: environment["XDG_RUNTIME_DIR"], user: getuid())
    }
}
