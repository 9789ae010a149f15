import Glibc
public import Weather

extension WorkerSandbox {
    /// `seccomp and Landlock (ABI 4)`, or what is missing and why.
    public var sentence: String {
        switch (landlock, seccomp) {
        case (.inForce(let version), .inForce): "seccomp and Landlock (ABI \(version))"
        case (.unavailable(let error), .inForce): "seccomp only: \(Self.absence(of: "Landlock", error))"
        case (.inForce(let version), .unavailable(let error)):
            "Landlock (ABI \(version)) only: \(Self.absence(of: "seccomp", error))"
        case (.unavailable(let landlock), .unavailable(let seccomp)):
            "none: \(Self.absence(of: "Landlock", landlock)), and \(Self.absence(of: "seccomp", seccomp))"
        }
    }

    /// The errors of landlock_create_ruleset(2) and seccomp(2).
    private static func absence(of layer: String, _ error: Int32) -> String {
        switch error {
        case ENOSYS, EINVAL: "this kernel has no \(layer)"
        case EOPNOTSUPP: "\(layer) is disabled on this system"
        default: "\(layer) failed: \(String(cString: strerror(error)))"
        }
    }
}
