/// What of a confinement is in force that not every kernel can do. The rest always is.
public struct ConfinementReport: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        /// - Parameter version: of the kernel's interface; the later, the more it holds.
        case inForce(version: Int)
        /// - Parameter systemError: why not: ENOSYS and EOPNOTSUPP where the kernel has it not, EPERM where a sandbox around this
        ///   process forbids it.
        case absent(systemError: Int32)
    }

    /// Landlock: of the file system only what is named can be read, and nothing can be written.
    public var files: State
    /// seccomp: no other programs, processes, namespaces, local sockets and parts of the kernel.
    public var systemCalls: State

    public init(files: State, systemCalls: State) {
        (self.files, self.systemCalls) = (files, systemCalls)
    }
}

/// Why a process could not be confined.
public enum ConfinementError: Error, Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        case newPrivileges, dumping, parentDeath, memory, processorTime, fileSize, descriptors, coreSize
    }

    /// A thread that is there already would stay outside.
    case hasThreads
    case parentIsGone
    case failed(Step, systemError: Int32)
}

/// `landlock 7, seccomp`, or what is absent: `no landlock (error 38), seccomp`.
extension ConfinementReport: CustomStringConvertible {
    public var description: String {
        let landlock =
            switch files {
            case .inForce(let version): "landlock \(version)"
            case .absent(let error): "no landlock (error \(error))"
            }
        let seccomp =
            switch systemCalls {
            case .inForce: "seccomp"
            case .absent(let error): "no seccomp (error \(error))"
            }
        return "\(landlock), \(seccomp)"
    }
}
