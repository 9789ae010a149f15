import Foundation

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
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        // The file names are relative to it.
        let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory.path, Self.openssl]
        var words = (shell + arguments).map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        guard posix_spawn(&process, shell[0], &actions, nil, &words, &variables) == 0 else {
            throw Failure(description: "\(Self.openssl) does not start")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw Failure(description: "openssl \(arguments): \(try String(contentsOfFile: log, encoding: .utf8))")
        }
    }
}
