import ClientProtocol

extension Reply {
    /// The encoded reply.
    var bytes: [UInt8] { Array(text.utf8) }
}
