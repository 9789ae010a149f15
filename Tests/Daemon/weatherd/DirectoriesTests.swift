import Foundation
import Rendering
import Scratch
import Testing
import WorkerProtocol

@testable import weatherd

struct DirectoriesTests {
    @Test func unsetVariablesUseXDGDefaults() {
        let directories = Directories(environment: ["HOME": "/home/ada"], program: "/usr/bin/weatherd")
        #expect(directories.configuration == "/home/ada/.config/weatherd")
        #expect(directories.state == "/home/ada/.local/state/weatherd")
        #expect(directories.cache == "/home/ada/.cache/weatherd")
        #expect(directories.socket.hasPrefix("/run/user/") && directories.socket.hasSuffix("/weatherd.sock"))
    }

    @Test func gazetteerIsBesideProgramOrInstalled() throws {
        #expect(
            Directories(environment: [:], program: "/opt/w/bin/weatherd").gazetteer
                == GazetteerFiles(
                    installed: "/opt/w/share/weatherd/gazetteer.sqlite", cities: "/opt/w/share/weatherd/cities.sqlite",
                    regions: "/opt/w/share/weatherd/regions.dat", borders: "/opt/w/share/weatherd/borders.dat"))
        let scratch = try TemporaryDirectory()
        try scratch.write("", to: "gazetteer.sqlite")
        try scratch.write("", to: "cities.sqlite")
        let built = Directories(environment: [:], program: scratch.file("weatherd")).gazetteer
        #expect(built.installed == scratch.file("gazetteer.sqlite") && built.cities == scratch.file("cities.sqlite"))
    }

    @Test func coastlineIsBesideProgramOrInstalled() throws {
        #expect(
            Directories(environment: [:], program: "/opt/w/bin/weatherd").coastline
                == "/opt/w/share/weatherd/coastline.dat")
        let scratch = try TemporaryDirectory()
        try scratch.write("", to: "coastline.dat")
        let built = Directories(environment: [:], program: scratch.file("weatherd"))
        #expect(built.coastline == scratch.file("coastline.dat"))
    }

    @Test func workerIsBesideProgramOrInstalled() throws {
        #expect(
            Directories(environment: [:], program: "/opt/w/bin/weatherd").worker
                == "/opt/w/libexec/weatherd/weatherd-worker")
        let scratch = try TemporaryDirectory()
        try scratch.write("", to: "weatherd-worker")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: scratch.file("weatherd-worker"))
        let built = Directories(environment: [:], program: scratch.file("weatherd"))
        #expect(built.worker == scratch.file("weatherd-worker"))
    }

    @Test func workerIsBelowLibWhereDistributionHasNoLibexec() throws {
        let scratch = try TemporaryDirectory()
        for directory in ["lib", "libexec"] {
            let worker = "\(directory)/weatherd/weatherd-worker"
            try FileManager.default.createDirectory(
                atPath: scratch.file("\(directory)/weatherd"), withIntermediateDirectories: true)
            try scratch.write("", to: worker)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: scratch.file(worker))
            let installed = Directories(environment: [:], program: scratch.file("bin/weatherd"))
            #expect(installed.worker == scratch.path + "/" + worker)
        }
    }

    @Test func unreadableCoastlineIsReported() throws {
        let scratch = try TemporaryDirectory()
        #expect(throws: CoastlineError.missing(path: scratch.file("none"))) {
            try Coastline(path: scratch.file("none"))
        }
        #expect(throws: CoastlineError.damaged(path: scratch.path)) { try Coastline(path: scratch.path) }
        try scratch.write("what is this", to: "coastline.dat")
        #expect(throws: CoastlineError.damaged(path: scratch.file("coastline.dat"))) {
            try Coastline(path: scratch.file("coastline.dat"))
        }
    }

    @Test func relativeAndEmptyPathsCountAsUnset() {
        let directories = Directories(
            environment: [
                "HOME": "/home/ada", "XDG_CACHE_HOME": "cache", "XDG_STATE_HOME": "", "XDG_CONFIG_HOME": "/etc/ada",
                "XDG_RUNTIME_DIR": "/run/ada",
            ], program: "/usr/bin/weatherd")
        #expect(directories.configuration == "/etc/ada/weatherd")
        #expect(directories.state == "/home/ada/.local/state/weatherd")
        #expect(directories.cache == "/home/ada/.cache/weatherd")
        #expect(directories.socket == "/run/ada/weatherd.sock")
    }
}
