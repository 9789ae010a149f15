/// The address of the user's session bus.
public enum SessionBusAddress {
    /// The address in the environment, or that of systemd's user bus; nil when neither variable is set.
    public static func address(in environment: [String: String]) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return address }
        return environment["XDG_RUNTIME_DIR"].map { "unix:path=\(escaped($0))/bus" }
    }

    /// Escapes a value as in the D-Bus specification, "Server Addresses".
    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let bytes = path.utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
                UInt8(ascii: "\\"), UInt8(ascii: "."), UInt8(ascii: "*"):
                [byte]
            default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
