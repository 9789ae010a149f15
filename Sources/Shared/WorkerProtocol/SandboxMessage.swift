public import Weather

extension WorkerSandbox: Message {
    public func write(to writer: inout MessageWriter) {
        writer.value(landlock)
        writer.value(seccomp)
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self.init(landlock: try reader.value(), seccomp: try reader.value())
    }
}

extension WorkerSandbox.Layer: Message {
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .inForce(let version):
            writer.bool(true)
            writer.int(version)
        case .unavailable(let error):
            writer.bool(false)
            writer.int(Int(error))
        }
    }

    public init(from reader: inout MessageReader) throws(Malformed) {
        self =
            try reader.bool()
            ? .inForce(version: try reader.int(in: 1...1000))
            : .unavailable(systemError: Int32(try reader.int(in: 0...4095)))
    }
}
