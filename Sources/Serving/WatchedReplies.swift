import NIOCore
import Weather
import Wire

/// Replies to watched readings as they are at one moment, each made and put into bytes once, however many watch it: when
/// something has changed, and when the clock alone turns what all see. It belongs to its event loop.
final class WatchedReplies {
    /// A reply that stays as it is until something changes, or until a moment of the wall clock.
    struct Lasting: Sendable {
        /// One piece of memory for all that it is sent to.
        let bytes: ByteBuffer
        /// nil when the clock alone does not change it.
        let next: UnixTime?
    }

    /// A reply that is being rendered.
    private struct Pending {
        /// The connection in whose turn it is rendered.
        var client: RenderQueue.Client
        var watches: [Watch]
    }

    var admission = WatchAdmission(
        limitForProcess: ServingLimits.watchedRepliesOfProcess, limit: ServingLimits.watchedReplies)
    private let responder: Responder
    private let renders: RenderQueue
    private let paced: PacedTasks
    private var replies: [Reading: Lasting] = [:]
    /// When they were made.
    private var moment: UnixTime?
    private var pending: [Reading: Pending] = [:]
    /// How often something has changed.
    private var changes = 0

    init(responder: Responder, renders: RenderQueue, paced: PacedTasks) {
        self.responder = responder
        self.renders = renders
        self.paced = paced
    }

    /// Something has changed, so that they may read otherwise.
    func forget() {
        replies = [:]
        changes += 1
    }

    /// Gives the watch the reply to its reading, at once or when it is rendered.
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
        pending[reading] = Pending(client: watch.client, watches: [watch])
        renders.add(watch.client, cost: reading.cost) { [responder] in
            Self.reply(to: reading, by: responder)
        } done: { [self, changes] reply in
            // One that was begun before a change may be made of what was known before: all who get it ask again.
            let isStale = changes != self.changes
            if !isStale { replies[reading] = reply }
            for watch in pending.removeValue(forKey: reading)?.watches ?? [] {
                paced.add {
                    if isStale { watch.evaluate() }
                    watch.take(reply)
                }
            }
        }
    }

    /// The watch has ended, and a reply that it alone waits for is not rendered.
    func leave(_ watch: Watch) {
        guard var left = pending[watch.reading], left.watches.contains(where: { $0 === watch }) else { return }
        left.watches.removeAll { $0 === watch }
        pending[watch.reading] = left.watches.isEmpty ? nil : left
        if left.watches.isEmpty { renders.cancel(left.client) }
    }

    private static func reply(to reading: Reading, by responder: Responder) -> Lasting {
        let (reply, next) = responder.watchedReply(to: reading)
        return Lasting(bytes: ByteBuffer(string: reply.text), next: next)
    }
}
