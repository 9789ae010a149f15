import CCurl
import Glibc

/// A thread of the C library. Its end is not awaited.
enum Thread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// - Parameter stack: its size in bytes; nil for the system's default, usually 8 MiB.
    /// - Returns: whether the thread was started.
    static func start(stack: Int? = nil, _ run: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stack { pthread_attr_setstacksize(&attributes, stack) }
        var thread = pthread_t()
        let body = Unmanaged.passRetained(Body(run))
        let result = pthread_create(
            &thread, &attributes,
            { body in
                guard let body else { return nil }
                Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
                return nil
            }, body.toOpaque())
        if result != 0 { body.release() }
        return result == 0
    }
}
