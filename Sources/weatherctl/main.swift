import Glibc
import Wire

/// The variable's value; nil when it is not set.
func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
}

/// Does what the command line asks for.
func run() -> ExitStatus {
    let path = SocketPath.resolve(
        override: environment("WEATHERD_SOCKET"), runtimeDirectory: environment("XDG_RUNTIME_DIR"), user: getuid())
    do {
        let words = try CommandLine.words
        switch try Invocation(words) {
        case .query(let line, let timeout):
            return Query(line: line, path: path, milliseconds: timeout).run()
        case .watch(let line):
            var watch = Watch(line: line, path: path)
            return watch.run()
        case .manual(let words):
            return Manual.show(words)
        }
    } catch {
        StandardError.say(error.sentence)
        return .usage
    }
}

// A reader that is gone is told by the write that fails, not by a signal.
signal(SIGPIPE, SIG_IGN)
exit(run().rawValue)
