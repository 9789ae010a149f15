import Foundation
import Testing

/// The installed pages link only to installed files.
struct PackagedPagesTests {
    private static let project = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// Installs into a directory as the package does, with empty files as programs.
    private func withInstallation(_ body: (_ root: URL) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "weatherd-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let programs = directory.appending(path: "programs")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        let built = [
            "weatherd", "weatherd-worker", "weatherctl", "weatherctl-tools", "gazetteer.sqlite", "cities.sqlite",
            "coastline.dat", "regions.dat", "borders.dat",
        ]
        for name in built + ["bash", "zsh", "fish"].map({ "completion.\($0)" }) {
            try Data().write(to: programs.appending(path: name))
        }
        let root = directory.appending(path: "root")
        let install = Process()
        install.executableURL = Self.project.appending(path: "packaging/install")
        install.arguments = [programs.path, "1.0.0", "install"]
        install.environment = ["PATH": "/usr/bin:/bin", "DESTDIR": root.path, "PREFIX": "/usr"]
        try install.run()
        install.waitUntilExit()
        #expect(install.terminationStatus == 0)
        try body(root)
    }

    private func files(below root: URL) -> [URL] {
        let all = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        return all ?? []
    }

    /// The link targets in a page, without web addresses and fragments.
    private func links(in page: URL) throws -> [String] {
        try String(contentsOf: page, encoding: .utf8).components(separatedBy: "](").dropFirst().compactMap { rest in
            let link = rest.prefix { $0 != ")" && $0 != "#" && $0 != "\n" }
            return link.isEmpty || link.contains("://") || link.contains("`") ? nil : String(link)
        }
    }

    @Test func packagedPageLinksResolve() throws {
        try withInstallation { root in
            let pages = files(below: root).filter { $0.pathExtension == "md" }
            #expect(pages.count > 20)
            for page in pages {
                for link in try links(in: page) {
                    let target = page.deletingLastPathComponent().appending(path: link).standardized
                    #expect(
                        FileManager.default.fileExists(atPath: target.path), "\(page.lastPathComponent): \(link)")
                }
            }
        }
    }

    @Test func manualPagePathsAreInstalled() throws {
        try withInstallation { root in
            let pages = files(below: root).filter { $0.path.contains("/share/man/") && !$0.hasDirectoryPath }
            #expect(pages.count == 4)
            var paths = 0
            for page in pages {
                let words = try String(contentsOf: page, encoding: .utf8).split { $0 == " " || $0 == "\n" }
                for path in words where path.hasPrefix("/usr/share/") || path.hasPrefix("/usr/lib/") {
                    paths += 1
                    #expect(
                        FileManager.default.fileExists(atPath: root.path + path), "\(page.lastPathComponent): \(path)")
                }
            }
            #expect(paths > 5)
        }
    }
}
