import Foundation
import Testing

/// A folder of answers that real services gave, which lie beside the checkout and not in it.
struct RecordingFolder {
    static let absence: Comment =
        "no recordings: set WEATHERD_RECORDINGS to their folder, or put it at ../shared/recordings"

    private let url: URL

    init(_ name: String) {
        let given = ProcessInfo.processInfo.environment["WEATHERD_RECORDINGS"].map { URL(filePath: $0) }
        let beside = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/recordings")
        url = (given ?? beside.standardizedFileURL).appending(path: name)
    }

    var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    func body(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: url.appending(path: name)))
    }

    /// Read by Foundation, apart from the decoders.
    func object(_ name: String) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: url.appending(path: name)))
        return json as? [String: Any] ?? [:]
    }
}
