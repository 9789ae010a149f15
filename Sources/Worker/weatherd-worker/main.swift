import ClientProtocol
import Gazetteer
import Glibc
import Session
import WorkerProtocol

// Started by weatherd to run a job.
guard CommandLine.arguments.count == 1 else {
    if CommandLine.arguments.dropFirst().elementsEqual(["--version"]) {
        print("weatherd-worker \(Release.version)")
        exit(EXIT_SUCCESS)
    }
    let sentence = Array("weatherd-worker: must be started by weatherd, without arguments\n".utf8)
    _ = sentence.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(EX_USAGE)
}
WorkerRuntime.run { setup, loop in
    JobPerformer(
        gazetteer: Gazetteer(setup.gazetteer), regions: setup.gazetteer.regions,
        network: { JobPerformer.Network(settings: $0, loop: loop) })
}
