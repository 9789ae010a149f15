import Foundation
import Glibc

/// A named pipe for messages from scripts, so that a test can wait for them.
public final class NamedPipe: Sendable {
    public let path: String
    /// The lines that were written. They end when all writers have closed the pipe, unless it stays open.
    public let lines: AsyncStream<String>
    private let stopping: Int32?

    private static let stop = "\u{4}"

    /// - Parameter staysOpen: whether several writers open and close the pipe one after the other.
    public init(_ path: String, staysOpen: Bool = false) throws {
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        self.path = path
        stopping = staysOpen ? open(path, O_RDWR | O_CLOEXEC) : nil
        let (lines, line) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        // Opening the pipe blocks until there is a writer, and reading until it writes.
        Thread.detachNewThread {
            defer { line.finish() }
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard let file = fdopen(descriptor, "r") else { return }
            defer { fclose(file) }
            while let text = readLine(file), text != Self.stop { line.yield(text) }
        }
    }

    deinit {
        guard let stopping else { return }
        let end = Array((Self.stop + "\n").utf8)
        _ = write(stopping, end, end.count)
        close(stopping)
    }
}

/// The next line without its end; nil at the end.
private func readLine(_ file: UnsafeMutablePointer<FILE>) -> String? {
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    let count = getline(&line, &capacity, file)
    guard count > 0, let line else { return nil }
    let bytes = UnsafeRawBufferPointer(start: line, count: count)
    return String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self)
}
