import Almanac
import CLinux
import ClientProtocol
import Configuration
import Glibc
import Languages
import Location
import Logging
import Platform
import Refreshing
import Rendering
import Server
import Store
import SystemBus

/// The program's entry point.
@main
enum Weatherd {
    static func main() {
        // Swift reads the arguments from /proc, and traps without it.
        if CommandLine.argc == 0, open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC) < 0, errno != EMFILE {
            let reason = SystemError().sentence
            say("opening /proc/self/cmdline failed: \(reason); /proc must be mounted")
            exit(EX_OSERR)
        }
        let commandLine: DaemonCommandLine
        do throws(CommandLineError) {
            commandLine = try DaemonCommandLine(Array(CommandLine.arguments.dropFirst()))
        } catch {
            say(error.sentence)
            exit(EX_USAGE)
        }
        switch commandLine {
        case .help: print(DaemonCommandLine.usage)
        case .version: print("weatherd \(Release.version)")
        case .run(let options): WorkQueue.endProcess(run(options))
        }
    }

    private static func say(_ sentence: String) {
        let line = Array("weatherd: \(sentence)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// - Returns: the exit status. A daemon that has started does not return.
    private static func run(_ options: CommandLineOptions) -> Int32 {
        keepMemoryToItself()
        // An answer for 67 places is megabytes of short-lived memory. By default malloc would move such blocks to per-thread
        // heaps and keep them; with 200 favourites, these two lines save 3 MiB. They must be called before the first thread
        // starts.
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        mallopt(M_ARENA_MAX, 1)
        // By default both signals end the process. A reload requested before the configuration is read has no effect, and
        // the reader of the log may exit before the daemon.
        signal(SIGHUP, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        // If SIGCHLD were inherited as ignored, the kernel would discard the exit statuses of children.
        signal(SIGCHLD, SIG_DFL)
        // The unmodified environment, since user commands inherit it.
        let environment = Environment.variables
        TimeZone.adoptEnvironment(environment)
        if !Upgrade.isManaged(environment, process: getpid()) { Successor.reserveDescriptors() }
        let file = ProgramFile()
        let directories = Directories(environment: environment, program: file.path ?? CommandLine.arguments[0])
        let worker = WorkerProgram(environment: environment, directories)
        let logger = logger(environment)
        if let problem = DescriptorLimit.problem {
            return notStarted(problem, EX_OSERR, environment, logger)
        }
        let files = ConfigurationFiles(user: directories.configuration, named: options.config)
        let source: ConfigurationSource
        do throws(ConfigurationError) {
            source = try ConfigurationSource(files: files, environment: environment, lookup: worker.lookUp)
        } catch {
            guard options.checkConfig else { return notStarted(error.description, EX_CONFIG, environment, logger) }
            let mistakes = ConfigurationSource.mistakes(
                files: files, environment: environment, lookup: worker.lookUp)
            for mistake in mistakes { logger.error("\(mistake)") }
            return EX_CONFIG
        }
        if options.checkConfig {
            let omissions = source.configuration.omissions
            for omission in omissions { logger.error("\(omission)") }
            guard omissions.isEmpty else { return EX_CONFIG }
            for notice in source.configuration.notices { logger.warning("\(notice)") }
            let used = source.configuration.origin.files
            print(
                used.isEmpty
                    ? "no configuration file at \(files.main.printable); using the defaults"
                    : "configuration OK: \(used.map(\.printable).joined(separator: ", "))")
            return EXIT_SUCCESS
        }
        let listening: ListeningSocket
        do throws(HandedSocket.Failure) {
            if let inherited = try inheritedSocket(environment) {
                listening = inherited
            } else {
                do throws(SocketError) {
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
            source: source, directories: directories, worker: worker, file: file, environment: environment,
            logger: logger)
        // An asynchronous main would start on Swift's own thread pool; see WorkQueue.
        let work = WorkQueue()
        Task(executorPreference: work) {
            do {
                let ending = try await daemon.run(listening)
                WorkQueue.endProcess(endedStatus(ending, file, environment, listening, logger))
            } catch let error as StoreError {
                listening.forgo()
                logger.error("\(error.sentence)")
                listening.turnAway(ConnectionSentence.notStarted(error.sentence))
                WorkQueue.endProcess(EXIT_FAILURE)
            } catch let error as SocketError {
                listening.forgo()
                logger.error("\(error.sentence)")
                WorkQueue.endProcess(EX_OSERR)
            } catch {
                logger.critical("weatherd failed: \(error)")
                WorkQueue.endProcess(EX_SOFTWARE)
            }
        }
        work.run()
    }

    /// Logs why the daemon does not start, and sends the reason to clients waiting on the service manager's socket.
    ///
    /// - Returns: the exit status.
    private static func notStarted(
        _ reason: String, _ status: Int32, _ environment: [String: String], _ logger: Logger
    ) -> Int32 {
        logger.error("\(reason)")
        if let socket = try? inheritedSocket(environment) {
            socket.removeFile()
            socket.turnAway(ConnectionSentence.notStarted(reason))
        }
        return status
    }

    /// Disables core dumps and access by the user's other programs (prctl(2), PR_SET_DUMPABLE), since memory contains API keys.
    private static func keepMemoryToItself() {
        weatherd_set_dumpable(0)
        let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = 0
        setrlimit(resource, &limit)
    }

    /// The socket that the service manager, or an earlier program in this process, has created; nil for none.
    private static func inheritedSocket(
        _ environment: [String: String]
    ) throws(HandedSocket.Failure) -> ListeningSocket? {
        guard let descriptor = try HandedSocket.descriptor() else { return nil }
        let isOwn = environment["LISTEN_FDNAMES"] == Successor.socketName
        return isOwn ? ListeningSocket(inherited: descriptor) : ListeningSocket(handedOver: descriptor)
    }

    /// Executes the new program if the daemon was upgraded and no service manager starts it again.
    ///
    /// - Returns: the exit status.
    private static func endedStatus(
        _ ending: Daemon.Ending, _ file: ProgramFile, _ environment: [String: String], _ socket: ListeningSocket,
        _ logger: Logger
    ) -> Int32 {
        guard case .replaced(let lock) = ending else { return EXIT_SUCCESS }
        // Reached only if no next program takes the socket.
        defer { socket.forgo() }
        // RestartForceExitStatus= of the unit.
        guard let path = file.path, let descriptor = socket.keptDescriptor else { return EX_TEMPFAIL }
        let failure = Successor.execute(path, environment: environment, socket: descriptor, lock: lock)
        logger.error("cannot start \(path): \(SystemError(code: failure).sentence)")
        return EX_TEMPFAIL
    }

    /// Adds the daemon's process id: an inherited socket belongs to the service manager, not to the daemon that serves it.
    private static func withOwner(_ error: SocketError, _ directories: Directories) -> SocketError {
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
