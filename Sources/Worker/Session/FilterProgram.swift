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
