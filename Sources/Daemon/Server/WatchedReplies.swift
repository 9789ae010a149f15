import ClientProtocol
import Platform
import Weather

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
        /// The connection in whose turn it is rendered.
        var client: RenderQueue.Client
        var watches: [Watch]
    }

    var admission = WatchAdmission(
        limitForProcess: ServingLimits.watchedRepliesOfProcess, limit: ServingLimits.watchedReplies)
    private let responder: Responder
    private let renders: RenderQueue
    private let paced: PacedTasks
    private var replies: [ViewRequest: CachedReply] = [:]
    /// The time at which they were made.
    private var moment: UnixTime?
    private var pending: [ViewRequest: Pending] = [:]
    /// The number of changes so far.
    private var changes = 0

    init(responder: Responder, renders: RenderQueue, paced: PacedTasks) {
        self.responder = responder
        self.renders = renders
        self.paced = paced
    }

    /// Data has changed, so cached replies are invalid.
    func forget() {
        replies = [:]
        changes += 1
    }

    /// Gives the watch its reply, at once or after rendering.
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
        renders.add(watch.client, cost: reading.view.traits.cost) { [responder] in
            Self.reply(to: reading, by: responder)
        } done: { [self, changes] reply in
            // A rendering that started before a change may contain old data: its recipients request it again.
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

    /// The watch has ended; a reply that only it waits for is not rendered.
    func leave(_ watch: Watch) {
        guard var left = pending[watch.reading], left.watches.contains(where: { $0 === watch }) else { return }
        left.watches.removeAll { $0 === watch }
        pending[watch.reading] = left.watches.isEmpty ? nil : left
        if left.watches.isEmpty { renders.cancel(left.client) }
    }

    private nonisolated static func reply(to reading: ViewRequest, by responder: Responder) -> CachedReply {
        let (reply, next) = responder.views.watchedReply(to: reading)
        return CachedReply(bytes: reply.bytes, next: next)
    }
}
