import CLinux
import Dispatch
import Glibc
import Platform
import Synchronization
import Weather

/// The contents of a pipe, read up to a limit without blocking.
struct StationBytes {
    static let limit = 64 << 10

    /// At most one byte more than the limit.
    private var bytes: [UInt8] = []

    var isTooLong: Bool { bytes.count > Self.limit }

    /// Reads what is available.
    mutating func take(from descriptor: Int32) throws(SystemError) {
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while !isTooLong {
            let taken = read(descriptor, &block, min(block.count, Self.limit + 1 - bytes.count))
            guard taken >= 0 else {
                if errno == EINTR { continue }
                if errno == EAGAIN { return }
                throw SystemError()
            }
            guard taken > 0 else { return }
            bytes.append(contentsOf: block[..<taken])
        }
    }

    /// - Throws: if there are more bytes than the limit.
    func whole() throws(OwnStationProblem) -> [UInt8] {
        guard !isTooLong else { throw .tooLong(limit: Self.limit) }
        return bytes
    }
}

/// The contents of the station's file.
enum StationFile {
    /// Reads the file on a thread that may block, since its file system may not answer.
    ///
    /// - Parameter read: reads the file, and may block.
    static func bytes<C: Clock>(
        at path: String, within deadline: Duration, _ clock: C, _ work: BlockingWork,
        read: @escaping @Sendable (String) -> Result<[UInt8], OwnStationProblem> = StationFile.read
    ) async throws(OwnStationProblem) -> [UInt8] where C.Duration == Duration {
        guard let result = await work.result(within: deadline, clock, of: { read(path) }) else {
            throw .stalled(Int(deadline.components.seconds))
        }
        return try result.get()
    }

    @Sendable private static func read(_ path: String) -> Result<[UInt8], OwnStationProblem> {
        Result { () throws(OwnStationProblem) in
            do throws(FileProblem) {
                return try [UInt8](ofFile: path, atMost: StationBytes.limit)
            } catch {
                switch error {
                case .failed(let error): throw .unreadable(reason: error.sentence)
                case .notRegular, .permissive: throw .unreadable(reason: "not a regular file")
                case .tooLong: throw .tooLong(limit: StationBytes.limit)
                }
            }
        }
    }
}

/// The command that reads the station, run without a shell.
struct StationCommand {
    private let words: [String]
    private let environment: [String: String]
    private let slot: CommandSlot

    init(_ words: [String], environment: [String: String], slot: CommandSlot) {
        (self.words, self.environment, self.slot) = (words, environment, slot)
    }

    /// The output of the command.
    func bytes<C: Clock>(
        within deadline: Duration, _ clock: C
    ) async throws(OwnStationProblem) -> [UInt8] where C.Duration == Duration {
        let pipe: OutputPipe
        do throws(SystemError) {
            pipe = try await clock.retryingExhaustion(within: deadline) { () throws(SystemError) in try OutputPipe() }
        } catch {
            throw .notStarted(reason: error.sentence)
        }
        let command = TimedCommand(words, environment: environment, output: pipe.writer, slot: slot)
        let outcome = await command.run(deadline: deadline, clock: clock)
        // Report output that is too long first: it causes the other failures.
        let bytes = try pipe.finish().whole()
        switch outcome {
        case .ended(.status(0)): return bytes
        case .ended(.status(let status)): throw .failed(status: Int(status))
        case .ended(.signal(let signal)): throw .killed(signal: Int(signal))
        case .overdue, .blocked: throw .timedOut(Int(deadline.components.seconds))
        case .abandoned: throw .noValues
        case .notStarted(let reason): throw .notStarted(reason: reason)
        }
    }
}

/// The output of a command: a pipe that is read while the command runs, so that the command never blocks.
final class OutputPipe: Sendable {
    /// The command's end. It is in blocking mode, as programs expect.
    let writer: Int32

    private let reader: Int32
    private let bytes = Mutex(StationBytes())
    /// Safe: set once and then only cancelled, which libdispatch allows on any thread. The queue is serial because libdispatch
    /// monitors the threads of its global queues, which wakes the process every second.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw SystemError() }
        let reader = ends[0]
        // A process that the command left running may hold the other end.
        _ = fcntl(reader, F_SETFL, O_NONBLOCK)
        (self.reader, writer) = (reader, ends[1])
        source = DispatchSource.makeReadSource(
            fileDescriptor: reader, queue: DispatchQueue(label: "weatherd.output"))
        source.setCancelHandler { close(reader) }
        source.setEventHandler { [weak self] in self?.drain() }
        source.resume()
    }

    /// If the output is too long, the pipe is closed, which ends most commands.
    private func drain() {
        bytes.withLock { bytes in
            guard !bytes.isTooLong else { return }
            try? bytes.take(from: reader)
            if bytes.isTooLong { source.cancel() }
        }
    }

    /// Closes the pipe. It must be called once.
    func finish() -> StationBytes {
        close(writer)
        drain()
        source.cancel()
        return bytes.withLock { $0 }
    }
}
