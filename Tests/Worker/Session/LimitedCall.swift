import Glibc

/// The allowed and refused arguments of a call that the filter limits.
struct LimitedCall {
    let allowed: [[UInt64]]
    let refused: [[UInt64]]
    /// What refused calls fail with.
    let error: Int32

    static let all: [String: LimitedCall] = [
        "open": opening(1), "openat": opening(2),
        "fcntl": LimitedCall(
            // DUPFD, GETFD, SETFD, GETFL, SETFL with O_RDWR and O_NONBLOCK, DUPFD_CLOEXEC.
            allowed: [[3, 0], [3, 1], [3, 2, 1], [3, 3], [3, 4, 2 | 0o4000], [3, 1030]],
            // SETFL with O_ASYNC; GETLK, SETLK, SETLKW, SETOWN, GETOWN, SETSIG, GETSIG, SETOWN_EX, GETOWN_EX, GETOWNER_UIDS, OFD
            // locks, leases, DUPFD_QUERY, NOTIFY, pipe sizes, seals, hints.
            refused: [[3, 4, 0o20000], [3, 4, 0o24002]]
                + ([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 36, 37, 38] + Array(1024...1029) + Array(1031...1040))
                .map { [3, $0] },
            error: EPERM),
        "ioctl": LimitedCall(
            allowed: [0x5401, 0x802C_542A, 0x541B, 0x5421, 0x5450, 0x5451, 0x8910, 0x8933].map { [3, $0] },
            // TIOCSTI, TIOCLINUX, FIOASYNC, TIOCSPGRP, FIOSETOWN, SIOCSPGRP, FIOGETOWN, SIOCGPGRP, SIOCGIFCONF, TIOCSCTTY.
            refused: [0x5412, 0x541C, 0x5452, 0x5410, 0x8901, 0x8902, 0x8903, 0x8904, 0x8912, 0x540E, 0].map {
                [3, $0]
            },
            error: EPERM),
        "mmap": LimitedCall(
            // Private and anonymous, with NORESERVE, STACK, FIXED; DROPPABLE; files, private and shared.
            allowed: [0x22, 0x4022, 0x2_0022, 0x32, 0x28, 0x02, 0x802, 0x01, 0x812].map { [0, 4096, 3, $0] },
            // Shared or validated and anonymous; with LOCKED, HUGETLB, GROWSDOWN.
            refused: [0x21, 0x23, 0x4021, 0x2022, 0x4_0022, 0x122, 0x2001, 0x4_0001].map { [0, 4096, 3, $0] },
            error: EPERM),
        "madvise": LimitedCall(
            allowed: [0, 1, 2, 3, 4, 8, 14, 15, 16, 17, 18].map { [0, 0, $0] },
            refused: ([9, 10, 11, 12, 13] + Array(19...25) + [100, 101, 102]).map { [0, 0, $0] }, error: EPERM),
        "socket": sockets,
        "socketpair": LimitedCall(
            allowed: [[1, 1, 0], [1, 1 | 0o2000000, 0], [1, 1 | 0o4000, 0]],
            refused: [[1, 2, 0], [1, 5, 0], [1, 3, 0], [30, 1, 0], [2, 1, 0], [1, 1, 1], [1, 0, 0]], error: EACCES),
        "setsockopt": LimitedCall(
            allowed: options([1: [2, 7, 8, 9, 20, 21], 6: tcp, 0: [1, 8, 10, 11, 24], 41: [23, 25, 26, 49, 67]]),
            // Filters, SO_PASSCRED, SO_PASSPIDFD, SO_BINDTODEVICE, SO_MARK; TCP_ULP, CONGESTION, REPAIR, MD5SIG; joining a group;
            // raw and other levels.
            refused: options([
                1: [16, 26, 25, 27, 36, 50, 51, 52, 76], 6: [31, 13, 19, 14, 29], 0: [35, 36, 64], 41: [20, 64],
                255: [1],
                17: [103], 270: [1], 282: [1],
            ]),
            error: EPERM),
        "getsockopt": LimitedCall(
            allowed: options([1: [3, 4, 7, 8, 38, 39], 6: tcp + [11], 0: [14], 41: [24]]),
            // SO_PEERCRED, PEERSEC, PEERGROUPS, PEERPIDFD, GET_FILTER.
            refused: options([1: [17, 31, 59, 77, 26], 6: [13, 31], 0: [64], 41: [64], 255: [1]]), error: EPERM),
        "tgkill": signals, "futex": locks,
        "prlimit64": LimitedCall(
            allowed: [[0, 7, 0, 1], [own, 7, 0, 1]],
            // Another's, and setting its own; a pointer whose lower half is zero is one.
            refused: others.dropFirst().map { [$0, 7, 0, 1] } + [[0, 7, 1, 0], [own, 7, 1, 0], [0, 7, 1 << 32, 0]],
            error: EPERM),
        "sched_getaffinity": LimitedCall(
            allowed: [[0, 8], [own, 8]], refused: others.dropFirst().map { [$0, 8] }, error: ENOSYS),
        "prctl": LimitedCall(
            allowed: [[15], [16], [0x5356_4D41]],
            // PDEATHSIG, DUMPABLE, SECCOMP, TIMING, MM, PTRACER, CHILD_SUBREAPER, SCHED_CORE, MDWE, and all other numbers.
            refused: (Array(0...14) + Array(17...80) + [0x5961_6D61]).map { [$0] }, error: EPERM),
        "clock_gettime": clock, "clock_getres": clock, "clock_nanosleep": clock,
    ]

    private static let own: UInt64 = 4711
    /// First this process' group, and every process.
    private static let others: [UInt64] = [0, 1, 4710, 4712, .max]
    private static let signals: LimitedCall = {
        // Those that queue up, and the question whether the thread exists.
        let queued: [UInt64] = [0] + Array(32...64)
        let ofOthers: [[UInt64]] = others.map { [$0, 1, 9] }
        return LimitedCall(
            allowed: (1...31).map { [own, 1, $0] }, refused: ofOthers + queued.map { [own, 1, $0] }, error: EPERM)
    }()

    private static let locks: LimitedCall = {
        // WAIT, WAKE, REQUEUE, CMP_REQUEUE, WAKE_OP, WAIT_BITSET, WAKE_BITSET; also private, and by the wall clock.
        let plain: [UInt64] = [0, 1, 3, 4, 5, 9, 10]
        let flags: [UInt64] = [0, 128, 256, 384]
        // Private LOCK_PI, UNLOCK_PI, TRYLOCK_PI.
        let withinProcess: [UInt64] = [134, 135, 136]
        // FD; shared LOCK_PI, UNLOCK_PI, TRYLOCK_PI; WAIT_REQUEUE_PI, CMP_REQUEUE_PI, LOCK_PI2.
        let refused: [UInt64] = [2, 130, 6, 7, 8, 262, 390, 11, 12, 13, 139, 140, 141, 267, 395, 14, 64]
        let allowed: [UInt64] = plain.flatMap { operation in flags.map { operation | $0 } } + withinProcess
        return LimitedCall(
            allowed: allowed.map { [4096, $0] }, refused: refused.map { [4096, $0] }, error: ENOSYS)
    }()

    private static let tcp: [UInt64] = [1, 2, 4, 5, 6, 12, 18, 30]

    private static func opening(_ argument: Int) -> LimitedCall {
        func call(_ flags: UInt64) -> [UInt64] { [UInt64](repeating: 0, count: argument) + [flags] }
        return LimitedCall(
            // O_RDONLY with CLOEXEC, NONBLOCK, NOFOLLOW, DIRECTORY, PATH.
            allowed: [0, 0o2000000, 0o4000, 0o400000, 0o200000, 0o10000000].map(call),
            // WRONLY, RDWR, both, CREAT, TRUNC, APPEND, TMPFILE.
            refused: [1, 2, 3, 0o100, 0o1000, 0o2000, 0o20200000].map(call), error: EACCES)
    }

    private static func options(_ byLevel: [UInt64: [UInt64]]) -> [[UInt64]] {
        byLevel.flatMap { level, options in options.map { [3, level, $0] } }
    }

    private static let clock = LimitedCall(
        allowed: (0...11).map { [$0] }, refused: [0xFFFF_FFFA, 0x8000_0000, .max].map { [$0] }, error: EINVAL)

    private static let sockets: LimitedCall = {
        let flags: UInt64 = 0o2004000
        let families = Array(UInt64(0)...46).filter { ![2, 10].contains($0) }
        return LimitedCall(
            allowed: [
                [2, 1, 0], [2, 1 | flags, 6], [10, 1, 6], [2, 2, 0], [10, 2 | flags, 17],
            ],
            refused: families.map { [$0, 1, 0] }
                // Protocols: ICMP, UDP in a stream, SCTP, UDP-Lite, raw, SMC, MPTCP.
                + [1, 17, 132, 136, 255, 256, 262].map { [2, 1, $0] } + [1, 6, 58, 132, 136, 255].map { [10, 2, $0] }
                // Types: raw, RDM, SEQPACKET, DCCP, packet.
                + [3, 4, 5, 6, 10].map { [2, $0, 0] }
                // All netlink protocols.
                + (0...31).map { [16, 3, $0] } + [[16, 1, 0], [16, 2, 0], [16, 5, 0]],
            error: EAFNOSUPPORT)
    }()
}
