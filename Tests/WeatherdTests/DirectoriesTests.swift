import Testing

@testable import weatherd

struct DirectoriesTests {
    @Test func unsetVariablesHaveTheSpecificationsDefaults() {
        let directories = Directories(environment: ["HOME": "/home/ada"])
        #expect(directories.configuration == "/home/ada/.config/weatherd")
        #expect(directories.state == "/home/ada/.local/state/weatherd")
        #expect(directories.cache == "/home/ada/.cache/weatherd")
        #expect(directories.socket.hasPrefix("/run/user/") && directories.socket.hasSuffix("/weatherd.sock"))
    }

    @Test func relativeAndEmptyPathsCountAsUnset() {
        let directories = Directories(environment: [
            "HOME": "/home/ada", "XDG_CACHE_HOME": "cache", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "/etc/ada",
            "XDG_RUNTIME_DIR": "/run/ada",
        ])
        #expect(directories.configuration == "/etc/ada/weatherd")
        #expect(directories.state == "/home/ada/.local/state/weatherd")
        #expect(directories.cache == "/home/ada/.cache/weatherd")
        #expect(directories.socket == "/run/ada/weatherd.sock")
    }
}
