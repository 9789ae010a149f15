import Wire

/// How many different replies are watched: each is rendered again after every change, however many clients watch it.
struct WatchAdmission {
    private let limits: (process: Int, all: Int)
    /// How many connections watch each, by process.
    private var watchers: [Int32: [Reading: Int]] = [:]
    /// Likewise of all processes.
    private var all: [Reading: Int] = [:]

    init(limitForProcess: Int, limit: Int) {
        limits = (limitForProcess, limit)
    }

    /// - Parameter process: the id of the client's.
    /// - Returns: whether it may watch the reply; `release` then ends that.
    mutating func admit(_ reading: Reading, of process: Int32) -> Bool {
        let own = watchers[process, default: [:]]
        guard own[reading] != nil || own.count < limits.process, all[reading] != nil || all.count < limits.all else {
            return false
        }
        watchers[process, default: [:]][reading, default: 0] += 1
        all[reading, default: 0] += 1
        return true
    }

    mutating func release(_ reading: Reading, of process: Int32) {
        all.remove(reading)
        watchers[process]?.remove(reading)
        if watchers[process]?.isEmpty == true { watchers[process] = nil }
    }
}

extension [Reading: Int] {
    /// Counts one less.
    fileprivate mutating func remove(_ reading: Reading) {
        guard let count = self[reading] else { return }
        self[reading] = count > 1 ? count - 1 : nil
    }
}
