import NIOCore

/// What the sessions of one event loop share. It belongs to that event loop.
final class SessionServices {
    let responder: Responder
    let jobs: Session.Jobs
    let backlog: RequestBacklog
    let outbox: Outbox
    let readers: SlowReaders
    let recent = RecentReplies()
    let renders: RenderQueue
    let watched: WatchedReplies
    let paced: PacedTasks
    private var clients = 0

    /// - Parameters:
    ///   - rendering: runs a closure on the thread that replies are rendered on.
    ///   - unreadLimit: the most unread bytes of all clients together.
    init(
        responder: Responder, jobs: Session.Jobs, rendering: @escaping RenderQueue.Run, eventLoop: any EventLoop,
        unreadLimit: Int = ServingLimits.unreadBytes
    ) {
        self.responder = responder
        self.jobs = jobs
        backlog = RequestBacklog(eventLoop: eventLoop)
        outbox = Outbox(eventLoop: eventLoop)
        readers = SlowReaders(eventLoop: eventLoop, limit: unreadLimit)
        renders = RenderQueue(eventLoop: eventLoop, run: rendering)
        paced = PacedTasks(eventLoop: eventLoop)
        watched = WatchedReplies(responder: responder, renders: renders, paced: paced)
    }

    func newClient() -> RenderQueue.Client {
        clients += 1
        return clients
    }
}
