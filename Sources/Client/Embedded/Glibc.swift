// The Glibc module is not available in Embedded Swift: this replaces the part that weatherctl uses, under the same
// name, so that other sources need no change.
@_exported public import CGlibc

public typealias Handler = @convention(c) (Int32) -> Void

public var errno: Int32 { cglibc_errno() }

// swift-format-ignore: AlwaysUseLowerCamelCase
public var SIG_IGN: Handler? { cglibc_ignore() }

// swift-format-ignore: AlwaysUseLowerCamelCase
public var SIG_DFL: Handler? { nil }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { cglibc_open(path, flags) }

public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { cglibc_fcntl(descriptor, command) }

public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 {
    cglibc_fcntl_value(descriptor, command, value)
}

public func ioctl(_ descriptor: Int32, _ request: UInt, _ value: UnsafeMutableRawPointer) -> Int32 {
    cglibc_ioctl(descriptor, request, value)
}
