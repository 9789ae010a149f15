import Dispatch
import Glibc
public import Jobs
import Synchronization
import Weather

/// The worker's side of its connection with the daemon: who it is, then job after job until the daemon closes its end.
public struct WorkerSession: Sendable {
    private let socket: FrameSocket

    /// How long the daemon may take to make room for an answer, s.
    private static let patience = 60

    public init(descriptor: Int32) {
        socket = FrameSocket(descriptor: descriptor)
    }

    /// What the daemon says first; nil when it says nothing, or what this version does not understand.
    public func setup() -> Setup? {
        guard let bytes = try? socket.receive(upTo: Frame.longestJob, until: Deadline(seconds: Self.patience)) else {
            return nil
        }
        return try? Setup(packed: bytes)
    }

    public func greet(_ greeting: Greeting) {
        send(greeting)
    }

    /// Does jobs until the daemon wants no more.
    public func serve(_ performer: JobPerformer) async {
        while let bytes = try? socket.receive(upTo: Frame.longestJob, until: .never),
            let job = try? Job(packed: bytes)
        {
            let requests = await performer.perform(job) { send($0.within(Frame.longestAnswer)) }
            send(Answer.done(requests: requests))
        }
    }

    /// What cannot be sent is for a daemon that is gone, or that is going to end this process.
    private func send(_ message: some Message) {
        let bytes = Frame.bytes(of: message)
        Self.turn.withLock { _ in try? socket.send(bytes, until: Deadline(seconds: Self.patience)) }
    }

    /// Answers may come from several tasks at once.
    private static let turn = Mutex(())
}

extension Answer {
    /// The same, or a failure in its place where the daemon would not take it: too long, or with a number that cannot be.
    fileprivate func within(_ limit: Int) -> Answer {
        let bytes = packed
        let isTaken = bytes.count <= limit && (try? Answer(packed: bytes)) != nil
        guard !isTaken else { return self }
        let failure = FetchFailure.malformed(host: "", reason: "it is too long, or has numbers that cannot be true")
        switch self {
        case .forecast(let answer): return .forecast(PlaceAnswer(index: answer.index, result: .failure(failure)))
        case .alerts(let answer): return .alerts(PlaceAnswer(index: answer.index, result: .failure(failure)))
        case .air(let answer): return .air(PlaceAnswer(index: answer.index, result: .failure(failure)))
        default: return .failed(failure)
        }
    }
}
