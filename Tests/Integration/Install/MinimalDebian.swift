import Foundation
import Scratch

/// A minimal Debian in memory, removed with its owner.
final class MinimalDebian {
    private let directory: TemporaryDirectory
    /// Its root directory.
    let root: String

    /// - Parameter release: its name, such as `bookworm`.
    init(release: String) throws {
        directory = try TemporaryDirectory()
        root = directory.file("root")
        let made = try Machine.run([PrivateBus.script("Install/debian"), root, release])
        guard made.status == 0 else { throw UnmetExpectation("there is no Debian: \(made)") }
    }

    deinit {
        _ = try? Machine.run(["umount", root])
    }

    /// Runs a command inside, in a process namespace that ends with it.
    func run(_ command: String, as user: String = "root") throws -> Machine.Outcome {
        try Machine.run([
            "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc=" + root + "/proc", "chroot",
            "--userspec=" + user, root, "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/tmp/home",
            "XDG_RUNTIME_DIR=/tmp/home", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "/bin/sh", "-ec", command,
        ])
    }

    /// The installed files, without caches, logs and the state of dpkg and apt.
    func files() throws -> Set<String> {
        let others = [
            "var/cache/", "var/log/", "var/lib/dpkg/", "var/lib/apt/", "tmp/", "proc/", "etc/ld.so.cache",
        ]
        return try Installation.tree(root).filter { path in !others.contains { path.hasPrefix($0) } }
    }
}
