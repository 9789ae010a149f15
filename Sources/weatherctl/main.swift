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
    var words: [String] = []
    do {
        words = try CommandLine.words
        switch try Invocation(words) {
        case .query(let line, let timeout, let output, let patience):
            return Query(line: line, path: path, output: output, milliseconds: timeout, patience: patience).run()
        case .watch(let line, let output):
            var watch = Watch(line: line, output: output, path: path)
            return watch.run()
        case .choose(let words, let timeout):
            return choose(words, path: path, milliseconds: timeout)
        case .doctor(let timeout, let output):
            return Doctor(path: path, output: output, milliseconds: timeout).run()
        case .manual(let words):
            return Manual.show(words)
        case .complete(let words):
            return Completion.answer(words, path: path)
        }
    } catch {
        let output = Invocation.output(of: words)
        output.say(error.sentence)
        return output.show(.error, error.sentence) ?? .usage
    }
}

// A reader that is gone is told by the write that fails, not by a signal.
signal(SIGPIPE, SIG_IGN)
StandardDescriptors.fillGaps()
let isAnswered = PlainQuery.run(CommandLine.unsafeArgv, count: Int(CommandLine.argc))
exit(isAnswered ? ExitStatus.done.rawValue : run().rawValue)
