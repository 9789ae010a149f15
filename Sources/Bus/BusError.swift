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
}
