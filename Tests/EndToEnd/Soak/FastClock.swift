import Foundation
import Glibc
import Scratch

/// A clock for one daemon that a test advances, with all the daemon's timers.
///
/// The connections of clients and providers use the real clock: a ten-second hang takes ten seconds.
///
/// Several threads may read it: each word is in memory shared with the daemon, and is read and written atomically.
final class FastClock: @unchecked Sendable {
    private enum Field: Int {
        case wall, ahead, deadline, failure, jumps, heap

        static let size = 6 * MemoryLayout<Int64>.size
    }

    private let path: String
    private let page: UnsafeMutablePointer<Int64>
    private let moves: Descriptor
    private let moved: Descriptor

    /// - Parameter now: seconds since 1970.
    init(_ now: Int, in directory: TemporaryDirectory) throws {
        path = directory.file("fast-clock")
        try Data(count: Field.size).write(to: URL(filePath: path))
        let file = try Descriptor(open(path, O_RDWR | O_CLOEXEC), "open")
        guard let map = mmap(nil, Field.size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), map != MAP_FAILED
        else {
            throw Failure("mmap: \(errno)")
        }
        page = map.bindMemory(to: Int64.self, capacity: Field.size / 8)
        func pipe(_ end: String) throws -> Descriptor {
            guard mkfifo(directory.file("fast-clock." + end), 0o600) == 0 else { throw Failure("mkfifo: \(errno)") }
            // Open for both directions, so that it outlives a killed daemon.
            return try Descriptor(open(directory.file("fast-clock." + end), O_RDWR | O_CLOEXEC | O_NONBLOCK), "open")
        }
        moves = try pipe("moves")
        moved = try pipe("moved")
        self[.wall] = Int64(now)
    }

    deinit {
        munmap(page, Field.size)
    }

    /// The environment that gives a program this clock.
    var environment: [String: String] {
        [
            // Each thread would cache up to 230 KiB of freed memory, indistinguishable from used memory.
            "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
            "LD_PRELOAD": Self.library ?? "", "FAST_CLOCK": path, "FAST_CLOCK_MOVES": path + ".moves",
            "FAST_CLOCK_MOVED": path + ".moved",
        ]
    }

    static var isAvailable: Bool { library != nil }
    private static let library = Preloaded.library("Soak/FastClock")

    /// Seconds since 1970.
    var now: Int { Int(self[.wall]) }

    /// Seconds until the daemon's next timer; nil if none is set.
    var untilDeadline: Double? {
        self[.deadline] == .max ? nil : Double(self[.deadline] - bootTime) / 1e9
    }

    /// The errno of writes to the disk; 0 if they succeed.
    var diskFailure: Int32 {
        get { Int32(self[.failure]) }
        set { self[.failure] = Int64(newValue) }
    }

    /// Advances the time.
    func advance(_ seconds: Int) throws {
        self[.wall] += Int64(seconds)
        self[.ahead] += Int64(seconds) * 1_000_000_000
        try notifyDaemon()
    }

    /// Sets the wall clock, forward or back.
    func set(by seconds: Int) throws {
        self[.wall] += Int64(seconds)
        self[.jumps] += 1
        try notifyDaemon()
    }

    /// Bytes that the daemon has allocated and not freed, by mallinfo2(3).
    var heap: Int {
        get throws {
            try notifyDaemon()
            return Int(self[.heap])
        }
    }

    /// Returns when the daemon's timers are set for the new time.
    private func notifyDaemon() throws {
        var byte: UInt8 = 1
        // Ignores acknowledgements from a daemon that was killed.
        while read(moved.number, &byte, 1) == 1 {}
        while read(moves.number, &byte, 1) == 1 {}
        guard write(moves.number, &byte, 1) == 1 else { throw Failure("write: \(errno)") }
        _ = try moved.read(waitingFor: "the daemon's timers")
    }

    private var bootTime: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) + self[.ahead]
    }

    private subscript(field: Field) -> Int64 {
        get { page[field.rawValue] }
        set { page[field.rawValue] = newValue }
    }
}
