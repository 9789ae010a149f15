import CLinux
import DaemonConfiguration
import Executors
import Glibc
import Keeping
import Locating
import Logging
import Platform
import Rendering
import Serving
import Systemd
import TimeZones
import Wire
import Workers

/// The program's entry point.
@main
enum Weatherd {
    static func main() {
        let invocation: Invocation
        do throws(UsageError) {
            invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
        } catch {
            let line = Array("weatherd: \(error.sentence)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(EX_USAGE)
        }
        switch invocation {
        case .help: print(Invocation.usage)
        case .version: print("weatherd \(Release.version)")
        case .run(let options): exit(run(options))
        }
    }

    /// - Returns: the exit status. A daemon that has started does not return.
    private static func run(_ options: CommandLineOptions) -> Int32 {
        keepMemoryToItself()
        // An answer for 67 places is megabytes of short-lived memory. By default malloc would move such blocks to per-thread
        // heaps and keep them; with 200 favourites, these two lines save 3 MiB. They must be called before the first thread
        // starts.
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        mallopt(M_ARENA_MAX, 1)
        // By default both signals end the process. A reload requested before the configuration is first read has no
        // effect, and the reader of the log may exit before the daemon.
        signal(SIGHUP, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        // Unmodified, since user commands inherit it.
        let environment = Environment.variables
        TimeZone.adoptEnvironment(environment)
        let directories = Directories(environment: environment, program: program)
        let worker = WorkerProgram(environment: environment, directories)
        let logger = logger(environment)
        if let problem = DescriptorLimit.problem {
            return notStarted(problem, EX_OSERR, logger)
        }
        let path = options.config ?? directories.configuration + "/config.toml"
        let source: ConfigurationSource
        do throws(ConfigurationError) {
            source = try ConfigurationSource(
                path: path, isNamed: options.config != nil, environment: environment, lookup: worker.lookUp)
        } catch {
            guard options.checkConfig else { return notStarted(error.description, EX_CONFIG, logger) }
            let mistakes = ConfigurationSource.mistakes(
                path: path, isNamed: options.config != nil, environment: environment, lookup: worker.lookUp)
            for mistake in mistakes { logger.error("\(mistake)") }
            return EX_CONFIG
        }
        if options.checkConfig {
            for notice in source.configuration.notices { logger.warning("\(notice)") }
            let exists = ConfigurationFile.isPresent(at: path)
            print(exists ? "configuration OK: \(path)" : "no configuration file at \(path); using the defaults")
            return EXIT_SUCCESS
        }
        let listening: ListeningSocket
        do throws(HandedSocket.Failure) {
            if let descriptor = try HandedSocket.descriptor() {
                listening = ListeningSocket(handedOver: descriptor)
            } else {
                do throws(ServingError) {
                    listening = try ListeningSocket(path: options.socket ?? directories.socket)
                } catch {
                    logger.error("\(withOwner(error, directories).sentence)")
                    return EXIT_FAILURE
                }
            }
        } catch {
            // Without the socket no client can be notified. systemd's RestartSec= limits the rate of restarts.
            logger.error("\(error.sentence)")
            return EX_USAGE
        }
        if let problem = TimeZoneDatabase.system.problem { logger.warning("\(problem.sentence)") }
        let daemon = Daemon(
            source: source, directories: directories, worker: worker, environment: environment, logger: logger)
        // An asynchronous main would start on Swift's own thread pool; see WorkQueue.
        let work = WorkQueue()
        Task(executorPreference: work) {
            do {
                try await daemon.run(listening)
                exit(EXIT_SUCCESS)
            } catch let error as KeepingError {
                listening.removeFile()
                logger.error("\(error.sentence)")
                listening.turnAway(ConnectionSentence.notStarted(error.sentence))
                exit(EXIT_FAILURE)
            } catch let error as ServingError {
                listening.removeFile()
                logger.error("\(error.sentence)")
                exit(EX_OSERR)
            } catch {
                logger.critical("weatherd failed: \(error)")
                exit(EX_SOFTWARE)
            }
        }
        work.run()
    }

    /// Logs why the daemon does not start, and sends the reason to clients waiting on the service manager's socket.
    ///
    /// - Returns: the exit status.
    private static func notStarted(_ reason: String, _ status: Int32, _ logger: Logger) -> Int32 {
        logger.error("\(reason)")
        if let socket = try? HandedSocket.descriptor() {
            ListeningSocket(handedOver: socket).turnAway(ConnectionSentence.notStarted(reason))
        }
        return status
    }

    /// Memory contains API keys: disables core dumps, and access by the user's other programs (prctl(2),
    /// PR_SET_DUMPABLE).
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
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &path, path.count)
        guard length > 0 else { return CommandLine.arguments[0] }
        return String(decoding: path[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The owner of an inherited socket is the service manager, not the daemon that serves it.
    private static func withOwner(_ error: ServingError, _ directories: Directories) -> ServingError {
        guard case .alreadyRunning(let path, let listener) = error else { return error }
        return .alreadyRunning(path: path, process: DirectoryLock.owner(of: directories.state) ?? listener)
    }

    /// Logs to the journal with its fields if standard error is the journal, otherwise to the terminal.
    private static func logger(_ environment: [String: String]) -> Logger {
        let name = "weatherd"
        let isJournal = JournalLogHandler.isConnected(journalStream: environment["JOURNAL_STREAM"])
        return Logger(label: name) { _ -> any LogHandler in
            isJournal ? JournalLogHandler(identifier: name) : TerminalLogHandler(identifier: name)
        }
    }
}

extension WorkerProgram {
    init(environment: [String: String], _ directories: Directories) {
        self.init(
            path: directories.worker, version: Release.version,
            environment: environment.filter { $0.key == "RES_OPTIONS" },
            gazetteer: { directories.gazetteer })
    }
}
