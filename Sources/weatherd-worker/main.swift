import Confinement
import Dispatch
import Geocoding
import Glibc
import Jobs
import Searching
import Transport
import Weather
import Wire
import Working

// Started by weatherd for a job. It confines itself, says who it is, and does what it is told until weatherd closes its end of the
// socket pair.
guard CommandLine.arguments.count == 1 else {
    if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
        print("weatherd-worker \(Release.version)")
        exit(EXIT_SUCCESS)
    }
    let sentence = Array("weatherd-worker: started by weatherd alone, with no arguments\n".utf8)
    _ = sentence.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(EX_USAGE)
}
// Blocked until here by the daemon, which alone ends its workers; libdispatch's main thread waits with no signal blocked.
for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { signal(number, SIG_IGN) }
let session = WorkerSession(descriptor: WorkerDescriptor.socket)
guard let setup = session.setup() else {
    // A daemon of another version is told of which this one is.
    session.greet(Greeting(version: Release.version, confinement: "none"))
    exit(EX_PROTOCOL)
}
#if SANITIZED
    // A sanitizer's shadow of the memory is larger than any limit.
    let limits = ResourceLimits(memory: nil)
#else
    let limits = ResourceLimits()
#endif
let report: ConfinementReport
do throws(ConfinementError) {
    let places = setup.gazetteer.paths { access($0, F_OK) == 0 }
    report = try Confinement(parent: setup.daemon, readable: places, limits: limits).apply()
} catch {
    exit(EX_OSERR)
}
session.greet(Greeting(version: Release.version, confinement: report.description))
let performer = JobPerformer(
    gazetteer: Gazetteer(setup.gazetteer),
    network: { settings in
        let transport = Transport(settings: settings)
        return JobPerformer.Network(
            exchange: { transport.exchange(userAgent: $0, deadline: $1) },
            connect: { url, deadline throws(FetchFailure) in try await transport.probe(url, deadline: deadline) })
    })
Task {
    await session.serve(performer)
    exit(EXIT_SUCCESS)
}
dispatchMain()
