import ClientProtocol
import Formats
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

package enum StandardError {
    /// Writes a sentence after the program's name, without the control characters of paths and variables in it, and ignores
    /// failures. On a terminal it is wrapped.
    package static func say(_ sentence: String) {
        let text = ["weatherctl: ", sentence.withControlsReplaced].joined()
        let bytes = Array([text.fitted(to: STDERR_FILENO), "\n"].joined().utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}

/// Standard input, output and error, which the caller may have closed.
package enum StandardDescriptors {
    /// Opens closed standard descriptors, as glibc does for setuid programs: otherwise the socket would get their
    /// number, and output would be sent to the daemon. The replacements are not writable, so that writing to a closed
    /// output still fails.
    package static func fillGaps() {
        // Each gap is the lowest free number when it is filled.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDONLY)
        }
    }
}

/// Exit statuses, from sysexits.h where it has one.
package enum ExitStatus: Int32 {
    case done = 0
    /// The daemon rejected the request.
    case refused = 1
    case usage = 64
    case noDaemon = 69
    /// A system limit was reached, such as the number of open files.
    case system = 71
    /// Writing to standard output failed.
    case output = 74
    /// No weather has been fetched yet.
    case noWeather = 75
}

// The peer need not be a weatherd, and terminals interpret control sequences.
extension Reply {
    /// The reply without control characters.
    var harmless: Reply {
        switch self {
        case .ok(let lines): .ok(lines.map { $0.harmless })
        case .error(let code, let message): .error(code, message.harmless)
        }
    }
}

extension String {
    /// Replaces control characters and direction marks by U+FFFD, so that an attempt is seen. Unlike plain text, it is a
    /// finished view: it keeps spaces, and the sequences that views contain, colours (SGR) and columns in the same line
    /// (ECH and CHA of ECMA-48).
    var harmless: String {
        let bytes = Array(utf8)
        var result: [UInt8] = []
        /// The bytes before it are in the result; those from it up to the index are harmless.
        var copied = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index].canBeginControl else {
                index += 1
                continue
            }
            let rest = bytes[index...]
            let sequence = rest.lengthOfSequence
            let control = sequence > 0 ? 0 : rest.leadingControl?.length ?? 0
            if control > 0 {
                result += bytes[copied..<index]
                result += "\u{FFFD}".utf8
                copied = index + control
            }
            // At most one of the two is nonzero.
            index += sequence + control > 0 ? sequence + control : 1
        }
        guard copied > 0 else { return self }
        result += bytes[copied...]
        return String(decoding: result, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// The length of an allowed sequence here; 0 for none.
    fileprivate var lengthOfSequence: Int {
        guard first == 0x1B, dropFirst().first == UInt8(ascii: "[") else { return 0 }
        let parameters = dropFirst(2).prefix(64).prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
        guard parameters.endIndex < endIndex, "mXG".utf8.contains(self[parameters.endIndex]) else { return 0 }
        return 2 + parameters.count + 1
    }
}
