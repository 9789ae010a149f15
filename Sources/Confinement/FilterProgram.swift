import CLinux

/// A program in the language of seccomp(2), put together of blocks that each decide one system call.
struct FilterProgram {
    private(set) var instructions: [sock_filter] = []

    /// What becomes of a system call.
    enum Verdict {
        case allow
        /// It fails with this error.
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

    /// What an argument has to be for a verdict. Of arguments the lower 32 bits count, in which flags and numbers are.
    enum Condition {
        case equals(UInt32)
        /// Any of the bits is set.
        case hasAny(UInt32)
    }

    /// - Parameter architecture: whose numbers of system calls are meant; a call by those of another one kills the process.
    init(architecture: UInt32) {
        load(offset: 4)
        skip(unless: .equals(architecture), over: 1)
        // Equal: the verdict below is passed by.
        instructions.append(Self.jump(over: 1))
        decide(.kill)
        loadNumber()
    }

    /// Every call with this number or a higher one.
    mutating func decide(from number: UInt32, _ verdict: Verdict) {
        instructions.append(sock_filter(code: Code.jumpIfGreaterOrEqual, jt: 0, jf: 1, k: number))
        decide(verdict)
    }

    /// Every call with this number.
    mutating func decide(_ number: Int32, _ verdict: Verdict) {
        skip(unless: .equals(UInt32(number)), over: 1)
        decide(verdict)
    }

    /// Calls with this number by one of their arguments: the first condition that holds decides.
    mutating func decide(
        _ number: Int32, argument: UInt32, _ cases: [(Condition, Verdict)], otherwise: Verdict
    ) {
        skip(unless: .equals(UInt32(number)), over: UInt8(2 + cases.count * 2))
        // Arguments are 64 bits long, and little-endian on every machine whose numbers are known here.
        load(offset: 16 + argument * 8)
        for (condition, verdict) in cases {
            skip(unless: condition, over: 1)
            decide(verdict)
        }
        decide(otherwise)
    }

    /// All others.
    mutating func decide(_ verdict: Verdict) {
        instructions.append(sock_filter(code: Code.finish, jt: 0, jf: 0, k: verdict.value))
    }

    private mutating func loadNumber() { load(offset: 0) }

    /// - Parameter offset: in struct seccomp_data.
    private mutating func load(offset: UInt32) {
        instructions.append(sock_filter(code: Code.load, jt: 0, jf: 0, k: offset))
    }

    private mutating func skip(unless condition: Condition, over count: UInt8) {
        switch condition {
        case .equals(let value): instructions.append(sock_filter(code: Code.jumpIfEqual, jt: 0, jf: count, k: value))
        case .hasAny(let bits): instructions.append(sock_filter(code: Code.jumpIfAnyBit, jt: 0, jf: count, k: bits))
        }
    }

    private static func jump(over count: UInt32) -> sock_filter {
        sock_filter(code: Code.jump, jt: 0, jf: 0, k: count)
    }

    /// Of linux/bpf_common.h, whose macros for them Swift does not import.
    private enum Code {
        static let load: UInt16 = 0x20
        static let jump: UInt16 = 0x05
        static let jumpIfEqual: UInt16 = 0x15
        static let jumpIfGreaterOrEqual: UInt16 = 0x35
        static let jumpIfAnyBit: UInt16 = 0x45
        static let finish: UInt16 = 0x06
    }
}
