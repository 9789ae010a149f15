import Platform

/// Services shared by the sessions of one event loop.
@EventLoopActor
final class SessionServices {
    let responder: Responder
    let jobs: Session.Jobs
    let loop: EventLoop
    let backlog: RequestBacklog
    let readers: SlowReaders
    let recent = RecentReplies()
    let renders: RenderQueue
    let watched: WatchedReplies
    let paced: PacedTasks
    private var clients = 0

    /// - Parameters:
    ///   - rendering: runs a closure on the rendering thread.
    ///   - unreadLimit: the most unread bytes of all clients together.
    init(
        responder: Responder, jobs: Session.Jobs, rendering: @escaping RenderQueue.Run, loop: EventLoop,
        unreadLimit: Int = ServingLimits.unreadBytes
    ) {
        self.responder = responder
        self.jobs = jobs
        self.loop = loop
        backlog = RequestBacklog(loop: loop)
        readers = SlowReaders(loop: loop, limit: unreadLimit)
        renders = RenderQueue(run: rendering)
        paced = PacedTasks(loop: loop)
        watched = WatchedReplies(responder: responder, renders: renders, paced: paced)
    }

    func newClient() -> RenderQueue.Client {
        clients += 1
        return clients
    }
}
