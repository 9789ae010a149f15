import Glibc
import Searching
import Wire

/// Where this user's files are, by the XDG base directory specification. Only absolute paths count there.
struct Directories: Sendable {
    let configuration: String
    let state: String
    let cache: String
    let socket: String
    /// Where the gazetteer and the list of cities are: beside the program, as built, or where they are installed with it.
    let gazetteer: GazetteerFiles
    /// Where the coast lines are: likewise.
    let coastline: String
    /// The program that fetches: beside this one, as built, or in the directory for programs that only others start.
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
        gazetteer = GazetteerFiles(installed: data("gazetteer.sqlite"), cities: data("cities.sqlite"))
        coastline = data("coastline.dat")
        socket = SocketPath.resolve(
            override: environment["WEATHERD_SOCKET"], runtimeDirectory: environment["XDG_RUNTIME_DIR"], user: getuid())
    }
}
