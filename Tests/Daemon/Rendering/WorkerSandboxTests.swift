import Glibc
import Languages
import Rendering
import Testing
import Weather

/// The messages about the worker's sandbox and its failures.
struct WorkerSandboxTests {
    private func sentence(_ landlock: WorkerSandbox.Layer, _ seccomp: WorkerSandbox.Layer) -> String {
        WorkerSandbox(landlock: landlock, seccomp: seccomp).sentence
    }

    @Test func activeRestrictionsAreNamed() {
        #expect(sentence(.inForce(version: 4), .inForce(version: 1)) == "seccomp and Landlock (ABI 4)")
        #expect(
            sentence(.unavailable(systemError: ENOSYS), .inForce(version: 1))
                == "seccomp only: this kernel has no Landlock")
        #expect(
            sentence(.unavailable(systemError: EOPNOTSUPP), .inForce(version: 1))
                == "seccomp only: Landlock is disabled on this system")
        #expect(
            sentence(.unavailable(systemError: EPERM), .inForce(version: 1))
                == "seccomp only: Landlock failed: Operation not permitted")
        #expect(
            sentence(.inForce(version: 4), .unavailable(systemError: EINVAL))
                == "Landlock (ABI 4) only: this kernel has no seccomp")
        #expect(
            sentence(.unavailable(systemError: ENOSYS), .unavailable(systemError: EINVAL))
                == "none: this kernel has no Landlock, and this kernel has no seccomp")
    }

    @Test func failures() {
        #expect(
            WorkerFailure.outOfMemory(signal: SIGABRT, limit: 256 << 20).sentence
                == """
                weatherd-worker probably ran out of memory (limit: 256 MiB): it was killed by signal 6 (SIGABRT)
                """)
        #expect(
            WorkerFailure.killed(signal: SIGXCPU).sentence
                == "weatherd-worker was killed by signal 24 (SIGXCPU, the limit of its processor time)")
        #expect(
            WorkerFailure.notSandboxed(reason: "setrlimit RLIMIT_DATA: Operation not permitted").sentence
                == "weatherd-worker could not sandbox itself: setrlimit RLIMIT_DATA: Operation not permitted")
        #expect(
            WorkerFailure.jobRejected(reason: "a no-proxy host of 5000 bytes; the limit is 4000").sentence
                == "weatherd-worker rejected its job, which contains a no-proxy host of 5000 bytes; the limit is 4000")
    }
}
