import Confinement
import Glibc

// A process that confines itself and then tries what it must not be able to do: `confinement-probe WHAT [PATH…]`. It prints
// `done`, or the name of the error.

let arguments = Array(CommandLine.arguments.dropFirst())
guard let what = arguments.first.flatMap(Attempt.init) else { exit(64) }
let paths = Array(arguments.dropFirst())

if what == .confineWithThreads { startThread() }
do throws(ConfinementError) {
    let parent = what == .confineForAnother ? 1 : getppid()
    let limits = ResourceLimits(memory: 64 << 20, processorTime: 1, descriptors: 32)
    let report = try Confinement(parent: parent, readable: what == .readAllowed ? paths : [], limits: limits).apply()
    if what == .report {
        say("\(report)")
        exit(0)
    }
} catch {
    say("\(error)")
    exit(0)
}
say(what.outcome(paths))
