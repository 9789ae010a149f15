import Refreshing

@testable import Configuration

extension FuzzTarget {
    /// config.toml.
    static let configuration = FuzzTarget(name: "configuration") { bytes in
        let configuration = Result { () throws(ConfigurationError) in
            let file = try ConfigurationFile(path: "config.toml", bytes: bytes)
            return try Configuration(ConfigurationValues(file: file, environment: ["HOME": "/nonexistent"]))
        }
        switch configuration {
        case .success(let configuration):
            try require(configuration.refreshInterval >= .seconds(600), "\(configuration.refreshInterval)")
            try require((1...6 * 3600).contains(configuration.staleAfter), "stale after \(configuration.staleAfter)")
            try require(!configuration.services.providers.isEmpty, "no provider")
            for notice in configuration.notices { try requireOneLine(notice) }
        case .failure(let error):
            try requireOneLine(error.description)
            guard case .file(_, let line?) = error.source else { return }
            let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
            try require((1...lines).contains(line), "line \(line) of \(lines): \(error)")
        }
    }
}
