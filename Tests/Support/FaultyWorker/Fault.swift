import Glibc

/// Decoder faults.
enum Fault: String {
    /// An index out of range.
    case trap
    /// A write to unmapped memory.
    case badAddress
    /// Unbounded allocation.
    case memory
    case loop
    /// Stopped: it neither runs nor exits.
    case stop
    case exit

    /// The fault that an answer names, such as `fault: loop`.
    init?(_ body: [UInt8]) {
        let words = String(decoding: body.prefix(100), as: UTF8.self).split(separator: " ")
        guard words.count == 2, words[0] == "fault:" else { return nil }
        self.init(rawValue: String(words[1]))
    }

    func happen(_ body: [UInt8]) {
        switch self {
        case .trap: _ = body[body.count]
        case .badAddress: UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
        case .memory:
            var allocations: [[UInt8]] = []
            while allocations.count < Int.max { allocations.append([UInt8](repeating: 1, count: 1 << 20)) }
        case .loop:
            var value: UInt64 = 1
            while value != 0 { value = value &* 6_364_136_223_846_793_005 | 1 }
        case .stop: raise(SIGSTOP)
        case .exit: Glibc.exit(7)
        }
    }
}
