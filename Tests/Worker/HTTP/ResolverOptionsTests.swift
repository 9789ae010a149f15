import Testing

@testable import HTTP

/// The resolver's options, by the contents of resolv.conf.
struct ResolverOptionsTests {
    @Test(
        arguments: [
            ("", nil), ("nameserver 127.0.0.53\noptions edns0 trust-ad\nsearch lan\n", nil),
            ("nameserver 192.0.2.1\nnameserver 192.0.2.2\n", "timeout:1 attempts:3"),
            ("# nameserver 192.0.2.1\nnameserver 192.0.2.2\n", nil),
            ("nameserver\t192.0.2.1\nnameserver 2001:db8::1\noptions rotate\toptions\n", "timeout:1 attempts:3"),
            ("nameserver 192.0.2.1\nnameserver 192.0.2.2\noptions timeout:4\n", nil),
            ("options attempts:1\nnameserver 192.0.2.1\nnameserver 192.0.2.2\n", nil),
            ("nameserver 192.0.2.1\nnameserver 192.0.2.2\noptions timeout:4 attempts:2\n", nil),
            ("nameserver 192.0.2.1\nnameserver 192.0.2.2\nnameserver 192.0.2.3", "timeout:1 attempts:3"),
        ] as [(String, String?)])
    func optionsOfTheUserAreKept(file: String, options: String?) {
        #expect(ResolverOptions.text(for: Array(file.utf8)) == options)
    }

    @Test func anyBytesAreAccepted() {
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(ResolverOptions.text(for: bytes) == nil)
    }
}
