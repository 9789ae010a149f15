import Glibc

/// Standard output, whose reader may be gone or slow.
package enum StandardOutput {
    package enum Failure: Error, Equatable {
        /// The reader is gone, which is not an error.
        case readerGone
        /// The write failed with this errno.
        case failed(Int32)
    }

    /// Writes all of the text, in a single write if possible.
    package static func write(_ text: String) throws(Failure) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard written < 0 else {
                rest = rest.dropFirst(written)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another process that shares the pipe made it non-blocking.
                var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
                _ = poll(&output, 1, -1)
            case EPIPE: throw .readerGone
            case let error: throw .failed(error)
            }
        }
    }
}

extension StandardOutput.Failure {
    /// Reports an error, and returns the exit status.
    package func report() -> ExitStatus {
        switch self {
        case .readerGone: return .done
        case .failed(let error):
            StandardError.say("cannot write to standard output: " + String(cString: strerror(error)))
            return .output
        }
    }
}
