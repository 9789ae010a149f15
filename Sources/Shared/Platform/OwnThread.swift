import CLinux
import Glibc

/// Starts threads outside of any pool, whose end is not awaited: libdispatch wakes the process for several seconds after each use
/// of its pool.
public enum OwnThread {
    private final class Body: Sendable {
        let name: String?
        let run: @Sendable () -> Void

        init(_ name: String?, _ run: @escaping @Sendable () -> Void) {
            (self.name, self.run) = (name, run)
        }
    }

    /// - Parameters:
    ///   - name: at most 15 bytes, for ps(1) and debuggers; nil for the program's.
    ///   - stack: its size in bytes; nil for the system's default, usually 8 MiB.
    /// - Returns: the error number of pthread_create(3); 0 if the thread was started.
    public static func start(
        name: String? = nil, stack: Int? = nil, _ run: @escaping @Sendable () -> Void
    ) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stack { pthread_attr_setstacksize(&attributes, stack) }
        let body = Unmanaged.passRetained(Body(name, run))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, &attributes,
            { body in
                guard let body else { return nil }
                let thread = Unmanaged<Body>.fromOpaque(body).takeRetainedValue()
                if let name = thread.name { pthread_setname_np(pthread_self(), name) }
                thread.run()
                return nil
            }, body.toOpaque())
        if failure != 0 { body.release() }
        return failure
    }
}
