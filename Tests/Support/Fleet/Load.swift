/// The load on the provider.
public struct Load: Sendable {
    /// Requests in each second.
    public private(set) var requests: [UInt32]
    /// Connections without a request, in each second.
    public private(set) var probes: [UInt32]
    /// Requests not yet in `requests`: a buffer that fits into a processor's cache. Installations are simulated one
    /// after the other, each for the whole week.
    private var recent: [UInt8]
    /// The change in the number of active installations since the minute before.
    private var changes: [Int32]

    init(seconds: Int) {
        requests = Array(repeating: 0, count: seconds)
        probes = requests
        recent = Array(repeating: 0, count: seconds)
        changes = Array(repeating: 0, count: seconds / 60 + 2)
    }

    mutating func request(at time: Double) {
        let second = Int(time)
        if recent[second] == .max {
            requests[second] += UInt32(recent[second])
            recent[second] = 0
        }
        recent[second] += 1
    }

    mutating func probe(at time: Double) { probes[Int(time)] += 1 }

    mutating func isOn(from begin: Double, to end: Double) {
        changes[Int(begin) / 60] += 1
        changes[min(Int(end) / 60, changes.count - 1)] -= 1
    }

    mutating func add(_ other: Load) {
        for second in requests.indices {
            requests[second] += other.requests[second] + UInt32(other.recent[second])
            probes[second] += other.probes[second]
        }
        for minute in changes.indices { changes[minute] += other.changes[minute] }
    }

    /// Active installations in each minute.
    public var on: [Double] {
        var sum: Int32 = 0
        return changes.prefix(requests.count / 60).map { change in
            sum += change
            return Double(sum)
        }
    }

    /// Requests per second, each averaged over this many seconds.
    public func rates(of window: Int, in range: Range<Int>? = nil) -> [Double] {
        let range = range ?? 0..<requests.count
        return stride(from: range.lowerBound, through: range.upperBound - window, by: window).map { start in
            Double(requests[start..<start + window].reduce(0) { $0 + Int($1) }) / Double(window)
        }
    }

    /// Requests per second.
    public func mean(in range: Range<Int>? = nil) -> Double {
        let range = range ?? 0..<requests.count
        return Double(requests[range].reduce(0) { $0 + Int($1) }) / Double(range.count)
    }

    /// The maximum of the averages over this many seconds.
    public func peak(of window: Int, in range: Range<Int>? = nil) -> Double {
        rates(of: window, in: range).max() ?? 0
    }
}
