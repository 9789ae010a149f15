import Glibc

/// System calls that take a buffer. They are not isolated, since an isolated closure checks its thread each time that the
/// standard library calls it.
enum SystemCall {
    /// - Returns: the result of recv(2).
    static func receive(_ descriptor: Int32, into bytes: inout [UInt8]) -> Int {
        bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// - Returns: the result of send(2).
    static func send(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    }
}
