import NIOCore
import Weather
import Wire

/// Replies to watched readings as they are at one moment, each made and put into bytes once, however many watch it: when
/// something has changed, and when the clock alone turns what all see. It belongs to its event loop.
final class WatchedReplies {
    /// A reply that stays as it is for so many seconds, or with nil until something changes.
    struct Lasting {
        let reply: Reply
        /// One piece of memory for all that it is sent to.
        let bytes: ByteBuffer
        let seconds: Int?
    }

    private var replies: [Reading: Lasting] = [:]
    /// When they were made.
    private var moment: UnixTime?

    /// Something has changed, so that they may read otherwise.
    func forget() {
        replies = [:]
    }

    func reply(to reading: Reading, by responder: Responder) -> Lasting {
        let now = responder.now()
        if now != moment { replies = [:] }
        moment = now
        if let known = replies[reading] { return known }
        let (reply, seconds) = responder.watchedReply(to: reading)
        let lasting = Lasting(reply: reply, bytes: ByteBuffer(string: reply.text), seconds: seconds)
        replies[reading] = lasting
        return lasting
    }
}
