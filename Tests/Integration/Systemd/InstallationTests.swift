import Foundation
import Testing

/// What `make install` installs, and `make uninstall` removes.
@Suite(.enabled(if: PrivateBus.isEnabled, "it takes root; run make integration"), .serialized, .timeLimit(.minutes(1)))
struct InstallationTests {
    private let machine: Machine

    init() throws {
        machine = try Machine()
    }

    /// Without its man pages, of which there are many.
    private var files: [String] {
        get throws {
            try machine.root(["find", "/home/alice/.local", "!", "-type", "d"]).output.split(separator: "\n").map(
                String.init
            ).filter { !$0.contains("/share/doc/weatherd/") }.sorted()
        }
    }

    @Test func nothingIsLeft() throws {
        try machine.make("install")
        let local = "/home/alice/.local"
        let installed = [
            "/bin/weatherctl", "/bin/weatherd", "/libexec/weatherd/weatherctl-tools",
            "/libexec/weatherd/weatherd-worker",
            "/share/applications/weatherd.desktop", "/share/bash-completion/completions/weatherctl",
            "/share/dbus-1/interfaces/org.weatherd.Weather1.xml",
            "/share/dbus-1/services/org.weatherd.Weather1.service",
            "/share/fish/vendor_completions.d/weatherctl.fish",
            "/share/man/man1/weatherctl.1", "/share/man/man1/weatherd.1", "/share/man/man5/weatherd.toml.5",
            "/share/man/man7/weatherd-protocol.7",
            "/share/systemd/user/weatherd.service", "/share/systemd/user/weatherd.socket",
            "/share/weatherd/borders.dat", "/share/weatherd/cities.sqlite", "/share/weatherd/coastline.dat",
            "/share/weatherd/directories",
            "/share/weatherd/gazetteer.sqlite", "/share/weatherd/regions.dat",
            "/share/zsh/site-functions/_weatherctl",
        ].map { local + $0 }
        #expect(try files == installed)
        let unit = try machine.read(".local/share/systemd/user/weatherd.service")
        #expect(unit.contains("ExecStart=/home/alice/.local/bin/weatherd\n") && !unit.contains("/usr/local"))

        try machine.make("install-sandbox")
        let dropIn = ".local/share/systemd/user/weatherd.service.d/sandbox.conf"
        #expect(try machine.read(dropIn).contains(" -/home/alice/.local/bin/weatherd "))
        try machine.make("uninstall-sandbox")
        #expect(try files == installed)

        try machine.make("install-sandbox")
        try machine.configure()
        try machine.systemctl("daemon-reload")
        try machine.systemctl("enable", "--now", "weatherd.socket", "weatherd.service")
        #expect(try machine.weatherctl("version").status == 0)
        try machine.systemctl("disable", "--now", "weatherd.socket", "weatherd.service")
        try machine.make("uninstall")
        try machine.systemctl("daemon-reload")
        // The daemon's stored files belong to the user.
        #expect(try files.allSatisfy { $0.hasPrefix(local + "/state/weatherd/") })
        let directories = try machine.root(["find", "/home/alice", "-path", "*weatherd*", "-type", "d"]).output
        let remaining = [".local/state", ".cache", ".config"].map { "/home/alice/\($0)/weatherd" }
        #expect(directories.split(separator: "\n").map(String.init).sorted() == remaining.sorted())
        #expect(try machine.property("LoadState") == "not-found")
        #expect(try machine.property("LoadState", of: "weatherd.socket") == "not-found")
    }
}
