import Client
import ClientProtocol
import Glibc

/// Shows a page until the user quits.
func watch(on screen: inout WatchScreen) -> ExitStatus {
    do throws(MapFailure) {
        switch try screen.run() {
        case .left: return .done
        case .refused(let message):
            StandardError.say(message)
            return .refused
        case .signal(let number): return end(by: number)
        }
    } catch {
        StandardError.say(error.sentence)
        return error.status
    }
}

/// Performs a signal's default action after the terminal is restored.
func end(by number: Int32) -> ExitStatus {
    signal(number, SIG_DFL)
    raise(number)
    return .done
}

/// Runs the command line: mainly what weatherctl delegates to this program.
func run(_ arguments: ProgramArguments) -> ExitStatus {
    // A closed pipe is reported as EPIPE instead of a signal.
    signal(SIGPIPE, SIG_IGN)
    StandardDescriptors.fillGaps()
    let path = String.socket
    var words: [String] = []
    do throws(UsageError) {
        words = try arguments.words
        if let setup = SetupCommand(words) { return setup.run(at: path) }
        if let command = MCPCommand(words) { return command.run(at: path) }
        switch try Invocation(words, locale: .messageLocale) {
        case .query(let line, let timeout, let output, let patience, let unfitted):
            return Query(
                line: line, path: path, output: output, milliseconds: timeout, patience: patience, unfitted: unfitted
            ).run()
        case .page(let request):
            var screen = WatchScreen(words: Invocation.fitted(request) { .current }, path: path, typed: words)
            return watch(on: &screen)
        case .watch(let line, let output, let unfitted):
            var watch = ReplyWatch(line: line, output: output, path: path, unfitted: unfitted)
            return watch.run()
        case .choose(let words, let timeout):
            return choose(Invocation.fitted(words) { .current }, path: path, milliseconds: timeout)
        case .doctor(let words, let timeout):
            return examine(words, path: path, milliseconds: timeout)
        case .manual(let manual):
            // South is negative.
            if let first = manual.first, first.beginsNegative {
                return showOverview(words, after: .unknownCommand(first), path: path)
            }
            return Manual.show(manual)
        case .complete(let words):
            return Completion.answer(words, path: path)
        }
    } catch {
        return showOverview(words, after: error, path: path)
    }
}

/// Shows the card if the command line has no command, and otherwise the error.
func showOverview(_ words: [String], after error: UsageError, path: String) -> ExitStatus {
    do throws(UsageError) {
        return try Overview(words, after: error).show(at: path)
    } catch {
        let output = Invocation.output(of: words)
        output.say(error.sentence)
        return output.show(.error, error.sentence) ?? .usage
    }
}
