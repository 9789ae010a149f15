/// A part of the program that runs as long as the program.
public protocol Service: Sendable {
    /// Runs until the task is cancelled, and returns after everything that it started has ended.
    ///
    /// - Throws: a failure that must end the program.
    func run() async throws
}

/// Returns when the task is cancelled.
public func untilCancelled() async {
    let (never, continuation) = AsyncStream.makeStream(of: Never.self)
    await withTaskCancellationHandler {
        for await _ in never {}
    } onCancel: {
        continuation.finish()
    }
}
