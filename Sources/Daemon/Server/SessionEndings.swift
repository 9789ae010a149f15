import ClientProtocol
import Platform
import Rendering

// Ways in which a client's connection ends.
extension Session {
    func closeIfDone() {
        guard inputHasEnded, case .answering = state, connection.hasRoom else { return }
        if requests.hasRest {
            write(.error(.badRequest, ConnectionSentence.noLineEnd))
        }
        state = .leaving
        connection.closeWhenSent()
    }

    /// Sends the reason, and closes after a delay: closing at once with unread input would reset the connection, and the client
    /// could lose the reply.
    func reject(_ reply: Reply) {
        stopRendering()
        state = .leaving
        requests = RequestBuffer()
        write(reply)
        let pause = Duration.milliseconds(Int.random(in: ServingLimits.closeDelay))
        _ = services.loop.schedule(in: pause) { [self] in leave() }
    }

    /// Closes in the session's turn: discarding the input of many rejected clients at once would keep the kernel busy.
    private func leave() {
        guard case .leaving = state else { return }
        state = .gone
        if !isInBacklog { awaitTurn() }
    }

    /// Whether the client is idle only because it waits for a reply.
    var isBeingAnswered: Bool {
        if case .waiting = state { return true }
        return isInBacklog
    }

    func watchSilence() {
        let left = lastRead + ServingLimits.silence - services.loop.now
        silenceTimer = services.loop.schedule(in: left) { [self] in
            silenceTimer = nil
            if isBeingAnswered { lastRead = services.loop.now }
            if services.loop.now - lastRead < ServingLimits.silence {
                watchSilence()
            } else {
                connection.close()
            }
        }
    }

    func stopWatchingSilence() {
        if let silenceTimer { services.loop.cancel(silenceTimer) }
        silenceTimer = nil
    }
}
