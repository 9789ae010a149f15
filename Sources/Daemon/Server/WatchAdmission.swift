import ClientProtocol

/// Limits the number of distinct watched replies: each one is rendered again after every change, whatever the number of clients.
struct WatchAdmission {
    private let limits: (process: Int, all: Int)
    /// The number of watching connections per reply, by process.
    private var watchers: [Int32: [ViewRequest: Int]] = [:]
    /// The same for all processes.
    private var all: [ViewRequest: Int] = [:]

    init(limitForProcess: Int, limit: Int) {
        limits = (limitForProcess, limit)
    }

    /// - Parameter process: the client's process id.
    /// - Returns: whether the process may watch the reply; if so, the caller must call `release` later.
    mutating func admit(_ reading: ViewRequest, of process: Int32) -> Bool {
        let own = watchers[process, default: [:]]
        guard own[reading] != nil || own.count < limits.process, all[reading] != nil || all.count < limits.all else {
            return false
        }
        watchers[process, default: [:]][reading, default: 0] += 1
        all[reading, default: 0] += 1
        return true
    }

    mutating func release(_ reading: ViewRequest, of process: Int32) {
        all.remove(reading)
        watchers[process]?.remove(reading)
        if watchers[process]?.isEmpty == true { watchers[process] = nil }
    }
}

extension [ViewRequest: Int] {
    /// Decrements a count.
    fileprivate mutating func remove(_ reading: ViewRequest) {
        guard let count = self[reading] else { return }
        self[reading] = count > 1 ? count - 1 : nil
    }
}
