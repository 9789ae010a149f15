import Glibc

extension [UInt8] {
    /// The 4 or 16 bytes of an IP address; nil for other text.
    package init?(ipAddress text: String) {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            guard inet_pton(family, text, &bytes) != 1 else {
                self = bytes
                return
            }
        }
        return nil
    }
}
