import CLinux
import Glibc
import Session
import Weather

// A process that sandboxes itself and then tries a forbidden operation: `confinement-probe WHAT [PATH…]`. It prints
// `done`, or the name of the error. After `unconfined` it tries without a sandbox; `withoutLandlock PROGRAM
// [ARGUMENT…]` and `withoutSeccompCall …` execute that program instead.

// The tests' threads block most signals, and a program inherits the mask of the thread that starts it.
var signals = sigset_t()
sigemptyset(&signals)
sigprocmask(SIG_SETMASK, &signals, nil)

var arguments = Array(CommandLine.arguments.dropFirst())
// From landlock_create_ruleset to landlock_restrict_self: Linux before 5.13.
if arguments.first == "withoutLandlock" { become(Array(arguments.dropFirst()), without: 444...446) }
// As under a service manager whose filter lacks it.
if arguments.first == "withoutSeccompCall" {
    become(Array(arguments.dropFirst()), without: UInt32(SYS_seccomp)...UInt32(SYS_seccomp))
}
let isConfined = arguments.first != "unconfined"
if !isConfined { arguments.removeFirst() }
guard let what = arguments.first.flatMap(Attempt.init) else { exit(64) }
let paths = Array(arguments.dropFirst())

if what == .confineWithThreads { _ = startThread { while true { sleep(1) } } }
let threadBefore = ThreadBefore()
do throws(ConfinementError) {
    let parent = what == .confineForAnother ? 1 : getppid()
    let limits = ResourceLimits(memory: 64 << 20, processorTime: 1, descriptors: 32)
    let confinement = Confinement(
        parent: parent, files: what == .readAllowed ? [paths[0]] : [],
        directories: what == .readAllowedDirectory ? [paths[0]] : [], limits: limits)
    if isConfined {
        let sandbox = try confinement.apply {
            what == .threadBefore ? threadBefore.start() : what != .confineWithoutThreads
        }
        if what == .threadBefore { threadBefore.report() }
        if what == .report {
            say(report(sandbox))
            exit(0)
        }
    }
} catch {
    say(error.reason)
    exit(0)
}
say(what.outcome(paths))
