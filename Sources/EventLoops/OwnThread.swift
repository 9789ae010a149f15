import CLinux
import Glibc

/// Starts threads outside of any pool: libdispatch wakes the process for several seconds after each use of its pool.
enum OwnThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// - Parameter name: at most 15 bytes, for ps(1) and debuggers.
    static func start(name: String, _ run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { body in
                if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard failure == 0 else { SystemCallFailure("pthread_create", code: failure).endProcess() }
        pthread_setname_np(thread, name)
        pthread_detach(thread)
    }
}
