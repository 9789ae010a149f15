import ClientProtocol
import Glibc
import WorkerProtocol

/// The user's directories, according to the XDG base directory specification, which ignores relative paths.
struct Directories: Sendable {
    let configuration: String
    let state: String
    let cache: String
    let socket: String
    /// The directories of the gazetteer and the list of cities: next to the program when built, or as installed.
    let gazetteer: GazetteerFiles
    /// The directories of the coastlines, in the same order.
    let coastline: String
    /// The worker program: next to this one when built, or in libexec.
    let worker: String

    /// - Parameter program: the path of this program.
    init(environment: [String: String], program: String) {
        func directory(_ variable: String, else path: String) -> String {
            if let value = environment[variable], value.hasPrefix("/") { return value + "/weatherd" }
            return (environment["HOME"] ?? "/") + path + "/weatherd"
        }
        configuration = directory("XDG_CONFIG_HOME", else: "/.config")
        state = directory("XDG_STATE_HOME", else: "/.local/state")
        cache = directory("XDG_CACHE_HOME", else: "/.cache")
        let programs = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
        let prefix = programs.lastIndex(of: "/").map { String(programs[..<$0]) } ?? ".."
        func data(_ name: String) -> String {
            let beside = "\(programs)/\(name)"
            return access(beside, F_OK) == 0 ? beside : "\(prefix)/share/weatherd/\(name)"
        }
        let beside = "\(programs)/weatherd-worker"
        worker = access(beside, X_OK) == 0 ? beside : "\(prefix)/libexec/weatherd/weatherd-worker"
        gazetteer = GazetteerFiles(
            installed: data("gazetteer.sqlite"), cities: data("cities.sqlite"), regions: data("regions.dat"),
            borders: data("borders.dat"))
        coastline = data("coastline.dat")
        socket = SocketPath.resolve(
            override: environment["WEATHERD_SOCKET"], runtimeDirectory: environment["XDG_RUNTIME_DIR"], user: getuid())
    }
}
