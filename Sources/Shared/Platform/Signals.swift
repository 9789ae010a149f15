import Dispatch

/// A stream of the given signals, from now until the process ends. Their default actions are disabled.
///
/// The handlers are installed on return.
public func signals(_ numbers: Int32...) async -> AsyncStream<Int32> {
    let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
    for number in numbers {
        await withCheckedContinuation { registration in
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setRegistrationHandler { registration.resume() }
            // The handler retains its source, which would otherwise be cancelled.
            source.setEventHandler { withExtendedLifetime(source) { _ = continuation.yield(number) } }
            source.activate()
        }
    }
    return signals
}
