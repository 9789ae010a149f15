import ArgumentParser
import CLinux
import FoundationEssentials
import Glibc
import Keeping
import Logging
import Rendering
import Serving
import Systemd
import TimeZones
import Wire
import Workers

/// The command line of the daemon.
@main
struct Weatherd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weatherd",
        abstract: "Keeps the weather fresh and answers weatherctl, status bars and scripts over a socket.",
        discussion: """
            It is meant to be run by systemd: systemctl --user enable --now weatherd.service

            Weather data by Open-Meteo.com unless others are configured, places by GeoNames (both CC BY 4.0).
            """,
        version: "weatherd \(Release.version)")

    @Option(help: "Read this configuration, not the one in the user's configuration directory.")
    var config: String?

    @Option(help: "Listen at this path, not at weatherd.sock in the user's runtime directory.")
    var socket: String?

    @Flag(help: "Say whether the configuration is right, and exit.")
    var checkConfig = false

    static func main() {
        do {
            // As the service manager starts it. The parser, which looks at itself first, would take a millisecond and a half of
            // the fourteen to the first answer.
            guard CommandLine.arguments.count > 1 else { return try run() }
            var command = try parseAsRoot()
            try command.run()
        } catch {
            // What ended the daemon later on is told by then.
            guard exitCode(for: error) == .validationFailure, !(error is ExitCode) else { exit(withError: error) }
            let line = Array("weatherd: \(usageSentence(message(for: error)))\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(withError: ExitCode.validationFailure)
        }
    }

    func run() throws {
        try Self.run(config: config, socket: socket, checkConfig: checkConfig)
    }

    static func run(config: String? = nil, socket: String? = nil, checkConfig: Bool = false) throws {
        keepMemoryToItself()
        // An answer for 67 places is megabytes that are soon given up. Left to itself the C library comes to take such
        // pieces from where the small ones lie, a heap for each thread, and keeps them; measured with 200 favourites,
        // these two lines save 3 MiB. They have to come before the first thread.
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        mallopt(M_ARENA_MAX, 1)
        // Left to themselves, both end a process. A reload that is asked for before the first reading is over comes to
        // nothing; and who reads the log may leave before the daemon does.
        signal(SIGHUP, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        // As it was given, since commands of the user's are given it on.
        let environment = Environment.variables
        let directories = Directories(environment: environment, program: program)
        let worker = WorkerProgram(environment: environment, directories)
        let logger = logger(environment)
        if let problem = DescriptorLimit.problem {
            throw notStarted(problem, ExitCode(EX_OSERR), logger)
        }
        let path = config ?? directories.configuration + "/config.toml"
        let source: ConfigurationSource
        do throws(ConfigurationError) {
            source = try ConfigurationSource(
                path: path, isNamed: config != nil, environment: environment, lookup: worker.lookUp)
        } catch {
            guard checkConfig else { throw notStarted(error.description, ExitCode(EX_CONFIG), logger) }
            let mistakes = ConfigurationSource.mistakes(
                path: path, isNamed: config != nil, environment: environment, lookup: worker.lookUp)
            for mistake in mistakes { logger.error("\(mistake)") }
            throw ExitCode(EX_CONFIG)
        }
        if checkConfig {
            for notice in source.configuration.notices { logger.warning("\(notice)") }
            let exists = ConfigurationFile.isPresent(at: path)
            print(exists ? "the configuration is right: \(path)" : "there is no \(path), so the defaults hold")
            return
        }
        let listening: ListeningSocket
        do {
            listening = try listen(at: socket ?? directories.socket)
        } catch ServingError.alreadyRunning(let path, let listener) {
            // A socket of the service manager's was made by that, and not by who answers at it.
            let process = DirectoryLock.owner(of: directories.state) ?? listener
            logger.error("\(ServingError.alreadyRunning(path: path, process: process).sentence)")
            throw ExitCode.failure
        } catch let error as ServingError {
            logger.error("\(error.sentence)")
            throw ExitCode.failure
        } catch let error as HandedSocket.Failure {
            // Nobody who waits can be told; the service manager's pause keeps it from starting us for them again and again.
            logger.error("\(error.sentence)")
            throw ExitCode(EX_USAGE)
        }
        if let problem = TimeZoneDatabase.system.problem { logger.warning("\(problem.sentence)") }
        let daemon = Daemon(
            source: source, directories: directories, worker: worker, environment: environment, logger: logger)
        // An asynchronous main would begin on Swift's own pool of threads; see WorkQueue.
        let work = WorkQueue()
        Task(executorPreference: work) {
            do {
                try await daemon.run(listening)
                exit()
            } catch let error as KeepingError {
                listening.removeFile()
                logger.error("\(error.sentence)")
                listening.turnAway(ConnectionSentence.notStarted(error.sentence))
                exit(withError: ExitCode.failure)
            } catch {
                logger.critical("weatherd ends: \(error)")
                exit(withError: ExitCode(EX_SOFTWARE))
            }
        }
        work.run()
    }

    /// Logs why the daemon does not start, and tells clients that wait at the service manager's socket.
    ///
    /// - Returns: the status to end with.
    private static func notStarted(_ reason: String, _ status: ExitCode, _ logger: Logger) -> ExitCode {
        logger.error("\(reason)")
        if let socket = try? HandedSocket.descriptor() {
            ListeningSocket(handedOver: socket).turnAway(ConnectionSentence.notStarted(reason))
        }
        return status
    }

    /// The memory holds keys: however the process ends, no core of it is written, and no other program of the user's may read it
    /// (prctl(2), PR_SET_DUMPABLE).
    private static func keepMemoryToItself() {
        weatherd_set_dumpable(0)
        let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = 0
        setrlimit(resource, &limit)
    }

    /// The path of the running program, symbolic links resolved.
    private static var program: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }

    private static func listen(at path: String) throws -> ListeningSocket {
        if let descriptor = try HandedSocket.descriptor() { return ListeningSocket(handedOver: descriptor) }
        return try ListeningSocket(path: path)
    }

    /// To the journal with its fields when standard error leads there, else to the terminal.
    private static func logger(_ environment: [String: String]) -> Logger {
        let name = "weatherd"
        let isJournal = JournalLogHandler.isConnected(journalStream: environment["JOURNAL_STREAM"])
        return Logger(label: name) { _ -> any LogHandler in
            isJournal ? JournalLogHandler(identifier: name) : TerminalLogHandler(identifier: name)
        }
    }
}

extension WorkerProgram {
    /// The C library looks names up one after the other, and cannot be told to stop. By its own measure it waits 5 seconds for
    /// each name server twice over, and after a change of the network all that while for one that is gone.
    private static let lookups = "timeout:1 attempts:2"

    init(environment: [String: String], _ directories: Directories) {
        self.init(
            path: directories.worker, version: Release.version,
            environment: ["RES_OPTIONS": environment["RES_OPTIONS"] ?? Self.lookups],
            gazetteer: { directories.gazetteer })
    }
}
