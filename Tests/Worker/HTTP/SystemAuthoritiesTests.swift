import Scratch
import Testing

@testable import HTTP

struct SystemAuthoritiesTests {
    @Test func hashedDirectoryIsPreferred() throws {
        let directory = try TemporaryDirectory()
        try directory.write("PEM", to: "bundle.crt")
        let bundles = ["/nowhere.crt", directory.file("bundle.crt")]
        #expect(
            SystemAuthorities.found(in: ["/nowhere", directory.path], bundles: bundles) == .bundle(Array("PEM".utf8)))
        try directory.write("PEM", to: "5443e9e3.0")
        #expect(
            SystemAuthorities.found(in: ["/nowhere", directory.path], bundles: bundles) == .directory(directory.path))
        #expect(SystemAuthorities.found(in: [], bundles: ["/nowhere.crt"]) == .built)
    }
}
