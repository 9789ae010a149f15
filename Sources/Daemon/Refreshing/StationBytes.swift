import Glibc
import Platform
import Weather

/// The contents of a file or a pipe, read up to a limit without blocking.
struct StationBytes {
    static let limit = 64 << 10

    /// At most one more than the limit.
    private var bytes: [UInt8] = []

    var isTooLong: Bool { bytes.count > Self.limit }

    /// Reads what is available.
    mutating func take(from descriptor: Int32) throws(SystemError) {
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while !isTooLong {
            let taken = read(descriptor, &block, min(block.count, Self.limit + 1 - bytes.count))
            guard taken >= 0 else {
                if errno == EINTR { continue }
                if errno == EAGAIN { return }
                throw SystemError(code: errno)
            }
            guard taken > 0 else { return }
            bytes.append(contentsOf: block[..<taken])
        }
    }

    /// - Throws: if there are more than the limit.
    func whole() throws(OwnStationProblem) -> [UInt8] {
        guard !isTooLong else { throw .tooLong(limit: Self.limit) }
        return bytes
    }
}
