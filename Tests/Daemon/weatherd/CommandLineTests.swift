import Testing

@testable import weatherd

struct CommandLineTests {
    @Test(arguments: [
        ([], CommandLineOptions()),
        (["--check-config"], CommandLineOptions(checkConfig: true)),
        (["--config", "a b"], CommandLineOptions(config: "a b")),
        (["--config=/x=y"], CommandLineOptions(config: "/x=y")),
        (["--config=-x"], CommandLineOptions(config: "-x")),
        (
            ["--socket", "s", "--check-config", "--config=c"],
            CommandLineOptions(config: "c", socket: "s", checkConfig: true)
        ),
        (["--socket", "s", "--socket=t"], CommandLineOptions(socket: "t")),
        (["--socket", "s", "--"], CommandLineOptions(socket: "s")),
    ])
    func run(arguments: [String], options: CommandLineOptions) throws {
        #expect(try DaemonCommandLine(arguments) == .run(options))
    }

    @Test(arguments: [
        (["--version"], DaemonCommandLine.version), (["--help"], .help), (["-h"], .help),
        (["--socket", "s", "--version", "--nonsense"], .version),
    ])
    func helpAndVersionIgnoreOtherArguments(arguments: [String], commandLine: DaemonCommandLine) throws {
        #expect(try DaemonCommandLine(arguments) == commandLine)
    }

    @Test(arguments: [
        (["--x"], CommandLineError.unknownOption("--x")),
        (["--x=y"], .unknownOption("--x=y")),
        (["-o"], .unknownOption("-o")),
        (["-hh"], .unknownOption("-hh")),
        (["--con", "x"], .unknownOption("--con")),
        (["--check-config", "--nonsense"], .unknownOption("--nonsense")),
        (["--config"], .missingPath(option: "--config")),
        (["--config="], .missingPath(option: "--config")),
        (["--config", ""], .missingPath(option: "--config")),
        (["--config", "--socket", "s"], .missingPath(option: "--config")),
        (["--socket", "--"], .missingPath(option: "--socket")),
        (["--version=1"], .unexpectedValue(option: "--version")),
        (["--check-config=yes"], .unexpectedValue(option: "--check-config")),
        (["status"], .unexpectedArgument("status")),
        (["-"], .unexpectedArgument("-")),
        ([""], .unexpectedArgument("")),
        (["--", "--help"], .unexpectedArgument("--help")),
    ])
    func usageErrorIsReported(arguments: [String], error: CommandLineError) {
        #expect(throws: error) { try DaemonCommandLine(arguments) }
    }

    @Test(arguments: [
        (CommandLineError.unknownOption("--confg"), "unknown option \"--confg\"; did you mean --config?"),
        (.unknownOption("--confg=x"), "unknown option \"--confg=x\"; did you mean --config?"),
        (.unknownOption("--\n"), "unknown option \"--\u{FFFD}\"; run 'weatherd --help'"),
        (.missingPath(option: "--socket"), "option --socket requires a path; run 'weatherd --help'"),
        (.unexpectedValue(option: "--version"), "option --version takes no value; run 'weatherd --help'"),
        (.unexpectedArgument("a\u{1B}[1m"), "unexpected argument \"a\u{FFFD}[1m\"; run 'weatherd --help'"),
    ])
    func sentence(error: CommandLineError, sentence: String) {
        #expect(error.sentence == sentence)
    }
}
