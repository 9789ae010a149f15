/// Limits the calls that wait for a reply, in total and for each caller. Pure.
struct CallAdmission {
    /// More than any desktop's clients send at a time.
    static let limit = 512
    static let limitForCaller = 64

    private var waiting: [String: Int] = [:]
    private var all = 0

    /// - Parameter caller: the unique name.
    /// - Returns: whether the call may wait; if so, the service must call `release` later.
    mutating func admit(_ caller: String) -> Bool {
        guard all < Self.limit, waiting[caller, default: 0] < Self.limitForCaller else { return false }
        all += 1
        waiting[caller, default: 0] += 1
        return true
    }

    mutating func release(_ caller: String) {
        guard let count = waiting[caller] else { return }
        all -= 1
        waiting[caller] = count > 1 ? count - 1 : nil
    }
}
