extension String {
    /// Decodes UTF-8. Each invalid sequence becomes U+FFFD, with the result of `String(decoding:as:)`, but without an internal error
    /// for each of them, which takes much longer than a byte.
    ///
    /// - Parameter bytes: from a service.
    init(repairing bytes: ArraySlice<UInt8>) {
        if let valid = String(validating: bytes, as: UTF8.self) {
            self = valid
            return
        }
        var valid: [UInt8] = []
        valid.reserveCapacity(bytes.count)
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar): valid.append(contentsOf: scalar)
            case .error: valid.append(contentsOf: "\u{FFFD}".utf8)
            case .emptyInput:
                self.init(decoding: valid, as: UTF8.self)
                return
            }
        }
    }
}
