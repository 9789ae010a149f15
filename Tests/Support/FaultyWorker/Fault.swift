import Glibc

/// What can go wrong in a decoder.
enum Fault: String {
    /// An index beyond the end.
    case trap
    /// A write to an address without memory.
    case badAddress
    /// More and more memory.
    case memory
    case loop
    /// It no longer runs, and does not end.
    case stop
    case exit

    /// The one that an answer names, as `fault: loop`.
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
            var kept: [[UInt8]] = []
            while kept.count < Int.max { kept.append([UInt8](repeating: 1, count: 1 << 20)) }
        case .loop:
            var value: UInt64 = 1
            while value != 0 { value = value &* 6_364_136_223_846_793_005 | 1 }
        case .stop: raise(SIGSTOP)
        case .exit: Glibc.exit(7)
        }
    }
}
