import Wire

/// Replies to watched readings as they are at one moment, each made once, however many watch it.
struct WatchedReplies {
    private var replies: [Reading: (reply: Reply, lasting: Int?)] = [:]

    mutating func reply(to reading: Reading, by responder: Responder) -> (reply: Reply, lasting: Int?) {
        if let known = replies[reading] { return known }
        let reply = responder.watchedReply(to: reading)
        replies[reading] = reply
        return reply
    }
}
