/// The status of the worker's sandbox layers that some kernels lack. The other restrictions always apply.
public struct WorkerSandbox: Sendable, Hashable {
    public enum Layer: Sendable, Hashable {
        /// - Parameter version: the kernel's ABI version, 1 or more.
        case inForce(version: Int)
        /// - Parameter systemError: the errno of the failed system call, such as ENOSYS.
        case unavailable(systemError: Int32)
    }

    /// Landlock restricts which files can be read.
    public var landlock: Layer
    /// seccomp restricts system calls.
    public var seccomp: Layer

    public init(landlock: Layer, seccomp: Layer) {
        (self.landlock, self.seccomp) = (landlock, seccomp)
    }

    /// Whether both are in force.
    public var isComplete: Bool {
        if case (.inForce, .inForce) = (landlock, seccomp) { true } else { false }
    }
}
