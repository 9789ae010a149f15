import CLinux
import Client
import ClientProtocol
import Glibc

/// The state of weatherd's units according to systemd's user manager.
enum ServiceManager: Equatable {
    /// There is no systemctl.
    case absent
    /// The manager cannot be queried, with its error message.
    case silent(String)
    case units(service: UnitState, socket: UnitState)

    private static let service = "weatherd.service"
    private static let socket = "weatherd.socket"

    /// Queries again while the service changes state: querying the daemon may have started a service that is about to
    /// fail.
    static func ask(by deadline: MonotonicDeadline) -> ServiceManager {
        var answer = askOnce(by: deadline)
        for _ in 0..<settlings {
            guard case .units(let service, _) = answer, service.isSettling else { break }
            poll(nil, 0, settlingPause)
            answer = askOnce(by: deadline)
        }
        return answer
    }

    /// How often to query a service that changes state, and at what interval, ms.
    private static let settlings = 10
    private static let settlingPause: Int32 = 50

    private static func askOnce(by deadline: MonotonicDeadline) -> ServiceManager {
        do throws(ChildProcess.Failure) {
            let properties = "--property=" + UnitState.properties.joined(separator: ",")
            let outcome = try ChildProcess.run(
                ["systemctl", "--user", "show", properties, service, socket], by: deadline)
            guard outcome.status == 0 else { return .silent(outcome.errors.firstLine) }
            let units = units(in: outcome.output)
            return units.count == 2 ? .units(service: units[0], socket: units[1]) : .silent("no output from systemctl")
        } catch {
            switch error {
            case .notFound: return .absent
            case .notStarted(let reason): return .silent(reason)
            case .overdue: return .silent("systemctl timed out")
            case .tooMuch: return .silent("systemctl printed too much output")
            }
        }
    }
}

extension ServiceManager {
    /// Parses the output of systemctl, in which empty lines separate units.
    static func units(in text: String) -> [UnitState] {
        var units: [[String: String]] = [[:]]
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard !line.isEmpty else {
                units.append([:])
                continue
            }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { units[units.count - 1][String(parts[0])] = String(parts[1]) }
        }
        return units.filter { !$0.isEmpty }.map(UnitState.init)
    }
}

/// A unit's properties from `systemctl show`.
struct UnitState: Equatable {
    /// Properties by name.
    var values: [String: String]

    static let properties = [
        "LoadState", "ActiveState", "SubState", "UnitFileState", "Result", "ExecMainStatus", "NeedDaemonReload",
    ]

    subscript(name: String) -> String { values[name] ?? "" }

    var isInstalled: Bool { self["LoadState"] != "not-found" }
    /// Whether the unit changes state, except while systemd waits before a restart.
    var isSettling: Bool {
        ["activating", "deactivating"].contains(self["ActiveState"]) && self["SubState"] != "auto-restart"
    }
    var isFailed: Bool { self["ActiveState"] == "failed" }
    var isEnabled: Bool { self["UnitFileState"].hasPrefix("enabled") || self["UnitFileState"] == "linked-runtime" }
}

extension String {
    /// The first line without its line end.
    var firstLine: String {
        split(whereSeparator: { $0.isNewline }).first.map(String.init) ?? ""
    }
}

/// The result of `weatherd --check-config`.
enum ConfigurationCheck: Equatable {
    /// The configuration is valid. Notices are about settings without effect.
    case right(String, notices: [String])
    case wrong([String])
    /// There is no weatherd next to this program or in `PATH`.
    case noProgram
    case failed(String)

    /// EX_CONFIG of sysexits.h.
    private static let mistake: Int32 = 78

    static func run(by deadline: MonotonicDeadline) -> ConfigurationCheck {
        do throws(ChildProcess.Failure) {
            return ConfigurationCheck(try ChildProcess.run([program, "--check-config"], by: deadline))
        } catch {
            switch error {
            case .notFound: return .noProgram
            case .notStarted(let reason): return .failed("cannot run weatherd: \(reason)")
            case .overdue: return .failed("weatherd --check-config timed out")
            case .tooMuch: return .failed("weatherd --check-config printed too much output")
            }
        }
    }

    init(_ outcome: ChildProcess.Outcome) {
        let prefix = "weatherd: "
        let sentences = outcome.errors.split(whereSeparator: { $0.isNewline }).map {
            String($0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : $0)
        }
        switch outcome.status {
        case 0: self = .right(outcome.output.firstLine, notices: sentences)
        case Self.mistake: self = .wrong(sentences)
        case let status: self = .failed("weatherd --check-config exited with status \(status)")
        }
    }

    /// The daemon next to this program, or else the first in `PATH`.
    private static var program: String {
        let directory = (String(linkAt: "/proc/self/exe") ?? "").directory
        let places = ["/weatherd", "/../../bin/weatherd"].map { directory + $0 }
        return places.first { access($0, X_OK) == 0 } ?? "weatherd"
    }
}

/// Runs a program with a timeout and captures its output.
struct ChildProcess {
    /// Why a program has no outcome.
    enum Failure: Error, Equatable {
        case notFound
        /// The program did not start, with the system's error message.
        case notStarted(String)
        /// The program timed out and was killed.
        case overdue
        /// The program wrote more than the limit and was killed.
        case tooMuch
    }

    /// The result of a program.
    struct Outcome: Equatable {
        /// The exit status; 128 plus its number for a signal, as in a shell.
        var status: Int32
        var output: String
        var errors: String
    }

    /// The most output, bytes.
    private static let limit = 1 << 20

    /// - Parameter words: the program, which is searched for in `PATH` if it has no slash, and its arguments.
    static func run(_ words: [String], by deadline: MonotonicDeadline) throws(Failure) -> Outcome {
        let (output, errors) = (try pipe(), try pipe())
        defer { for end in [output.read, errors.read] { close(end) } }
        let process = try start(words, output: output.write, errors: errors.write)
        var texts: [[UInt8]] = [[], []]
        var watched = [output.read, errors.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var failure: Failure?
        while watched.contains(where: { $0.fd >= 0 }) {
            let left = deadline.millisecondsLeft
            guard left > 0, texts.allSatisfy({ $0.count < limit }) else {
                failure = left > 0 ? .tooMuch : .overdue
                kill(process, SIGKILL)
                break
            }
            _ = poll(&watched, nfds_t(watched.count), Int32(clamping: left))
            for index in watched.indices where watched[index].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = read(watched[index].fd, &bytes, bytes.count)
                if count > 0 {
                    texts[index] += bytes.prefix(count)
                } else if count == 0 || errno != EINTR {
                    watched[index].fd = -1
                }
            }
        }
        var word: Int32 = 0
        // The program may keep running after it has closed its output.
        while failure == nil, waitpid(process, &word, WNOHANG) == 0 {
            guard deadline.millisecondsLeft > 0 else {
                failure = .overdue
                kill(process, SIGKILL)
                break
            }
            usleep(1000)
        }
        if let failure {
            while waitpid(process, &word, 0) < 0, errno == EINTR {}
            throw failure
        }
        let signal = word & 0x7F
        return Outcome(
            status: signal == 0 ? (word >> 8) & 0xFF : 128 + signal, output: String(decoding: texts[0], as: UTF8.self),
            errors: String(decoding: texts[1], as: UTF8.self))
    }

    private static func start(_ words: [String], output: Int32, errors: Int32) throws(Failure) -> pid_t {
        defer { for end in [output, errors] { close(end) } }
        // If SIGCHLD were inherited as ignored, the kernel would discard the exit status.
        signal(SIGCHLD, SIG_DFL)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        // Programs expect signals that this one ignores.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var arguments = words.map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, words[0], &actions, &attributes, &arguments, weatherd_environment())
        guard code == 0 else { throw code == ENOENT ? .notFound : .notStarted(String(cString: strerror(code))) }
        return id
    }

    private static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw .notStarted(String(cString: strerror(errno))) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
