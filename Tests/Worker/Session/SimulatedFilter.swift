import CLinux

/// Executes a seccomp(2) program as the kernel does.
struct SimulatedFilter {
    let instructions: [sock_filter]
    let architecture: UInt32

    enum Verdict: Equatable {
        case allowed, killed
        case failed(Int32)
    }

    /// - Parameters:
    ///   - arguments: the first ones; the others are 0.
    ///   - architecture: of the call; nil for the filter's own.
    func verdict(_ number: Int, _ arguments: [UInt64], architecture: UInt32? = nil) -> Verdict {
        // struct seccomp_data: number, architecture, instruction pointer, six arguments.
        var words = [UInt32(number), architecture ?? self.architecture, 0, 0]
        for index in 0..<6 {
            let argument = index < arguments.count ? arguments[index] : 0
            words += [UInt32(truncatingIfNeeded: argument), UInt32(argument >> 32)]
        }
        var (position, accumulator) = (0, UInt32(0))
        while true {
            let instruction = instructions[position]
            position += 1
            switch instruction.code {
            case 0x20: accumulator = words[Int(instruction.k) / 4]
            case 0x54: accumulator &= instruction.k
            case 0x05: position += Int(instruction.k)
            case 0x15: position += Int(accumulator == instruction.k ? instruction.jt : instruction.jf)
            case 0x35: position += Int(accumulator >= instruction.k ? instruction.jt : instruction.jf)
            case 0x06:
                switch instruction.k & 0xFFFF_0000 {
                case 0x7FFF_0000: return .allowed
                case 0x0005_0000: return .failed(Int32(instruction.k & 0xFFFF))
                default: return .killed
                }
            default: fatalError("instruction \(instruction.code)")
            }
        }
    }
}
