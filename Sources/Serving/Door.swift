import CLinux
import Glibc
import NIOCore
import Rendering
import Wire

/// Who is let in: the daemon's own user, and no more clients than there is room for.
final class Door: Sendable {
    private let eventLoop: any EventLoop
    /// How many sessions there is room for.
    private let limit: Int
    private let sessions: NIOLoopBoundBox<[ObjectIdentifier: Guest]>
    private let services: NIOLoopBoundBox<SessionServices>
    /// Whether watchers are being told of a change, and whether there was another since.
    private let news: NIOLoopBoundBox<(isBeingTold: Bool, isStale: Bool)>
    /// The most sessions there were since memory was last given back.
    private let crowd: NIOLoopBoundBox<Int>

    private struct Guest {
        var channel: any Channel
        var session: Session
    }

    /// - Parameter rendering: runs a closure on the thread that replies are rendered on.
    init(
        responder: Responder, jobs: Session.Jobs, rendering: @escaping RenderQueue.Run, eventLoop: any EventLoop,
        limit: Int
    ) {
        self.eventLoop = eventLoop
        self.limit = limit
        sessions = .makeBoxSendingValue([:], eventLoop: eventLoop)
        services = .makeBoxSendingValue(
            SessionServices(responder: responder, jobs: jobs, rendering: rendering, eventLoop: eventLoop),
            eventLoop: eventLoop)
        news = .makeBoxSendingValue((false, false), eventLoop: eventLoop)
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
            let session = Session(services.value, process: peer.process, eventLoop: eventLoop)
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
            services.value.watched.forget()
            news.value.isStale = true
            if !news.value.isBeingTold { tellWatchers() }
        }
    }

    /// Each in its turn, and all again if there was another change meanwhile.
    private func tellWatchers() {
        news.value = (isBeingTold: true, isStale: false)
        let paced = services.value.paced
        for guest in sessions.value.values where guest.session.isWatching {
            paced.add { guest.session.storeChanged() }
        }
        paced.add { [self] in
            news.value.isBeingTold = false
            if news.value.isStale { tellWatchers() }
        }
    }

    /// Ends every session.
    func closeAll() async {
        let closing = eventLoop.flatSubmit { [self] in
            services.value.outbox.send()
            return EventLoopFuture.andAllComplete(sessions.value.values.map { $0.channel.close() }, on: eventLoop)
        }
        try? await closing.get()
    }

    private func refuse(_ channel: any Channel, _ reply: Reply) throws {
        try channel.pipeline.syncOperations.addHandler(Farewell(reply: reply))
    }
}
