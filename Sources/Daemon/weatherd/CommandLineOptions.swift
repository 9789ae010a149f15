import CLinux
import ClientProtocol
import Configuration
import Glibc
import WorkerProtocol

/// The daemon's command-line options.
struct CommandLineOptions: Sendable, Hashable {
    /// The file that replaces the user's configuration files; nil for none.
    var config: String?
    /// The socket path; nil for weatherd.sock in the user's runtime directory.
    var socket: String?
    /// Check the configuration and exit.
    var checkConfig = false
}

/// What to do, according to the command line.
enum DaemonCommandLine: Sendable, Hashable {
    case run(CommandLineOptions)
    case help
    case version
}

/// A command-line error.
enum CommandLineError: Error, Hashable {
    case unknownOption(String)
    case missingPath(option: String)
    /// An option that takes no argument has one.
    case unexpectedValue(option: String)
    case unexpectedArgument(String)

    /// The message, one line in plain words.
    var sentence: String {
        let problem: String
        switch self {
        case .unknownOption(let option):
            problem = "unknown option \"\(option.printable)\""
            let name = String(option.prefix { $0 != "=" })
            if let meant = name.nearest(of: DaemonCommandLine.options) { return "\(problem); did you mean \(meant)?" }
        case .missingPath(let option): problem = "option \(option) requires a path"
        case .unexpectedValue(let option): problem = "option \(option) takes no value"
        case .unexpectedArgument(let argument): problem = "unexpected argument \"\(argument.printable)\""
        }
        return "\(problem); run 'weatherd --help'"
    }
}

extension DaemonCommandLine {
    fileprivate static let options = ["--config", "--socket", "--check-config", "--version", "--help"]

    /// Parses a command line. If an option is repeated, the last one counts.
    ///
    /// - Parameter arguments: without the program name. A value is the next argument or follows an equals sign; no
    /// option is parsed after `--`.
    init(_ arguments: [String]) throws(CommandLineError) {
        var options = CommandLineOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--", let operand = rest.first { throw .unexpectedArgument(operand) }
            if argument == "--" { break }
            guard argument.hasPrefix("-"), argument != "-" else { throw .unexpectedArgument(argument) }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let (option, value) = (parts[0], parts.count > 1 ? parts[1] : nil)
            switch option {
            case "--config": options.config = try Self.path(of: option, value, &rest)
            case "--socket": options.socket = try Self.path(of: option, value, &rest)
            case "--check-config", "--version", "--help", "-h":
                guard value == nil else { throw .unexpectedValue(option: option) }
                if option == "--version" {
                    self = .version
                    return
                }
                guard option == "--check-config" else {
                    self = .help
                    return
                }
                options.checkConfig = true
            default: throw .unknownOption(argument)
            }
        }
        self = .run(options)
    }

    /// The value after the equals sign, or else the next argument, unless it looks like an option.
    private static func path(
        of option: String, _ value: String?, _ rest: inout ArraySlice<String>
    ) throws(CommandLineError) -> String {
        if value == nil, let next = rest.first, next.hasPrefix("-") { throw .missingPath(option: option) }
        guard let path = value ?? rest.popFirst(), !path.isEmpty else { throw .missingPath(option: option) }
        return path
    }

    static var usage: String {
        """
        OVERVIEW: Keeps the weather fresh and answers weatherctl, status bars and
        scripts over a socket.

        It is meant to be run by systemd:
        systemctl --user enable --now weatherd.socket weatherd.service

        Weather data by Open-Meteo.com unless others are configured, places by GeoNames
        (both CC BY 4.0).

        USAGE: weatherd [--config <path>] [--socket <path>] [--check-config]

        OPTIONS:
          --config <path>         Read this file instead of config.toml in the
                                  user's configuration directory.
          --socket <path>         Listen on this path instead of weatherd.sock in
                                  the user's runtime directory.
          --check-config          Check the configuration and exit.
          --version               Show the version.
          -h, --help              Show help information.
        """
    }
}

/// The program's environment at start.
enum Environment {
    /// Variables by name; the first of several duplicates wins, as in getenv(3).
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        guard var entry = weatherd_environment() else { return variables }
        while let text = entry.pointee {
            let variable = String(cString: text)
            if let equals = variable.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(variable[..<equals])
                if variables[name] == nil { variables[name] = String(variable[variable.utf8.index(after: equals)...]) }
            }
            entry += 1
        }
        return variables
    }
}

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
    /// The worker program: next to this one when built; when installed, below libexec, or below lib in distributions
    /// without libexec.
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
        let installed = "\(prefix)/libexec/weatherd/weatherd-worker"
        worker =
            ["\(programs)/weatherd-worker", installed, "\(prefix)/lib/weatherd/weatherd-worker"]
            .first { access($0, X_OK) == 0 } ?? installed
        gazetteer = GazetteerFiles(
            installed: data("gazetteer.sqlite"), cities: data("cities.sqlite"), regions: data("regions.dat"),
            borders: data("borders.dat"))
        coastline = data("coastline.dat")
        socket = SocketPath.resolve(
            override: environment["WEATHERD_SOCKET"], runtimeDirectory: environment["XDG_RUNTIME_DIR"], user: getuid())
    }
}
