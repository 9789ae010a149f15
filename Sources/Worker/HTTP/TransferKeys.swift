/// Keys of transfers that have not started. A task may be cancelled before its transfer starts, when the loop does not know
/// that transfer yet.
struct TransferKeys {
    private var last = 0
    private var waiting: Set<Int> = []

    /// Reserves a key for a new transfer.
    mutating func reserve() -> Int {
        last += 1
        waiting.insert(last)
        return last
    }

    /// - Returns: whether the transfer may start; false when it was already cancelled.
    mutating func start(_ key: Int) -> Bool {
        waiting.remove(key) != nil
    }

    /// - Returns: whether the transfer has started, so that the loop must cancel it; otherwise it will not start.
    mutating func cancel(_ key: Int) -> Bool {
        waiting.remove(key) == nil
    }
}
