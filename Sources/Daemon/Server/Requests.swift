public import ClientProtocol
import Languages
public import Platform
import Store
public import Weather

/// Answers requests that do not come from the socket, by the same responder and on the same rendering thread.
///
/// At most one of its renderings is queued there at a time, so that a client of the socket waits for one of them, however many
/// requests there are.
@EventLoopActor
public final class Requests {
    private let sessions: Sessions
    /// The renderings that are not queued yet.
    private var waiting: [() -> Void] = []
    private var isRendering = false

    init(_ sessions: Sessions) {
        self.sessions = sessions
    }

    /// Answers a request. A watch is answered once.
    ///
    /// - Parameters:
    ///   - convert: called with the reply, on the rendering thread if it was rendered there.
    ///   - done: called on the event loop, possibly before this returns.
    public func answer<Output: Sendable>(
        _ request: Request, converting convert: @escaping @Sendable (Reply) -> Output,
        done: @escaping @EventLoopActor @Sendable (Output) -> Void
    ) {
        if request.isAction { sessions.responder.effects.requested() }
        act(on: sessions.responder.answer(request), convert, done)
    }

    private func act<Output: Sendable>(
        on answer: Responder.Answer, _ convert: @escaping @Sendable (Reply) -> Output,
        _ done: @escaping @EventLoopActor @Sendable (Output) -> Void
    ) {
        switch answer {
        case .reply(let reply), .lastingReply(let reply, until: _): done(convert(reply))
        case .later(let work):
            let begun = sessions.jobs.yield { [self] in
                let answer = await work()
                await act(on: answer, convert, done)
            }
            if case .terminated = begun { done(convert(.error(.busy, ConnectionSentence.stopping))) }
        case .render(let render):
            queue { () -> Rendered<Output> in
                switch render() {
                case .reply(let reply), .lastingReply(let reply, until: _): .output(convert(reply))
                case let answer: .answer(answer)
                }
            } done: { [self] rendered in
                switch rendered {
                case .output(let output): done(output)
                case .answer(let answer): act(on: answer, convert, done)
                }
            }
        case .watch(let reading):
            act(on: .render { [views = sessions.responder.views] in views.lastingReply(to: reading) }, convert, done)
        }
    }

    private enum Rendered<Output: Sendable>: Sendable {
        case output(Output)
        case answer(Responder.Answer)
    }

    /// Renders several views of one moment, without waiting for weather that is not there.
    ///
    /// - Parameters:
    ///   - body: called on the rendering thread.
    ///   - done: called on the event loop.
    public func render<Output: Sendable>(
        _ body: @escaping @Sendable (Views) -> Output, done: @escaping @EventLoopActor @Sendable (Output) -> Void
    ) {
        let views = Views(views: sessions.responder.views)
        queue({ body(views) }, done: done)
    }

    /// The daemon's wall clock.
    public var now: UnixTime { sessions.responder.now() }

    private func queue<Output: Sendable>(
        _ render: @escaping @Sendable () -> Output, done: @escaping @EventLoopActor @Sendable (Output) -> Void
    ) {
        waiting.append { [self] in
            _ = sessions.renders.add(render) { [self] output in
                isRendering = false
                queueNext()
                done(output)
            }
        }
        queueNext()
    }

    private func queueNext() {
        guard !isRendering, !waiting.isEmpty else { return }
        isRendering = true
        waiting.removeFirst()()
    }
}

/// The views of the present moment, for the rendering thread.
public struct Views: Sendable {
    let views: ViewResponder

    /// The reply to a view, as its watchers get it.
    public func reply(to reading: ViewRequest) -> Reply { views.watchedReply(to: reading).reply }

    /// The reply to a view as its watchers get it, and the time at which the clock alone changes it; nil for never.
    public func lastingReply(to reading: ViewRequest) -> (reply: Reply, next: UnixTime?) {
        views.watchedReply(to: reading)
    }

    public var glance: Glance { views.glance() }
}

extension Request {
    /// Whether it tells that the user is present. Extensions read views by themselves, at each change.
    fileprivate var isAction: Bool {
        switch self {
        case .read, .watch, .accuracy, .doctor, .version, .help: false
        case .setUnits, .setLocation, .changePlaces, .step, .toggle, .map, .search, .refresh: true
        }
    }
}
