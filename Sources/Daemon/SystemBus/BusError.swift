import CSystemd
import Glibc

/// Why a bus operation failed.
public struct BusError: Error, Sendable, Hashable {
    /// The error name from the reply: `org.freedesktop.DBus.Error.ServiceUnknown`; nil for a local error.
    public var name: String?
    /// The error message.
    public var message: String

    public init(name: String? = nil, message: String) {
        self.name = name
        self.message = message
    }

    /// The connection is closed, or could not be opened.
    public static let disconnected = BusError(
        name: "org.freedesktop.DBus.Error.Disconnected", message: "the connection to the bus is closed")

    /// An error from libsystemd's negative return value.
    init(code: Int32) {
        self.init(message: String(cString: strerror(-code)))
    }

    /// The error in a reply; nil for none.
    init?(reply: OpaquePointer) {
        guard let error = sd_bus_message_get_error(reply), let name = error.pointee.name else { return nil }
        self.init(
            name: String(cString: name),
            message: error.pointee.message.map { String(cString: $0) } ?? String(cString: name))
    }

    /// Returns libsystemd's return value, or throws if it is negative.
    @discardableResult
    static func check(_ code: Int32) throws(BusError) -> Int32 {
        guard code >= 0 else { throw BusError(code: code) }
        return code
    }
}
