import Glibc

extension SystemError {
    /// Whether the process or the system has no descriptor, process or memory left, which usually passes.
    public var isExhaustion: Bool { [EMFILE, ENFILE, EAGAIN, ENOMEM].contains(code) }
}

extension Clock where Duration == Swift.Duration {
    /// The result of an action. Repeats the action each second while it fails because of exhaustion.
    ///
    /// - Parameter duration: how long it is repeated.
    /// - Throws: the last failure.
    public func retryingExhaustion<Value>(
        within duration: Duration, _ action: () throws(SystemError) -> Value
    ) async throws(SystemError) -> Value {
        let end = now.advanced(by: duration)
        while true {
            do throws(SystemError) {
                return try action()
            } catch {
                let next = now.advanced(by: .seconds(1))
                guard error.isExhaustion, next <= end else { throw error }
                guard (try? await sleep(until: next, tolerance: nil)) != nil else { throw error }
            }
        }
    }
}
