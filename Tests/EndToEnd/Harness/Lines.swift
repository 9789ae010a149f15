/// The lines that are read from a pipe.
final class Lines {
    private let pipe: Descriptor
    private var rest: [UInt8] = []

    init(_ pipe: Descriptor) {
        self.pipe = pipe
    }

    func next() throws -> String {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let bytes = try pipe.read(waitingFor: "a line")
            guard !bytes.isEmpty else { throw Failure("the output ended") }
            rest += bytes
        }
    }
}
