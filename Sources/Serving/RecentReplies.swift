import Keeping
import NIOCore
import Rendering
import Weather
import Wire

/// Replies of this second as the bytes that are sent, by the lines that asked for them: many bars that ask for the same are
/// answered with one piece of memory. It belongs to its event loop.
///
/// Only the line of `short` is kept, which is made on the event loop: asked again within the second it reads the same, as
/// long as nothing that is known has changed.
final class RecentReplies {
    enum Answer {
        case bytes(ByteBuffer)
        case made(Responder.Answer)
    }

    /// Replies that are kept at a time. As they are at most a second old, bars do not ask for more; and looking through them
    /// takes no time.
    private static let limit = 16
    /// Bytes of the longest reply that is kept. Those of bars are shorter.
    private static let longest = 4096

    private var replies: [(line: ByteBuffer, bytes: ByteBuffer)] = []
    private var moment: (time: UnixTime, version: Int)?

    /// - Parameter line: without its line end.
    func answer(to line: ByteBuffer, by responder: Responder) -> Answer {
        let now = (time: responder.now(), version: responder.store.version)
        if let moment, moment == now {
            for reply in replies where reply.line == line { return .bytes(reply.bytes) }
        } else {
            replies.removeAll(keepingCapacity: true)
            moment = now
        }
        let request: Request
        do throws(RequestError) {
            request = try Request(line: line.readableBytesView)
        } catch {
            return .made(.reply(.error(error.code, error.sentence)))
        }
        let answer = responder.answer(request)
        guard case .read(let reading) = request, reading.isOneLine, case .reply(let reply) = answer else {
            return .made(answer)
        }
        let bytes = ByteBuffer(string: reply.text)
        if bytes.readableBytes <= Self.longest, replies.count < Self.limit {
            // The line is a piece of what was read, which would be kept with it.
            replies.append((line: ByteBuffer(bytes: line.readableBytesView), bytes: bytes))
        }
        return .bytes(bytes)
    }
}
