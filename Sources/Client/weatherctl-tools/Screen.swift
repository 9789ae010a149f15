import CLinux
import Client
import Glibc

/// A full-screen terminal, which is restored afterwards.
struct Screen: ~Copyable {
    private let input: Int32
    private let output: Int32
    private let before: termios
    /// nil unless the terminal is a Linux console.
    private let font: ConsoleFont?

    /// Switches to the alternate screen and raw mode, and hides the cursor.
    /// - Throws: `noTerminal`; `failed` when a terminal call fails.
    init(input: Int32, output: Int32) throws(MapFailure) {
        before = try Self.takeOver(input, output)
        self.input = input
        self.output = output
        font = ConsoleFont(of: output)
        Self.write("\u{1B}[?1049h\u{1B}[?25l", to: output)
    }

    deinit {
        Self.write("\u{1B}[?25h\u{1B}[?1049l", to: output)
        var settings = before
        _ = tcsetattr(input, TCSAFLUSH, &settings)
    }

    /// Enables raw mode, and returns the previous mode.
    private static func takeOver(_ input: Int32, _ output: Int32) throws(MapFailure) -> termios {
        var before = termios()
        guard isatty(output) == 1, tcgetattr(input, &before) == 0 else { throw .noTerminal }
        var settings = before
        cfmakeraw(&settings)
        guard tcsetattr(input, TCSAFLUSH, &settings) == 0 else { throw .failed(call: "tcsetattr", errno: errno) }
        return before
    }

    /// Columns and lines; 80 by 24 when unknown.
    var size: (columns: Int, lines: Int) {
        var size = winsize()
        guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Draws the lines from the upper left corner in one write, to avoid flicker.
    func show(_ lines: [String]) {
        var text = "\u{1B}[H"
        for (index, line) in lines.drawn(with: font).enumerated() {
            if index > 0 { text += "\r\n" }
            text += line
            text += "\u{1B}[K"
        }
        Self.write(text + "\u{1B}[J", to: output)
    }

    /// The input; nil when the terminal is gone.
    func read() -> [UInt8]? {
        var received = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
            received = Glibc.read(input, buffer.baseAddress, buffer.count)
            count = max(0, received)
        }
        if received < 0, errno == EINTR || errno == EAGAIN { return [] }
        return received > 0 ? bytes : nil
    }

    /// Ignores failures: reading reports that the terminal is gone.
    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                rest = rest.dropFirst(written)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }
}

/// A key with a function on the map.
enum Key: Equatable {
    /// In cells, right and down.
    case move(columns: Int, lines: Int)
    case zoomIn, zoomOut
    case enter
    case leave
}

/// Decodes keys from a terminal's bytes in chunks of any size: the sequences of xterm and of the VT220, which all
/// current terminals send.
struct KeyDecoder {
    /// The cells moved by a key with Shift.
    private static let stride = 10

    private static let escape: UInt8 = 0x1B

    /// The timeout after an escape character, in milliseconds, long enough for slow connections.
    static let patience: Int32 = 50

    /// An incomplete sequence.
    private var pending: [UInt8] = []

    /// Whether the next bytes decide if an escape character is a key or starts a sequence.
    var isUndecided: Bool { !pending.isEmpty }

    /// Decodes keys; ignores those without a function.
    mutating func decode(_ bytes: [UInt8]) -> [Key] {
        bytes.compactMap { decode($0) }
    }

    /// The timeout has passed, so a pending escape character is the Escape key.
    mutating func settle() -> [Key] {
        defer { pending = [] }
        return pending == [Self.escape] ? [.leave] : []
    }

    private mutating func decode(_ byte: UInt8) -> Key? {
        if byte == Self.escape {
            defer { pending = [byte] }
            // Escape pressed twice.
            return pending == [byte] ? .leave : nil
        }
        guard !pending.isEmpty else { return Self.key(byte) }
        pending.append(byte)
        if pending.count == 2 {
            // Control Sequence Introducer, and Single Shift Three of a keypad in its application mode.
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
                pending = []
                return nil
            }
            return nil
        }
        guard (0x40...0x7E).contains(byte) else {
            // Parameters; sequences with too many are ignored.
            if pending.count > 16 || !(0x20...0x3F).contains(byte) { pending = [] }
            return nil
        }
        defer { pending = [] }
        return Self.key(sequence: pending.dropFirst(2), ofKeypad: pending[1] == UInt8(ascii: "O"))
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "h"): .move(columns: -1, lines: 0)
        case UInt8(ascii: "j"): .move(columns: 0, lines: 1)
        case UInt8(ascii: "k"): .move(columns: 0, lines: -1)
        case UInt8(ascii: "l"): .move(columns: 1, lines: 0)
        case UInt8(ascii: "H"): .move(columns: -stride, lines: 0)
        case UInt8(ascii: "J"): .move(columns: 0, lines: stride)
        case UInt8(ascii: "K"): .move(columns: 0, lines: -stride)
        case UInt8(ascii: "L"): .move(columns: stride, lines: 0)
        case UInt8(ascii: "+"), UInt8(ascii: "="): .zoomIn
        case UInt8(ascii: "-"), UInt8(ascii: "_"): .zoomOut
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"): .enter
        // In raw mode, Control-C and Control-D are ordinary bytes.
        case UInt8(ascii: "q"), 0x03, 0x04: .leave
        default: nil
        }
    }

    /// - Parameter sequence: the sequence after its introducer: `A`, `1;2A`, `M`.
    private static func key(sequence: ArraySlice<UInt8>, ofKeypad isOfKeypad: Bool) -> Key? {
        let parameters = sequence.dropLast().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        // The modifiers are encoded as 1 plus 1 for Shift.
        let isShifted = parameters.count == 2 && parameters[1].elementsEqual("2".utf8)
        let cells = isShifted ? stride : 1
        return switch sequence.last {
        case UInt8(ascii: "A"): .move(columns: 0, lines: -cells)
        case UInt8(ascii: "B"): .move(columns: 0, lines: cells)
        case UInt8(ascii: "C"): .move(columns: cells, lines: 0)
        case UInt8(ascii: "D"): .move(columns: -cells, lines: 0)
        case UInt8(ascii: "M") where isOfKeypad: .enter
        case UInt8(ascii: "k") where isOfKeypad: .zoomIn
        case UInt8(ascii: "m") where isOfKeypad: .zoomOut
        default: nil
        }
    }
}

/// Receives signals that end the program or resize its terminal from a descriptor, so that the terminal can be restored
/// first.
struct PendingSignals: ~Copyable {
    /// Readable when a signal is pending.
    let descriptor: Int32
    private let before: sigset_t

    private static let taken = [SIGWINCH, SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    init() throws(MapFailure) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in Self.taken { sigaddset(&signals, signal) }
        descriptor = try Self.open(&signals)
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        self.before = before
    }

    private static func open(_ signals: inout sigset_t) throws(MapFailure) -> Int32 {
        let descriptor = signalfd(-1, &signals, Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { throw .failed(call: "signalfd", errno: errno) }
        return descriptor
    }

    deinit {
        close(descriptor)
        var before = before
        // Pending signals end the program now.
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// The number of a pending signal; nil for none.
    func next() -> Int32? {
        var record = signalfd_siginfo()
        let size = read(descriptor, &record, MemoryLayout.size(ofValue: record))
        return size == MemoryLayout.size(ofValue: record) ? Int32(bitPattern: record.ssi_signo) : nil
    }
}
