import CLinux

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

    /// A condition on an argument. Only the lower 32 bits, which hold flags and numbers, are compared.
    enum Condition {
        case equals(UInt32)
        /// Any of the bits is set.
        case hasAny(UInt32)
    }

    /// - Parameter architecture: the AUDIT_ARCH_* constant; a system call of another architecture kills the process.
    init(architecture: UInt32) {
        load(offset: 4)
        skip(unless: .equals(architecture), over: 1)
        // Equal: skip the verdict below.
        instructions.append(Self.jump(over: 1))
        decide(.kill)
        loadNumber()
    }

    /// Decides all calls with this number or a higher one.
    mutating func decide(from number: UInt32, _ verdict: Verdict) {
        instructions.append(sock_filter(code: Code.jumpIfGreaterOrEqual, jt: 0, jf: 1, k: number))
        decide(verdict)
    }

    /// Decides all calls with this number.
    mutating func decide(_ number: Int32, _ verdict: Verdict) {
        skip(unless: .equals(UInt32(number)), over: 1)
        decide(verdict)
    }

    /// Decides calls with this number by one argument: the first condition that holds.
    mutating func decide(
        _ number: Int32, argument: UInt32, _ cases: [(Condition, Verdict)], otherwise: Verdict
    ) {
        skip(unless: .equals(UInt32(number)), over: UInt8(2 + cases.count * 2))
        // Arguments have 64 bits, little-endian on every supported architecture.
        load(offset: 16 + argument * 8)
        for (condition, verdict) in cases {
            skip(unless: condition, over: 1)
            decide(verdict)
        }
        decide(otherwise)
    }

    /// Decides all remaining calls.
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

    /// Macros of linux/bpf_common.h, which Swift does not import.
    private enum Code {
        static let load: UInt16 = 0x20
        static let jump: UInt16 = 0x05
        static let jumpIfEqual: UInt16 = 0x15
        static let jumpIfGreaterOrEqual: UInt16 = 0x35
        static let jumpIfAnyBit: UInt16 = 0x45
        static let finish: UInt16 = 0x06
    }
}
