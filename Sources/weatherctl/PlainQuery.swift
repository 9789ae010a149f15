import Glibc

/// `short` as bars ask for it, alone or with `--output`, and a reply that is printed as it comes.
///
/// Hardly anything else is asked for so often, so it is done with bytes on the stack: the first String and the first array
/// of a process have the runtime make what it needs for them, which takes longer than all that is done here. Whatever is out
/// of the ordinary is left to ``Query``, which asks anew, and has the words for what is wrong.
enum PlainQuery {
    /// A daemon that takes longer than this is waited for by ``Query``.
    private static let milliseconds: Int32 = 100
    private static let longestRequest = 64
    /// A pipe takes so many bytes whole or not at all.
    private static let longestReply = 4096
    /// A short reply comes in one piece.
    private static let mostPieces = 3

    /// - Parameter words: as main(3) has them.
    /// - Returns: whether the reply has been printed.
    static func run(_ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: longestRequest + longestReply, alignment: 1) { memory in
            let request = UnsafeMutableRawBufferPointer(rebasing: memory[..<longestRequest])
            let reply = UnsafeMutableRawBufferPointer(rebasing: memory[longestRequest...])
            let size = line(of: words, count: count, into: request)
            guard size > 0, isatty(STDOUT_FILENO) == 0 else { return false }
            let socket = connection()
            guard socket >= 0 else { return false }
            defer { close(socket) }
            guard send(socket, request.baseAddress, size, Int32(MSG_NOSIGNAL)) == size else { return false }
            let text = text(from: socket, into: reply)
            return !text.isEmpty && print(text)
        }
    }

    /// The request's bytes with the line end; 0 for words that are not plain.
    static func line(
        of words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int,
        into line: UnsafeMutableRawBufferPointer
    ) -> Int {
        guard count == 2 || count == 4, let command = words[1], command.equals("short") else { return 0 }
        if count == 4 {
            guard let option = words[2], option.equals("--output"), let kind = words[3], kind.isBare else { return 0 }
        }
        var size = 0
        for index in 1..<count {
            guard let word = words[index], let end = line.append(word, at: size) else { return 0 }
            line[end] = index + 1 < count ? UInt8(ascii: " ") : UInt8(ascii: "\n")
            size = end + 1
        }
        return size
    }

    /// The lines of the reply; none when it does not come whole in time, or is something that people are told otherwise.
    private static func text(
        from socket: Int32, into memory: UnsafeMutableRawBufferPointer
    ) -> UnsafeRawBufferPointer {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        var size = 0
        for _ in 0..<mostPieces where size < memory.count {
            var news = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&news, 1, milliseconds) == 1 else { return none }
            let received = recv(socket, memory.baseAddress?.advanced(by: size), memory.count - size, 0)
            guard received > 0 else { return none }
            size += received
            let reply = UnsafeRawBufferPointer(rebasing: memory[..<size])
            guard let beginning = beginning(of: reply) else { return none }
            if beginning > 0 { return UnsafeRawBufferPointer(rebasing: reply[beginning...]) }
        }
        return none
    }

    /// - Returns: whether all of it is out; who asks anew then is told why not.
    private static func print(_ text: UnsafeRawBufferPointer) -> Bool {
        var rest = text[...]
        while !rest.isEmpty {
            let written = write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    /// Where the lines of a reply begin that is whole; 0 while more has to come, nil for what is no such reply.
    static func beginning(of reply: UnsafeRawBufferPointer) -> Int? {
        guard reply.count >= 3 else { return 0 }
        guard reply[0] == UInt8(ascii: "O"), reply[1] == UInt8(ascii: "K"), reply[2] == UInt8(ascii: " ") else {
            return nil
        }
        var lines = 0
        var index = 3
        while index < reply.count, reply[index] != UInt8(ascii: "\n") {
            guard (0x30...0x39).contains(reply[index]), lines < longestReply else { return nil }
            lines = 10 * lines + Int(reply[index] - 0x30)
            index += 1
        }
        let beginning = index + 1
        index = beginning
        while index < reply.count {
            if reply[index] == UInt8(ascii: "\n") {
                lines -= 1
            } else if reply[index] < 0x20 || reply[index] == 0x7F {
                // What steers a terminal, Query takes out.
                return nil
            }
            index += 1
            if lines == 0 { return index == reply.count ? beginning : nil }
        }
        return 0
    }

    /// Negative when there is none; ``SocketPath`` says where the daemon is.
    private static func connection() -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isKnown = withUnsafeMutableBytes(of: &address.sun_path) { path in
            if let override = getenv("WEATHERD_SOCKET"), override[0] != 0 {
                return path.append(override, at: 0) != nil
            }
            guard let directory = getenv("XDG_RUNTIME_DIR"), directory[0] == CChar(UInt8(ascii: "/")),
                let end = path.append(directory, at: 0)
            else { return false }
            let name: StaticString = "/weatherd.sock"
            guard end + name.utf8CodeUnitCount < path.count else { return false }
            path.baseAddress?.advanced(by: end).copyMemory(from: name.utf8Start, byteCount: name.utf8CodeUnitCount)
            return true
        }
        guard isKnown else { return -1 }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result != 0 else { return descriptor }
        close(descriptor)
        return -1
    }
}

extension UnsafeMutableRawBufferPointer {
    /// - Returns: where the text ends, which is where more can be written; nil when there is no room for it.
    fileprivate func append(_ text: UnsafePointer<CChar>, at offset: Int) -> Int? {
        let size = strlen(text)
        guard offset + size < count else { return nil }
        baseAddress?.advanced(by: offset).copyMemory(from: text, byteCount: size)
        return offset + size
    }
}

extension UnsafeMutablePointer<CChar> {
    fileprivate func equals(_ word: StaticString) -> Bool {
        strlen(self) == word.utf8CodeUnitCount && memcmp(self, word.utf8Start, word.utf8CodeUnitCount) == 0
    }

    /// Whether the word can stand in a line as it is.
    fileprivate var isBare: Bool {
        var index = 0
        while (0x61...0x7A).contains(self[index]) || (0x30...0x39).contains(self[index]) { index += 1 }
        return index > 0 && self[index] == 0
    }
}
