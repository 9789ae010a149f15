import CLinux
package import ClientProtocol
import Glibc

/// Prints a reply and each change of it. It survives daemon restarts, and ends with its reader.
package struct ReplyWatch {
    private var line: String
    /// Sent instead if the daemon is of an older release and rejects the line; nil for none.
    private var unfitted: String?
    private let path: String
    private var reader = OutputPeerWatch()
    private var display: Display
    /// The clicks, for bars that report them.
    private var clicks: ClickReader?
    private var backoff = Backoff()
    /// Until when the last reply remains shown after the connection was lost; nil while there is one.
    private var gap: MonotonicDeadline?
    /// The last reported error, so that repeated ones are reported once.
    private var reported: String?

    private let output: ViewRequest.Output
    /// nil unless the output is a Linux console.
    private let font: ConsoleFont?

    package init(line: String, output: ViewRequest.Output, path: String, unfitted: String? = nil) {
        self.line = line
        self.unfitted = unfitted
        self.output = output
        font = output == .text ? ConsoleFont(of: STDOUT_FILENO) : nil
        self.path = path
        display = Display(output) { Placeholder.configured(at: path) }
        clicks = output.reportsClicks ? ClickReader() : nil
    }

    /// Why a connection ended.
    private enum Ending {
        /// A temporary failure.
        case lost(Unavailable, String)
        /// An older daemon rejected the request; it is repeated without the newer options.
        case outdated
        /// A permanent failure.
        case refused(String)
        /// A system call failed.
        case failed(String)
    }

    package mutating func run() -> ExitStatus {
        do throws(StandardOutput.Failure) {
            if let header = output.header { try StandardOutput.write(header) }
            while true {
                switch try follow() {
                case .lost(let state, let sentence):
                    if state == .noDaemon, display.showsReply, gap == nil {
                        gap = MonotonicDeadline(milliseconds: Self.restartTime)
                    }
                    var pause = backoff.next()
                    if let left = gap?.millisecondsLeft, left > 0 {
                        pause = min(pause, left)
                    } else {
                        gap = nil
                        try clear(state, sentence)
                        if reported != sentence { output.say(sentence) }
                        reported = sentence
                    }
                    try wait(milliseconds: pause)
                case .outdated: break
                case .failed(let message) where !output.isBar:
                    output.say(message)
                    return .system
                case .refused(let message), .failed(let message):
                    if reported != message { output.say(message) }
                    guard output.isBar else { return .refused }
                    // A bar would treat an exit as a crash, and might restart at once.
                    reported = message
                    try clear(.error, message)
                    try wait(milliseconds: Self.refusalPause)
                }
            }
        } catch {
            return error.report()
        }
    }

    /// Prints replies until the connection ends.
    private mutating func follow() throws(StandardOutput.Failure) -> Ending {
        let connection: DaemonConnection
        do throws(ConnectionFailure) {
            connection = try DaemonConnection(to: path)
            // A new connection accepts a short line without waiting.
            try connection.send(line, by: MonotonicDeadline(milliseconds: 0))
        } catch {
            return error.status == .system ? .failed(error.sentence) : .lost(.noDaemon, error.sentence)
        }
        while true {
            let reply: Reply?
            do throws(ConnectionFailure) {
                reply = try connection.replyAtHand()
            } catch {
                return .lost(.noDaemon, error.sentence)
            }
            guard let reply else {
                // While a daemon starts, its service manager holds the socket.
                try wait(for: connection.descriptor, milliseconds: gap?.millisecondsLeft ?? -1)
                if gap?.millisecondsLeft == 0 { return .lost(.noDaemon, ConnectionFailure.closed.sentence) }
                continue
            }
            gap = nil
            if case .error(.badArgument, _) = reply, let plain = unfitted {
                (line, unfitted) = (plain, nil)
                return .outdated
            }
            switch display.show(reply) {
            case .print(let text): try StandardOutput.write(font.map { text.drawn(with: $0) } ?? text)
            case .keep: break
            case .retry(let message): return .lost(.error, message)
            case .end(let message): return .refused(message)
            }
            backoff.reset()
            reported = nil
        }
    }

    private mutating func clear(_ state: Unavailable, _ message: String) throws(StandardOutput.Failure) {
        if case .print(let text) = display.clear(state, message) { try StandardOutput.write(text) }
    }

    /// Waits for a reply, and handles clicks and the reader's end meanwhile.
    private mutating func wait(
        for socket: Int32 = -1, milliseconds: Int = -1
    ) throws(StandardOutput.Failure) {
        guard try reader.wait(for: socket, or: clicks?.descriptor ?? -1, milliseconds: milliseconds) else { return }
        // One deadline for all clicks, so that a hanging daemon does not delay noticing the reader's end.
        let deadline = MonotonicDeadline(milliseconds: Self.clickTimeout)
        for click in clicks?.clicks() ?? [] where reported == nil {
            guard send(click.request, by: deadline) else { break }
        }
    }

    /// Uses a separate connection, since a watching one accepts no other request. The watch shows the result.
    ///
    /// - Returns: whether the daemon has replied.
    private func send(_ command: Command, by deadline: MonotonicDeadline) -> Bool {
        do throws(ConnectionFailure) {
            let connection = try DaemonConnection.open(path, by: deadline)
            try connection.send(command.rawValue + "\n", by: deadline)
            if case .error(_, let message) = try connection.reply(by: deadline) { output.say(message) }
            return true
        } catch {
            output.say(error.sentence)
            return false
        }
    }

    private static let clickTimeout = 500
    /// How long the last reply remains while the daemon restarts (RestartSec= is 1 s).
    private static let restartTime = 5_000
    /// The retry interval after a rejected request, which may succeed later: a favourite is added or a newer daemon
    /// started.
    private static let refusalPause = 30_000
}

extension ViewRequest.Output {
    /// The header that a bar reads before the first reply; nil for none.
    fileprivate var header: String? {
        switch self {
        // A header and an endless array.
        case .i3bar: "{\"version\":1,\"click_events\":true}\n[\n"
        case .text, .json, .names, .waybar, .polybar, .i3blocks, .tmux, .eww, .yambar, .argos: nil
        }
    }

    /// Whether the bar writes clicks to the standard input.
    fileprivate var reportsClicks: Bool {
        switch self {
        case .i3bar: true
        // i3blocks 1.4 sets BLOCK_INTERVAL only for blocks with their own input; other blocks inherit the bar's input
        // with the clicks on all blocks, which must be left to i3blocks.
        case .i3blocks: environment("BLOCK_INTERVAL") != nil
        case .text, .json, .names, .waybar, .polybar, .tmux, .eww, .yambar, .argos: false
        }
    }
}

/// What a bar displays: decides which replies of a watch to print.
struct Display {
    /// The last printed text; nil before the first.
    private var shown: String?
    /// Whether a reply is shown, rather than the reason for its absence.
    private(set) var showsReply = false
    /// The bar's format.
    private let output: ViewRequest.Output

    /// The placeholder configured in the daemon.
    private let placeholder: () -> Placeholder

    init(_ output: ViewRequest.Output = .text, placeholder: @escaping () -> Placeholder = { .standard }) {
        self.output = output
        self.placeholder = placeholder
    }

    enum Step: Equatable {
        case print(String)
        case keep
        /// A temporary failure of the daemon.
        case retry(String)
        /// A permanent failure of the request.
        case end(String)
    }

    mutating func show(_ reply: Reply) -> Step {
        switch reply {
        case .ok(let lines):
            showsReply = true
            return change(to: lines.isEmpty ? "\n" : lines.text)
        case .error(.noData, let message):
            // The weather arrives on the same connection once it is fetched.
            return clear(.noWeather, message)
        case .error(.noLocation, let message):
            return clear(.noLocation, message)
        case .error(.busy, let message), .error(.internal, let message):
            return .retry(message)
        case .error(_, let message):
            return .end(message)
        }
    }

    /// The text that clears the bar and gives the reason, if the format allows it; otherwise an empty line.
    mutating func clear(_ state: Unavailable, _ message: String) -> Step {
        showsReply = false
        guard output.isBar else { return change(to: "\n") }
        let lines = output.unavailable(
            state, message: message, placeholder: state == .noDaemon ? .standard : placeholder(), isWatched: true)
        return change(to: lines.text)
    }

    private mutating func change(to text: String) -> Step {
        guard text != shown else { return .keep }
        shown = text
        return .print(text)
    }
}

/// Detects the end of the process that reads standard output. A broken pipe shows it, unless a child of an ended bar
/// keeps the pipe open; so a parent that is itself the reader is watched, too. In a script such as `weatherctl watch
/// short | lemonbar &` the parent is not the reader.
struct OutputPeerWatch {
    /// When to check the parent. Not at once: a shell has both ends of its pipe until it has started the whole
    /// pipeline.
    private let settled = MonotonicDeadline(milliseconds: 1_000)
    /// A descriptor that is readable once the parent has ended; negative if the parent is not the reader, nil before
    /// the check. (PR_SET_PDEATHSIG signals the end of the starting thread, which is too early.)
    private var parent: Int32?

    /// Waits for input on `socket` or `input`, or for the timeout; at first at most until the parent is checked.
    ///
    /// - Returns: whether `input` is readable or has ended.
    /// - Throws: `readerGone` alone.
    mutating func wait(
        for socket: Int32 = -1, or input: Int32 = -1, milliseconds: Int = -1
    ) throws(StandardOutput.Failure) -> Bool {
        var milliseconds = milliseconds
        if parent == nil {
            let left = settled.millisecondsLeft
            if left == 0 {
                parent = Self.openParent()
            } else {
                milliseconds = milliseconds < 0 ? left : min(milliseconds, left)
            }
        }
        // Errors on standard output are reported without requesting any event. Negative descriptors are ignored.
        var watched = [
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            pollfd(fd: parent ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&watched, nfds_t(watched.count), Int32(milliseconds))
        if watched[0].revents != 0 || watched[1].revents != 0 { throw .readerGone }
        return watched[3].revents != 0
    }

    /// A descriptor of the parent if it is the reader; otherwise -1.
    private static func openParent() -> Int32 {
        var output = stat()
        // A socket's peer process is unknown, and a file has no reader.
        guard fstat(STDOUT_FILENO, &output) == 0, output.st_mode & mode_t(S_IFMT) == mode_t(S_IFIFO) else { return -1 }
        let parent = getppid()
        guard process(parent, readsPipeAt: STDOUT_FILENO) else { return -1 }
        return weatherd_pidfd_open(parent)
    }

    /// Whether the process has the read end of the pipe `descriptor`; false if /proc does not show it.
    static func process(_ process: pid_t, readsPipeAt descriptor: Int32) -> Bool {
        let folder = ["/proc/", String(process), "/fd/"].joined()
        guard let pipe = String(linkAt: "/proc/self/fd/" + String(descriptor)), let entries = opendir(folder) else {
            return false
        }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            let link = folder + name
            // Both ends have the same name. The link's permissions are the descriptor's access mode.
            var status = stat()
            if String(linkAt: link) == pipe, lstat(link, &status) == 0,
                status.st_mode & mode_t(S_IRUSR | S_IWUSR) == mode_t(S_IRUSR)
            {
                return true
            }
        }
        return false
    }
}

/// Exponential backoff: the delay between attempts doubles up to a limit.
package struct Backoff {
    private static let least = 100
    private static let most = 5_000
    private var milliseconds = least

    package init() {}

    package mutating func next() -> Int {
        defer { milliseconds = min(milliseconds * 2, Self.most) }
        return milliseconds
    }

    package mutating func reset() {
        milliseconds = Self.least
    }
}
