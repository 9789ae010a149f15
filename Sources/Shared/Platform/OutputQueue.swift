/// Bytes that wait to be sent. Large chunks share their memory; small ones are joined, so that one system call sends
/// them.
struct OutputQueue {
    private static let smallBytes = 16 << 10

    private var pieces: [[UInt8]] = []
    /// Bytes of the first chunk that have been sent.
    private var sent = 0
    /// Bytes of all chunks.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The next bytes to send; nil when the queue is empty.
    var first: ArraySlice<UInt8>? { pieces.first?[sent...] }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        count += bytes.count
        let last = pieces.count - 1
        if last >= 0, pieces[last].count + bytes.count <= Self.smallBytes {
            pieces[last] += bytes
        } else {
            pieces.append(bytes)
        }
    }

    /// - Parameter sentCount: at most the length of `first`.
    mutating func removeFirst(_ sentCount: Int) {
        count -= sentCount
        sent += sentCount
        if let piece = pieces.first, sent == piece.count {
            pieces.removeFirst()
            sent = 0
        }
    }
}
