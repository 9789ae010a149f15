public import Foundation

/// A directory of answers recorded from a real service. Recordings are not in the repository: tests that need them are
/// skipped without them, with `absence` as the reason.
public struct RecordingFolder: Sendable {
    public static let absence =
        "no recordings: set WEATHERD_RECORDINGS to their folder, or put it at ../shared/recordings"

    private let url: URL

    public init(_ name: String) {
        let given = ProcessInfo.processInfo.environment["WEATHERD_RECORDINGS"].map { URL(filePath: $0) }
        let beside = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../shared/recordings")
        url = (given ?? beside.standardizedFileURL).appending(path: name)
    }

    public var exists: Bool { FileManager.default.fileExists(atPath: url.path) }

    /// The recorded forecasts of Open-Meteo: files whose names start with `forecast_` or `current_`.
    public var forecasts: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        return names.filter { $0.hasPrefix("forecast_") || $0.hasPrefix("current_") }.sorted()
    }

    public func contains(_ names: String...) -> Bool {
        names.allSatisfy { FileManager.default.fileExists(atPath: url.appending(path: $0).path) }
    }

    public func data(_ name: String) throws -> Data {
        try Data(contentsOf: url.appending(path: name))
    }

    public func body(_ name: String) throws -> [UInt8] {
        Array(try data(name))
    }

    /// Decoded by Foundation, independently of the decoders under test.
    public func object(_ name: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: data(name)) as? [String: Any] ?? [:]
    }
}
