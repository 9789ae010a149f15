import Foundation
import Platform

/// A private certificate authority for servers on the loopback interface, created with the openssl command.
public final class CertificateAuthority: Sendable {
    /// The directory of its files, removed with it.
    private let directory: URL

    /// The reason why it cannot be created.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// The validity of a certificate.
    public enum Validity: Sendable {
        /// In every year, including those that tests set.
        case always
        case expired
        case notYet
    }

    public static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: openssl) }
    public static let absence = "\(openssl) is missing, which creates the certificates"
    private static let openssl = "/usr/bin/openssl"

    public init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "wd-ca-\(UInt32.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        try write(
            """
            [ca]
            default_ca = d
            [d]
            database = index.txt
            serial = serial
            new_certs_dir = .
            policy = p
            unique_subject = no
            [p]
            commonName = supplied
            """, to: "ca.cnf")
        try write("", to: "index.txt")
        try write("1000", to: "serial")
        try request("ca", commonName: "a test's own authority")
        try write("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n", to: "ca.ext")
        try sign("ca", .always, more: ["-selfsign"])
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// Its certificate, as PEM.
    public var certificatePath: String { directory.appending(path: "ca.pem").path }

    /// The identity of a server.
    ///
    /// - Parameter names: in openssl's format: `DNS:localhost,IP:127.0.0.1`.
    public func identity(
        _ names: String = "DNS:localhost,IP:127.0.0.1", _ validity: Validity = .always
    ) throws -> ServerIdentity {
        let name = "server\(UInt32.random(in: 0 ... .max))"
        try request(name, commonName: "a test's own server")
        try write(
            "subjectAltName=\(names)\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n", to: name + ".ext")
        try sign(name, validity)
        return ServerIdentity(
            certificate: Array(try Data(contentsOf: directory.appending(path: name + ".pem"))),
            key: Array(try Data(contentsOf: directory.appending(path: name + ".key"))))
    }

    private func request(_ name: String, commonName: String) throws {
        try run([
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", name + ".key",
            "-out", name + ".csr", "-subj", "/CN=" + commonName,
        ])
    }

    private func sign(_ name: String, _ validity: Validity, more: [String] = []) throws {
        let (start, end) =
            switch validity {
            case .always: ("20200101000000Z", "20491231000000Z")
            case .expired: ("20200101000000Z", "20200201000000Z")
            case .notYet: ("20490101000000Z", "20491231000000Z")
            }
        let key = more.isEmpty ? ["-cert", "ca.pem"] : []
        try run(
            [
                "ca", "-batch", "-notext", "-md", "sha256", "-config", "ca.cnf", "-keyfile", "ca.key",
                "-in", name + ".csr", "-out", name + ".pem", "-extfile", name + ".ext", "-startdate", start,
                "-enddate", end,
            ] + key + more)
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: directory.appending(path: name))
    }

    private func run(_ arguments: [String]) throws {
        let log = directory.appending(path: "log").path
        let output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(output) }
        // The names of the files are all in there.
        let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory.path, Self.openssl]
        var program = ProgramStart(shell + arguments, environment: [:])
        program.descriptors = [STDOUT_FILENO, STDERR_FILENO].map { ($0, .descriptor(output)) }
        let process = try program.start()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw Failure(description: "openssl \(arguments): \(try String(contentsOfFile: log, encoding: .utf8))")
        }
    }
}
