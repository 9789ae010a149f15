import Glibc
import Platform
import Weather

/// The command that asks the user's station, run without a shell.
struct StationCommand {
    private let words: [String]
    private let environment: [String: String]

    init(_ words: [String], environment: [String: String]) {
        (self.words, self.environment) = (words, environment)
    }

    /// What the command writes. Its output is a pipe that is read when it has ended: a command that writes more than a pipe
    /// holds waits until it is killed.
    func bytes<C: Clock>(
        within deadline: Duration, _ clock: C
    ) async throws(OwnStationProblem) -> [UInt8] where C.Duration == Duration {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .notStarted(reason: String(cString: strerror(errno))) }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Something that the command left running may hold the other end.
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let command = TimedCommand(words, environment: environment, output: ends[1])
        let outcome = await command.run(deadline: deadline, clock: clock)
        close(ends[1])
        switch outcome {
        case .ended(.status(0)): return try StationFile.bytes(upToEndOf: ends[0])
        case .ended(.status(let status)): throw .failed(status: Int(status))
        case .ended(.signal(let signal)): throw .killed(signal: Int(signal))
        case .overdue: throw .timedOut(Int(deadline.components.seconds))
        case .abandoned: throw .noValues
        case .notStarted(let reason): throw .notStarted(reason: reason)
        }
    }
}

extension StationFile {
    /// What a pipe contains. An empty one whose other end is still open is no error.
    fileprivate static func bytes(upToEndOf descriptor: Int32) throws(OwnStationProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: limit)
        while bytes.count <= limit {
            let taken = read(descriptor, &block, block.count)
            if taken < 0, errno == EINTR { continue }
            guard taken > 0 else { break }
            bytes.append(contentsOf: block[..<taken])
        }
        guard bytes.count <= limit else { throw .tooLong(limit: limit) }
        return bytes
    }
}
