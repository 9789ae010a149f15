import Glibc
import Scratch
import Testing
import WorkerProtocol

struct AuthoritiesTests {
    /// An ASN.1 sequence without a certificate's content, which only the TLS library parses.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MAMCAQU=
        -----END CERTIFICATE-----

        """

    private func problem(_ text: String) throws -> String? {
        let directory = try TemporaryDirectory()
        try directory.write(text, to: "ca.pem")
        let path = directory.file("ca.pem")
        do throws(Authorities.Problem) {
            _ = try Authorities(path: path)
            return nil
        } catch {
            return error.sentence.replacing(path, with: "FILE")
        }
    }

    @Test func fileWithCertificatesIsRead() throws {
        for text in [
            Self.certificate, "# ours\r\n" + Self.certificate + "\n" + Self.certificate + "# end\n",
            Self.certificate.replacing("\n", with: " \r\n"),
        ] {
            #expect(try problem(text) == nil)
            #expect(Authorities(pem: Array(text.utf8)) != nil)
        }
    }

    @Test(arguments: [
        "", "garbage", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        // Wrong length; invalid Base64; without an end; nested; after a valid one.
        "-----BEGIN CERTIFICATE-----\nMAQCAQU=\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nMAMCAQU\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nMAM?AQU=\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nMAMCAQU=\n",
        "-----BEGIN CERTIFICATE-----\n-----BEGIN CERTIFICATE-----\nMAMCAQU=\n-----END CERTIFICATE-----\n",
        certificate + "-----BEGIN CERTIFICATE-----\nMAM",
    ])
    func fileWithoutCertificatesIsError(text: String) throws {
        #expect(
            try problem(text) == "FILE contains no complete certificate in PEM format")
        #expect(Authorities(pem: Array(text.utf8)) == nil)
    }

    @Test func unreadableCertificateFileIsError() throws {
        let directory = try TemporaryDirectory()
        let missing = #expect(throws: Authorities.Problem.self) { try Authorities(path: directory.file("ca.pem")) }
        #expect(missing?.sentence == "\(directory.file("ca.pem")) cannot be read: No such file or directory")
        let folder = #expect(throws: Authorities.Problem.self) { try Authorities(path: directory.path) }
        #expect(folder?.sentence == "\(directory.path) is not a file")
    }

    @Test func worldWritableFileIsError() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Self.certificate, to: "ca.pem")
        let path = directory.file("ca.pem")
        #expect(chmod(path, 0o666) == 0)
        let problem = #expect(throws: Authorities.Problem.self) { try Authorities(path: path) }
        #expect(problem?.sentence.hasPrefix("all users can write to \(path) and add authorities") == true)
    }
}
