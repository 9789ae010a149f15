import ClientProtocol
import Platform
import Weather

/// Sends one request's reply at once, and again whenever it changes.
///
/// At most one reply is in progress. Changes in the meantime are coalesced, and the client gets the latest reply.
@EventLoopActor
final class Watch {
    let reading: ViewRequest
    private let now: @Sendable () -> UnixTime
    private let loop: EventLoop
    private let connection: Connection
    /// Replies that are shared by all watchers.
    private let replies: WatchedReplies
    private var lastSent: [UInt8]?
    /// Whether a requested reply has not been made yet.
    private var isWaiting = false
    private var isSending = false
    /// Whether something may have changed since the last reply was requested.
    private var hasMissed = false
    private var isStopped = false
    private var timer: Timer?

    /// - Parameter now: the wall clock.
    init(
        reading: ViewRequest, replies: WatchedReplies, connection: Connection, loop: EventLoop,
        now: @escaping @Sendable () -> UnixTime
    ) {
        self.reading = reading
        self.replies = replies
        self.connection = connection
        self.loop = loop
        self.now = now
    }

    func stop() {
        isStopped = true
        cancelTimer()
        replies.leave(self)
    }

    /// Sends the reply if it differs from the last one, and sets the timer for the time at which the clock changes it.
    func evaluate() {
        guard !isStopped else { return }
        guard !isSending, !isWaiting else {
            hasMissed = true
            return
        }
        isWaiting = true
        replies.deliver(to: self)
    }

    /// Receives the requested reply.
    func take(_ latest: WatchedReplies.CachedReply) {
        isWaiting = false
        guard !isStopped else { return }
        setTimer(to: latest.next.map { max(1, $0.seconds(since: now())) })
        if latest.bytes != lastSent { send(latest) }
        evaluateAgain()
    }

    private func send(_ latest: WatchedReplies.CachedReply) {
        lastSent = latest.bytes
        isSending = true
        connection.write(latest.bytes)
    }

    /// Called when the kernel has accepted some of the output.
    func flushed() {
        guard isSending, connection.unsentBytes == 0 else { return }
        isSending = false
        evaluateAgain()
    }

    private func evaluateAgain() {
        guard hasMissed, !isSending else { return }
        hasMissed = false
        evaluate()
    }

    private func setTimer(to seconds: Int?) {
        let deadline = seconds.map { loop.now + .seconds($0) }
        // The wall clock has a resolution of one second, so the same deadline varies slightly, and rescheduling a timer costs
        // more than waking up once too early.
        if let timer, let deadline, timer.deadline < deadline + .seconds(1) { return }
        cancelTimer()
        timer = seconds.map { seconds in
            loop.schedule(in: .seconds(seconds)) { [self] in
                timer = nil
                evaluate()
            }
        }
    }

    private func cancelTimer() {
        if let timer { loop.cancel(timer) }
        timer = nil
    }
}

/// Current replies to watched requests. Each is rendered and encoded once, however many clients watch it, when data has
/// changed or the clock changes the reply.
@EventLoopActor
final class WatchedReplies {
    /// A reply that is valid until data changes, or until a time of the wall clock.
    struct CachedReply: Sendable {
        /// One buffer for all recipients.
        let bytes: [UInt8]
        /// nil when the clock alone does not change it.
        let next: UnixTime?
    }

    /// A reply that is being rendered.
    private struct Pending {
        let job: RenderQueue.Job
        var watches: [Watch]
    }

    var admission = WatchAdmission(
        limitForProcess: ServerLimits.watchedRepliesOfProcess, limit: ServerLimits.watchedReplies)
    private let responder: Responder
    private let renders: RenderQueue
    private let backlog: Backlog
    private var replies: [ViewRequest: CachedReply] = [:]
    /// The time at which the replies were made.
    private var moment: UnixTime?
    private var pending: [ViewRequest: Pending] = [:]
    /// The number of changes so far.
    private var changes = 0

    init(responder: Responder, renders: RenderQueue, backlog: Backlog) {
        self.responder = responder
        self.renders = renders
        self.backlog = backlog
    }

    /// Invalidates cached replies after data has changed.
    func forget() {
        replies = [:]
        changes += 1
    }

    /// Sends the watch its reply, at once or after rendering.
    func deliver(to watch: Watch) {
        let now = responder.now()
        if now != moment { replies = [:] }
        moment = now
        let reading = watch.reading
        if let known = replies[reading] { return watch.take(known) }
        if reading.isOneLine {
            let reply = Self.reply(to: reading, by: responder)
            replies[reading] = reply
            return watch.take(reply)
        }
        guard pending[reading] == nil else {
            pending[reading]?.watches.append(watch)
            return
        }
        let job = renders.add { [responder] in
            Self.reply(to: reading, by: responder)
        } done: { [self, changes] reply in
            // A rendering that started before a change may contain old data: its recipients request it again.
            let isStale = changes != self.changes
            if !isStale { replies[reading] = reply }
            for watch in pending.removeValue(forKey: reading)?.watches ?? [] {
                backlog.add {
                    if isStale { watch.evaluate() }
                    watch.take(reply)
                }
            }
        }
        pending[reading] = Pending(job: job, watches: [watch])
    }

    /// Removes a watch that has ended; a reply that only it waits for is not rendered.
    func leave(_ watch: Watch) {
        guard var left = pending[watch.reading], left.watches.contains(where: { $0 === watch }) else { return }
        left.watches.removeAll { $0 === watch }
        pending[watch.reading] = left.watches.isEmpty ? nil : left
        if left.watches.isEmpty { left.job.cancel() }
    }

    private nonisolated static func reply(to reading: ViewRequest, by responder: Responder) -> CachedReply {
        let (reply, next) = responder.views.watchedReply(to: reading)
        return CachedReply(bytes: reply.bytes, next: next)
    }
}

/// Limits the number of distinct watched replies: each is rendered again after every change, for any number of clients.
struct WatchAdmission {
    private let limits: (process: Int, all: Int)
    /// The number of watching connections per reply, by process.
    private var watchers: [Int32: [ViewRequest: Int]] = [:]
    /// The number of watching connections per reply, for all processes.
    private var all: [ViewRequest: Int] = [:]
    /// The number of watching connections.
    private(set) var count = 0

    init(limitForProcess: Int, limit: Int) {
        limits = (limitForProcess, limit)
    }

    /// - Parameter process: the client's process id.
    /// - Returns: whether the process may watch the reply; if so, the caller must call `release` later.
    mutating func admit(_ reading: ViewRequest, of process: Int32) -> Bool {
        let own = watchers[process, default: [:]]
        guard own[reading] != nil || own.count < limits.process, all[reading] != nil || all.count < limits.all else {
            return false
        }
        watchers[process, default: [:]][reading, default: 0] += 1
        all[reading, default: 0] += 1
        count += 1
        return true
    }

    mutating func release(_ reading: ViewRequest, of process: Int32) {
        count -= 1
        all.remove(reading)
        watchers[process]?.remove(reading)
        if watchers[process]?.isEmpty == true { watchers[process] = nil }
    }
}

extension [ViewRequest: Int] {
    /// Decrements a count.
    fileprivate mutating func remove(_ reading: ViewRequest) {
        guard let count = self[reading] else { return }
        self[reading] = count > 1 ? count - 1 : nil
    }
}
