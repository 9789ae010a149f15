import CSystemd
import Glibc

/// Why something on the bus did not come about.
public struct BusError: Error, Sendable, Hashable {
    /// As the one that answered names it: `org.freedesktop.DBus.Error.ServiceUnknown`; nil for one of the system's.
    public var name: String?
    /// Its own sentence.
    public var message: String

    public init(name: String? = nil, message: String) {
        self.name = name
        self.message = message
    }

    /// The connection has ended, or was never there.
    public static let disconnected = BusError(
        name: "org.freedesktop.DBus.Error.Disconnected", message: "the connection to the bus is closed")

    /// What a negative answer of libsystemd means.
    init(code: Int32) {
        self.init(message: String(cString: strerror(-code)))
    }

    /// The error that a reply carries; nil when it carries none.
    init?(reply: OpaquePointer) {
        guard let error = sd_bus_message_get_error(reply), let name = error.pointee.name else { return nil }
        self.init(
            name: String(cString: name),
            message: error.pointee.message.map { String(cString: $0) } ?? String(cString: name))
    }

    /// Passes on what libsystemd answered, unless it is a failure.
    @discardableResult
    static func check(_ code: Int32) throws(BusError) -> Int32 {
        guard code >= 0 else { throw BusError(code: code) }
        return code
    }
}
