import ClientProtocol
import Configuration

/// The daemon's command-line options.
struct CommandLineOptions: Sendable, Hashable {
    /// The configuration file; nil for the default in the user's configuration directory.
    var config: String?
    /// The socket path; nil for weatherd.sock in the user's runtime directory.
    var socket: String?
    /// Check the configuration and exit.
    var checkConfig = false
}

/// What to do, according to the command line.
enum Invocation: Sendable, Hashable {
    case run(CommandLineOptions)
    case help
    case version
}

/// A command-line error.
enum UsageError: Error, Hashable {
    case unrecognizedOption(String)
    case missingPath(option: String)
    /// An option without an argument has a value.
    case unexpectedValue(option: String)
    case unexpectedArgument(String)

    /// In plain words, on one line.
    var sentence: String {
        let problem: String
        switch self {
        case .unrecognizedOption(let option):
            problem = "unrecognized option '\(option.printable)'"
            let name = String(option.prefix { $0 != "=" })
            if let meant = name.nearest(of: Invocation.options) { return "\(problem); did you mean '\(meant)'?" }
        case .missingPath(let option): problem = "option '\(option)' requires a path"
        case .unexpectedValue(let option): problem = "option '\(option)' takes no value"
        case .unexpectedArgument(let argument): problem = "unexpected argument '\(argument.printable)'"
        }
        return "\(problem); run 'weatherd --help'"
    }
}

extension Invocation {
    fileprivate static let options = ["--config", "--socket", "--check-config", "--version", "--help"]

    /// Parses a command line. If an option is repeated, the last one counts.
    ///
    /// - Parameter arguments: without the program name. A value is the next argument or follows an equals sign; no
    /// option is parsed after `--`.
    init(_ arguments: [String]) throws(UsageError) {
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
            default: throw .unrecognizedOption(argument)
            }
        }
        self = .run(options)
    }

    /// The value after the equals sign, or else the next argument, unless it looks like an option.
    private static func path(
        of option: String, _ value: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
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
