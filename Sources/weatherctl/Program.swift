import Client
import Glibc
import Wire

/// What is run by bars and prompts all the time: a request and its reply. All else is for weatherctl-tools.
enum Program {
    /// Does what the words ask for, or becomes the program that does.
    static func run(_ arguments: ProgramArguments) -> ExitStatus {
        // A reader that is gone is told by the write that fails, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        StandardDescriptors.fillGaps()
        var words: [String] = []
        do throws(UsageError) {
            words = try arguments.words
            switch try Invocation(words) {
            case .query(let line, let timeout, let output, let patience):
                return Query(
                    line: line, path: .socket, output: output, milliseconds: timeout, patience: patience
                ).run()
            case .watch(let line, let output):
                var watch = Watch(line: line, output: output, path: .socket)
                return watch.run()
            default: break
            }
        } catch {
            // What is wrong with the words, the tools say.
        }
        return Tools.become(arguments, for: Invocation.output(of: words))
    }
}
