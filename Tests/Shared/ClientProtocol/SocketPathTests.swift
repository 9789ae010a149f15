import ClientProtocol
import Testing

@Suite("Socket path")
struct SocketPathTests {
    @Test(
        "The override comes first, then the runtime directory, then systemd's default",
        arguments: [
            ("/tmp/my.sock", "/run/user/7", "/tmp/my.sock"),
            ("relative.sock", nil, "relative.sock"),
            ("", "/run/user/7", "/run/user/7/weatherd.sock"),
            (nil, "/run/user/7", "/run/user/7/weatherd.sock"),
            (nil, "", "/run/user/1000/weatherd.sock"),
            (nil, "not/absolute", "/run/user/1000/weatherd.sock"),
            (nil, nil, "/run/user/1000/weatherd.sock"),
        ] as [(String?, String?, String)])
    func resolve(override: String?, runtimeDirectory: String?, path: String) {
        #expect(SocketPath.resolve(override: override, runtimeDirectory: runtimeDirectory, user: 1000) == path)
    }
}
