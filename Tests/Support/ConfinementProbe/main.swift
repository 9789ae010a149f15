import Confinement
import Glibc
import Weather

// A process that sandboxes itself and then tries a forbidden operation: `confinement-probe WHAT [PATH…]`. It prints
// `done`, or the name of the error. `confinement-probe withoutLandlock PROGRAM [ARGUMENT…]` executes that program
// instead.

// The tests' threads block most signals, and a program inherits the mask of the thread that starts it.
var signals = sigset_t()
sigemptyset(&signals)
sigprocmask(SIG_SETMASK, &signals, nil)

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "withoutLandlock" { becomeWithoutLandlock(Array(arguments.dropFirst())) }
guard let what = arguments.first.flatMap(Attempt.init) else { exit(64) }
let paths = Array(arguments.dropFirst())

if what == .confineWithThreads { startThread() }
do throws(ConfinementError) {
    let parent = what == .confineForAnother ? 1 : getppid()
    let limits = ResourceLimits(memory: 64 << 20, processorTime: 1, descriptors: 32)
    let sandbox = try Confinement(
        parent: parent, files: what == .readAllowed ? [paths[0]] : [],
        directories: what == .readAllowedDirectory ? [paths[0]] : [], limits: limits
    ).apply()
    if what == .report {
        say(report(sandbox))
        exit(0)
    }
} catch {
    say(error.reason)
    exit(0)
}
say(what.outcome(paths))
