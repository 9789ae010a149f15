import CLinux
import Glibc
import NIOCore
import Rendering
import Wire

/// Who is let in: the daemon's own user, and no more clients than there is room for.
final class Door: Sendable {
    private let responder: Responder
    private let jobs: Session.Jobs
    private let eventLoop: any EventLoop
    /// How many sessions there is room for.
    private let limit: Int
    private let sessions: NIOLoopBoundBox<[ObjectIdentifier: Guest]>
    private let backlog: NIOLoopBoundBox<RequestBacklog>
    private let replies: NIOLoopBoundBox<WatchedReplies>
    private let recent: NIOLoopBoundBox<RecentReplies>
    private let outbox: NIOLoopBoundBox<Outbox>
    /// The most sessions there were since memory was last given back.
    private let crowd: NIOLoopBoundBox<Int>

    private struct Guest {
        var channel: any Channel
        var session: Session
    }

    init(responder: Responder, jobs: Session.Jobs, eventLoop: any EventLoop, limit: Int) {
        self.responder = responder
        self.jobs = jobs
        self.eventLoop = eventLoop
        self.limit = limit
        sessions = .makeBoxSendingValue([:], eventLoop: eventLoop)
        backlog = .makeBoxSendingValue(RequestBacklog(eventLoop: eventLoop), eventLoop: eventLoop)
        replies = .makeBoxSendingValue(WatchedReplies(), eventLoop: eventLoop)
        recent = .makeBoxSendingValue(RecentReplies(), eventLoop: eventLoop)
        outbox = .makeBoxSendingValue(Outbox(eventLoop: eventLoop), eventLoop: eventLoop)
        crowd = .makeBoxSendingValue(0, eventLoop: eventLoop)
    }

    /// Gives the new connection a session, or one sentence and the way out.
    func admit(_ channel: any Channel) -> EventLoopFuture<Void> {
        PeerCredentials.of(channel).flatMapThrowing { [self] peer in
            guard peer.user == getuid() else {
                return try refuse(channel, .error(.badRequest, ConnectionSentence.otherUser(than: getuid())))
            }
            guard sessions.value.count < limit else {
                return try refuse(channel, .error(.busy, ConnectionSentence.full(limit)))
            }
            let session = Session(
                responder: responder, jobs: jobs, backlog: backlog.value, replies: replies.value,
                recent: recent.value, outbox: outbox.value, eventLoop: eventLoop)
            try channel.pipeline.syncOperations.addHandler(session)
            let key = ObjectIdentifier(channel)
            sessions.value[key] = Guest(channel: channel, session: session)
            crowd.value = max(crowd.value, sessions.value.count)
            channel.closeFuture.whenComplete { [self] _ in leave(key) }
        }
    }

    /// When most of a crowd has gone, the system gets back what they took, which the C library would keep for the next.
    private func leave(_ key: ObjectIdentifier) {
        sessions.value[key] = nil
        guard crowd.value >= 64, sessions.value.count <= crowd.value / 8 else { return }
        crowd.value = sessions.value.count
        // In a turn of its own, after the last of them has been let go of.
        eventLoop.execute { malloc_trim(0) }
    }

    /// Has those who watch look again. Callable from anywhere.
    func storeChanged() {
        eventLoop.execute { [self] in
            replies.value.forget()
            for guest in sessions.value.values { guest.session.storeChanged() }
        }
    }

    /// Ends every session.
    func closeAll() async {
        let closing = eventLoop.flatSubmit { [self] in
            outbox.value.send()
            return EventLoopFuture.andAllComplete(sessions.value.values.map { $0.channel.close() }, on: eventLoop)
        }
        try? await closing.get()
    }

    private func refuse(_ channel: any Channel, _ reply: Reply) throws {
        try channel.pipeline.syncOperations.addHandler(Farewell(reply: reply))
    }
}
