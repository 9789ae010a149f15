import CLinux
import Glibc
import Languages
import Logging
import Platform
import Rendering
import Store
import SystemBus
import Weather

/// Ends the daemon after an upgrade or downgrade so that the new program takes over: the old one cannot use new workers.
struct Upgrade: BackgroundService {
    let file: ProgramFile
    /// Whether a service manager restarts the daemon.
    let isManaged: Bool
    /// Failures of workers that may be due to an upgrade.
    let failures: AsyncStream<WorkerFailure>
    let environment: [String: String]
    let clock: BootTimeClock
    let logger: Logger
    /// Whether the configuration has errors in optional settings, which the daemon ignores.
    let hasOmissions: @Sendable () -> Bool
    /// Whether no worker runs.
    let isIdle: @Sendable () -> Bool
    /// Ends the daemon. Clients get their replies, and settings are saved.
    let restart: @Sendable () -> Void

    /// How long running jobs may continue.
    private static let patience = Duration.seconds(30)
    /// The timeout for the new program to check the configuration.
    private static let deadline = Duration.seconds(20)
    private static let pause = Duration.milliseconds(100)

    func run() async {
        for await failure in failures where await isDue(after: failure) {
            let end = clock.now.advanced(by: Self.patience)
            while !isIdle(), clock.now < end, (try? await clock.sleep(for: Self.pause)) != nil {}
            logger.notice("weatherd was replaced: \(failure.sentence); restarting")
            restart()
            break
        }
        await untilCancelled()
    }

    /// A daemon that runs the installed file does not end: its successor would find the same worker.
    static func isDue(after failure: WorkerFailure, _ state: ProgramFile.State, isManaged: Bool) -> Bool {
        switch (failure, state) {
        case (.otherVersion, .replaced), (.missing, .replaced): true
        // The service manager sees the new file. Without a worker, weatherd may have been uninstalled.
        case (.otherVersion, .deletedElsewhere): isManaged
        default: false
        }
    }

    private func isDue(after failure: WorkerFailure) async -> Bool {
        let state = file.state
        guard Self.isDue(after: failure, state, isManaged: isManaged) else { return false }
        guard state == .replaced, let problem = await problemOfSuccessor() else { return true }
        logger.warning("weatherd was replaced, but the new program \(problem); the old one continues without workers")
        return false
    }

    /// Why the new program would not start; nil if it would. A package may still be being unpacked, without the new program's
    /// libraries. The program itself logs configuration problems.
    private func problemOfSuccessor() async -> String? {
        guard let path = file.path else { return "is unknown" }
        let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { if output >= 0 { close(output) } }
        let words = [path] + CommandLine.arguments.dropFirst() + ["--check-config"]
        let command = TimedCommand(
            words, environment: environment, output: output >= 0 ? output : nil, slot: CommandSlot())
        return switch await command.run(deadline: Self.deadline, clock: clock) {
        case .ended(.status(let status)) where Self.starts(after: status, hasOmissions: hasOmissions()): nil
        case .ended(.status(let status)): "ended its check of the configuration with status \(status)"
        case .ended(.signal(let signal)): "was killed by signal \(signal)"
        case .overdue, .blocked, .abandoned: "did not answer"
        case .notStarted(let reason): "could not be started: \(reason)"
        }
    }

    /// Whether a program would start, given the exit status of its configuration check. The check also fails for errors in
    /// optional settings.
    static func starts(after status: Int32, hasOmissions: Bool) -> Bool {
        status == EXIT_SUCCESS || status == EX_CONFIG && hasOmissions
    }

    /// Whether a service manager restarts the daemon. Only variables with the daemon's process id count: programs started by a
    /// service inherit the others. systemd also starts the desktop's autostart programs, but does not restart them; only
    /// services of weatherd's type have a notification socket.
    static func isManaged(_ environment: [String: String], process: Int32) -> Bool {
        guard environment["LISTEN_FDNAMES"] != Successor.socketName else { return false }
        let own = ["LISTEN_PID", "WATCHDOG_PID"] + (environment["NOTIFY_SOCKET"] == nil ? [] : ["SYSTEMD_EXEC_PID"])
        return own.contains { environment[$0] == String(process) }
    }
}

/// Executes the new program in this process if there is no service manager: clients keep their socket, and no other daemon
/// can lock the state directory in between.
enum Successor {
    /// The name under which the program gets the socket by socket activation (sd_listen_fds(3)), which every version supports.
    static let socketName = "weatherd-predecessor"

    /// The descriptor of the lock, which follows the socket's.
    private static let lockDescriptor: Int32 = 4
    /// Above the descriptors that the program gets.
    static let leastFreeDescriptor: Int32 = 10

    /// Reserves the descriptor numbers that the program will get, since other threads still use descriptors at the end.
    static func reserveDescriptors() {
        for number in [HandedSocket.firstDescriptor, lockDescriptor] where fcntl(number, F_GETFD) < 0 {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0, descriptor != number else { continue }
            _ = fcntl(descriptor, F_DUPFD_CLOEXEC, number)
            close(descriptor)
        }
    }

    /// - Parameters:
    ///   - path: the new file.
    ///   - socket: a descriptor of the listening socket, from `leastFreeDescriptor`.
    /// - Returns: the error number of the failed call; this process can only end then.
    static func execute(
        _ path: String, environment: [String: String], socket: Int32, lock: DirectoryLock
    ) -> Int32 {
        lock.handOver(as: lockDescriptor)
        guard dup2(socket, HandedSocket.firstDescriptor) >= 0 else { return errno }
        // The program would inherit ignored and blocked signals.
        for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE] { signal(number, SIG_DFL) }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        let variables = environment.merging([
            "LISTEN_PID": String(getpid()), "LISTEN_FDS": "1", "LISTEN_FDNAMES": socketName,
        ]) { $1 }
        var words = CommandLine.arguments.map { strdup($0) } + [nil]
        var entries = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        execve(path, &words, &entries)
        let failure = errno
        // The file of the running program still exists, even if it was unlinked.
        execve("/proc/self/exe", &words, &entries)
        return failure
    }
}
