import Client
import ClientProtocol
import Glibc

/// Runs a request that bars and prompts send frequently, or executes weatherctl-tools.
func run(_ arguments: ProgramArguments) -> ExitStatus {
    // Detects a closed reader by EPIPE instead of a signal.
    signal(SIGPIPE, SIG_IGN)
    StandardDescriptors.fillGaps()
    var words: [String] = []
    do throws(UsageError) {
        words = try arguments.words
        switch try Invocation(words, locale: .messageLocale) {
        case .query(let line, let timeout, let output, let patience, let unfitted):
            return Query(
                line: line, path: .socket, output: output, milliseconds: timeout, patience: patience,
                unfitted: unfitted
            ).run()
        case .watch(let line, let output, let unfitted):
            var watch = ReplyWatch(line: line, output: output, path: .socket, unfitted: unfitted)
            return watch.run()
        default: break
        }
    } catch {
        // weatherctl-tools reports usage errors.
    }
    return Tools.become(arguments, for: Invocation.output(of: words))
}
