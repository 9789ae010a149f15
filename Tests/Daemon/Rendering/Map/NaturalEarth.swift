import Foundation

@testable import Rendering

/// The project's coastlines.
enum NaturalEarth {
    static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Daemon/Rendering/Map/Coastline/coastline.dat").path

    static var bytes: [UInt8] {
        get throws { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
    }

    static var coastline: Coastline {
        get throws { try Coastline(bytes: try bytes, path: path) }
    }
}
