import CLinux
import Glibc

/// The system calls that the worker may make; docs/system-calls.md lists all calls of the kernel, and why.
///
/// An allow list. Newer calls that the libraries can do without fail with ENOSYS, so they fall back to older calls.
enum SystemCallFilter {
    /// The first call of Linux 5.1, pidfd_send_signal. From here on, numbers are the same on every architecture, and higher
    /// ones include the x32 ABI. None of these calls is needed.
    private static let firstRecent: UInt32 = 424

    /// - Parameters:
    ///   - architecture: the AUDIT_ARCH_* constant.
    ///   - process: the confined process.
    ///   - allowsThreads: whether it can still start threads.
    static func program(architecture: UInt32, process: pid_t, allowsThreads: Bool = false) -> [sock_filter] {
        var program = FilterProgram(architecture: architecture)
        program.decide(from: firstRecent, .fail(ENOSYS))
        var index = 0
        while case let number = weatherd_allowed_call(index), number >= 0 {
            program.decide(number, .allow)
            index += 1
        }
        decideFiles(&program)
        decideMemory(&program)
        decideSockets(&program)
        decideProcesses(&program, process)
        if allowsThreads { decideThreads(&program) }
        program.decide(.fail(EPERM))
        return program.instructions
    }

    private static func decideFiles(_ program: inout FilterProgram) {
        // O_TMPFILE without O_DIRECTORY, whose bit it includes.
        let temporaryFile: Int32 = 0o20000000
        let writing = UInt32(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | temporaryFile)
        if weatherd_call_open() >= 0 {
            program.allow(weatherd_call_open(), if: [[.hasNone(1, of: writing)]], otherwise: EACCES)
        }
        program.allow(weatherd_call_openat(), if: [[.hasNone(2, of: writing)]], otherwise: EACCES)
        // Not the signals of F_SETOWN and O_ASYNC, which reach other processes of the user; no locks, leases or seals.
        let plain = [F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL].map(UInt32.init)
        program.allow(
            weatherd_call_fcntl(),
            if: [[.isOne(1, of: plain)], [.equals(1, UInt32(F_SETFL)), .hasNone(2, of: UInt32(O_ASYNC))]],
            otherwise: EPERM)
        // TCGETS and TCGETS2 (isatty), FIONREAD, FIONBIO, FIONCLEX, FIOCLEX; SIOCGIFNAME and SIOCGIFINDEX, for the interface of
        // a name server's link-local address. Not FIOSETOWN and SIOCSPGRP (signals) or TIOCSTI (input into a terminal).
        let requests: [UInt32] = [0x5401, 0x802C_542A, 0x541B, 0x5421, 0x5450, 0x5451, 0x8910, 0x8933]
        program.allow(Int32(SYS_ioctl), if: [[.isOne(1, of: requests)]], otherwise: EPERM)
    }

    /// Shared memory, locked memory and huge pages are not counted by RLIMIT_DATA.
    private static func decideMemory(_ program: inout FilterProgram) {
        // MAP_GROWSDOWN, MAP_LOCKED and MAP_HUGETLB.
        let uncounted: UInt32 = 0x100 | 0x2000 | 0x40000
        let (shared, anonymous): (UInt32, UInt32) = (0x01, 0x20)
        program.allow(
            weatherd_call_mmap(),
            if: [
                [.has(3, mask: shared | uncounted, 0)],
                // Of files, which can only be opened for reading.
                [.has(3, mask: anonymous | uncounted, 0)],
            ], otherwise: EPERM)
        // NORMAL, RANDOM, SEQUENTIAL, WILLNEED, DONTNEED, FREE, HUGEPAGE, NOHUGEPAGE, DONTDUMP, DODUMP, WIPEONFORK. Not
        // MERGEABLE, whose timing reveals the contents of other processes' memory.
        program.allow(
            Int32(SYS_madvise), if: [[.isOne(2, of: [0, 1, 2, 3, 4, 8, 14, 15, 16, 17, 18])]], otherwise: EPERM)
    }

    /// Allows TCP and UDP. Unix sockets would give access to the session's D-Bus, which starts programs; name resolution then
    /// uses DNS. Without netlink, the C library sorts addresses only by route. Nothing may be bound: not a port to receive at,
    /// nor a name for one end of a pair.
    private static func decideSockets(_ program: inout FilterProgram) {
        let (stream, datagram): (UInt32, UInt32) = (1, 2)
        // Without SOCK_NONBLOCK and SOCK_CLOEXEC.
        let kind: UInt32 = 0xF
        let internet = FilterProgram.Condition.isOne(0, of: [UInt32(AF_INET), UInt32(AF_INET6)])
        let (tcp, udp) = (UInt32(IPPROTO_TCP), UInt32(IPPROTO_UDP))
        program.allow(
            Int32(SYS_socket),
            if: [
                // 0 is TCP and UDP as well. Not MPTCP, SCTP, UDP-Lite or ping.
                [internet, .has(1, mask: kind, stream), .isOne(2, of: [0, tcp])],
                [internet, .has(1, mask: kind, datagram), .isOne(2, of: [0, udp])],
            ], otherwise: EAFNOSUPPORT)
        // A socket of a datagram pair could be connected elsewhere. TIPC has pairs as well.
        program.allow(
            Int32(SYS_socketpair),
            if: [[.equals(0, UInt32(AF_UNIX)), .has(1, mask: kind, stream), .equals(2, 0)]], otherwise: EACCES)
        decideSocketOptions(&program)
    }

    /// Not SO_PEERPIDFD and SO_PASSPIDFD, which open the daemon's process, nor TCP_ULP and TCP_CONGESTION, which load
    /// modules into the kernel.
    private static func decideSocketOptions(_ program: inout FilterProgram) {
        let level = { (number: Int) in FilterProgram.Condition.equals(1, UInt32(number)) }
        let options = { (numbers: [UInt32]) in FilterProgram.Condition.isOne(2, of: numbers) }
        // TCP_NODELAY, MAXSEG, KEEPIDLE, KEEPINTVL, KEEPCNT, QUICKACK, USER_TIMEOUT, FASTOPEN_CONNECT.
        let ofTCP: [UInt32] = [1, 2, 4, 5, 6, 12, 18, 30]
        program.allow(
            Int32(SYS_setsockopt),
            if: [
                // SO_REUSEADDR, SNDBUF, RCVBUF, KEEPALIVE, RCVTIMEO, SNDTIMEO.
                [level(1), options([2, 7, 8, 9, 20, 21])],
                [level(6), options(ofTCP)],
                // IP_TOS, PKTINFO, MTU_DISCOVER, RECVERR, BIND_ADDRESS_NO_PORT.
                [level(0), options([1, 8, 10, 11, 24])],
                // IPV6_MTU_DISCOVER, RECVERR, V6ONLY, RECVPKTINFO, TCLASS.
                [level(41), options([23, 25, 26, 49, 67])],
            ], otherwise: EPERM)
        program.allow(
            Int32(SYS_getsockopt),
            if: [
                // SO_TYPE, ERROR, SNDBUF, RCVBUF, PROTOCOL, DOMAIN.
                [level(1), options([3, 4, 7, 8, 38, 39])],
                // And TCP_INFO.
                [level(6), options(ofTCP + [11])],
                // IP_MTU and IPV6_MTU.
                [level(0), options([14])], [level(41), options([24])],
            ], otherwise: EPERM)
    }

    private static func decideThreads(_ program: inout FilterProgram) {
        let namespaces =
            CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET
        program.allow(
            Int32(SYS_clone), if: [[.has(0, mask: UInt32(namespaces | CLONE_THREAD), UInt32(CLONE_THREAD))]],
            otherwise: EPERM)
    }

    /// WAIT, WAKE, REQUEUE, CMP_REQUEUE, WAKE_OP, WAIT_BITSET and WAKE_BITSET. Locks with priority inheritance name the thread
    /// that holds them, so only those within the process: LOCK_PI, UNLOCK_PI and TRYLOCK_PI, which Swift's Mutex uses.
    private static func decideLocks(_ program: inout FilterProgram) {
        let (withinProcess, byRealTime): (UInt32, UInt32) = (128, 256)
        let operations = [0, 1, 3, 4, 5, 9, 10] as [UInt32]
        program.allow(
            Int32(SYS_futex),
            if: operations.map { [.has(1, mask: ~(withinProcess | byRealTime), $0)] }
                + [[.isOne(1, of: [6, 7, 8].map { $0 | withinProcess })]],
            otherwise: ENOSYS)
    }

    /// No processes. No call signals another process, or asks about it.
    private static func decideProcesses(_ program: inout FilterProgram, _ process: pid_t) {
        let own = UInt32(process)
        // abort(3) and raise(3). Real-time signals queue up, and the queue is the user's.
        program.allow(
            Int32(SYS_tgkill), if: [[.equals(0, own), .isOne(2, of: Array(1...31))]], otherwise: EPERM)
        decideLocks(&program)
        // Only to read its own limits.
        program.allow(Int32(SYS_prlimit64), if: [[.isOne(0, of: [0, own]), .isNull(2)]], otherwise: EPERM)
        // pthread_getattr_np(3) names the thread; only without this system call can it succeed without the answer.
        program.allow(Int32(SYS_sched_getaffinity), if: [[.isOne(0, of: [0, own])]], otherwise: ENOSYS)
        // Negative numbers are another process's CPU time, or devices.
        let named = FilterProgram.Condition.hasNone(0, of: 0x8000_0000)
        for call in [SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep] {
            program.allow(Int32(call), if: [[named]], otherwise: EINVAL)
        }
        // PR_SET_NAME, PR_GET_NAME, PR_SET_VMA.
        program.allow(Int32(SYS_prctl), if: [[.isOne(0, of: [15, 16, 0x5356_4D41])]], otherwise: EPERM)
    }
}

/// A seccomp(2) program, built from blocks that each decide one system call.
struct FilterProgram {
    private(set) var instructions: [sock_filter] = []

    /// The action for a system call.
    enum Verdict {
        case allow
        /// Fail with this error.
        case fail(Int32)
        case kill

        fileprivate var value: UInt32 {
            switch self {
            case .allow: 0x7FFF_0000
            case .fail(let error): 0x0005_0000 | UInt32(error)
            case .kill: 0x8000_0000
            }
        }
    }

    /// A condition on an argument, by its index. Apart from `isNull`, only the lower 32 bits count: the kernel too reads flags,
    /// numbers and process ids as such.
    enum Condition {
        case isOne(_ argument: UInt32, of: [UInt32])
        /// The bits of the mask have this value.
        case has(_ argument: UInt32, mask: UInt32, UInt32)
        /// All 64 bits are zero.
        case isNull(_ argument: UInt32)

        static func equals(_ argument: UInt32, _ value: UInt32) -> Condition { .isOne(argument, of: [value]) }
        static func hasNone(_ argument: UInt32, of bits: UInt32) -> Condition { .has(argument, mask: bits, 0) }
    }

    /// - Parameter architecture: the AUDIT_ARCH_* constant; a system call of another architecture kills the process.
    init(architecture: UInt32) {
        instructions.append(Self.load(offset: 4))
        instructions.append(sock_filter(code: Code.jumpIfEqual, jt: 1, jf: 0, k: architecture))
        decide(.kill)
        instructions.append(Self.load(offset: 0))
    }

    /// Decides all calls with this number or a higher one.
    mutating func decide(from number: UInt32, _ verdict: Verdict) {
        instructions.append(sock_filter(code: Code.jumpIfGreaterOrEqual, jt: 0, jf: 1, k: number))
        decide(verdict)
    }

    /// Decides all calls with this number.
    mutating func decide(_ number: Int32, _ verdict: Verdict) {
        instructions.append(sock_filter(code: Code.jumpIfEqual, jt: 0, jf: 1, k: UInt32(number)))
        decide(verdict)
    }

    /// Allows a call if all conditions of one of the cases hold.
    ///
    /// - Parameter error: the result otherwise.
    mutating func allow(_ number: Int32, if cases: [[Condition]], otherwise error: Int32) {
        let block = cases.flatMap(Self.allow) + [Self.finish(.fail(error))]
        instructions.append(sock_filter(code: Code.jumpIfEqual, jt: 1, jf: 0, k: UInt32(number)))
        instructions.append(sock_filter(code: Code.jump, jt: 0, jf: 0, k: UInt32(block.count)))
        instructions += block
    }

    /// Decides all remaining calls.
    mutating func decide(_ verdict: Verdict) {
        instructions.append(Self.finish(verdict))
    }

    /// Allows the call if all conditions hold, and otherwise continues with the next instruction.
    private static func allow(if conditions: [Condition]) -> [sock_filter] {
        // In reverse, since jumps depend on the instructions that follow.
        var block = [finish(.allow)]
        for condition in conditions.reversed() { block = test(condition, before: block.count) + block }
        return block
    }

    /// - Parameter count: the number of instructions to skip if the condition does not hold.
    private static func test(_ condition: Condition, before count: Int) -> [sock_filter] {
        switch condition {
        case .isOne(let argument, let values):
            let comparisons = values.enumerated().map { index, value in
                let left = values.count - 1 - index
                return sock_filter(
                    code: Code.jumpIfEqual, jt: UInt8(left), jf: left == 0 ? UInt8(count) : 0, k: value)
            }
            return [load(lowerHalfOf: argument)] + comparisons
        case .has(let argument, let mask, let value):
            return [
                load(lowerHalfOf: argument), sock_filter(code: Code.and, jt: 0, jf: 0, k: mask),
                sock_filter(code: Code.jumpIfEqual, jt: 0, jf: UInt8(count), k: value),
            ]
        case .isNull(let argument):
            let upper = [
                load(offset: 20 + argument * 8), sock_filter(code: Code.jumpIfEqual, jt: 0, jf: UInt8(count), k: 0),
            ]
            return test(.equals(argument, 0), before: count + upper.count) + upper
        }
    }

    /// Arguments have 64 bits, little-endian on every supported architecture.
    private static func load(lowerHalfOf argument: UInt32) -> sock_filter { load(offset: 16 + argument * 8) }

    /// - Parameter offset: in struct seccomp_data.
    private static func load(offset: UInt32) -> sock_filter {
        sock_filter(code: Code.load, jt: 0, jf: 0, k: offset)
    }

    private static func finish(_ verdict: Verdict) -> sock_filter {
        sock_filter(code: Code.finish, jt: 0, jf: 0, k: verdict.value)
    }

    /// Macros of linux/bpf_common.h, which Swift does not import.
    private enum Code {
        static let load: UInt16 = 0x20
        static let and: UInt16 = 0x54
        static let jump: UInt16 = 0x05
        static let jumpIfEqual: UInt16 = 0x15
        static let jumpIfGreaterOrEqual: UInt16 = 0x35
        static let finish: UInt16 = 0x06
    }
}
