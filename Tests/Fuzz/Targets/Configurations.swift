@testable import DaemonConfiguration
import Fetching

extension FuzzTarget {
    /// config.toml.
    static let configuration = FuzzTarget(name: "configuration") { bytes in
        let configuration = Result { () throws(ConfigurationError) in
            let file = try ConfigurationFile(path: "config.toml", bytes: bytes)
            return try Configuration(ConfigurationValues(file: file, environment: ["HOME": "/nonexistent"]))
        }
        switch configuration {
        case .success(let configuration):
            try demand(configuration.refreshInterval >= .seconds(600), "\(configuration.refreshInterval)")
            try demand((1...6 * 3600).contains(configuration.staleAfter), "stale after \(configuration.staleAfter)")
            try demand(!configuration.services.providers.isEmpty, "no provider")
            for notice in configuration.notices { try demandOneLine(notice) }
        case .failure(let error):
            try demandOneLine(error.description)
            guard case .file(_, let line?) = error.source else { return }
            let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
            try demand((1...lines).contains(line), "line \(line) of \(lines): \(error)")
        }
    }
}
